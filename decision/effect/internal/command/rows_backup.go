package command

// Backups and synchronised stores. A repository may be anywhere, and a backup
// that is deleted cannot be made again.

const (
	rclone = "rclone help 1.69"
	restic = "restic help 0.18"
	borg   = "borg help 1.4"
	// rcloneFlags are those of every rclone command. Options of a back end may
	// name programs, also within a path: remote,ssh=program:path.
	rcloneFlags = "-v,--verbose -q,--quiet -P,--progress --stats= --stats-one-line --log-level= --log-file=write -u,--update -c,--checksum --size-only --ignore-existing --ignore-times -x,--one-file-system --include= --exclude= --filter= --filter-from=read --include-from=read --exclude-from=read --files-from=read " +
		"--min-age= --max-age= --min-size= --max-size= --max-depth= --max-transfer= --transfers= --checkers= --bwlimit= --retries= --low-level-retries= --timeout= --contimeout= --fast-list --human-readable -l,--links -L,--copy-links --no-traverse -i,--interactive --use-json-log "
	resticFlags = "-r,--repo=not(sftp:*,rclone:*,rest:*) -q,--quiet -v,--verbose --json --no-lock --no-cache --cache-dir=list --password-file=secret --tag= -H,--host= --path= -c,--compact --limit-upload= --limit-download= "
	borgFlags   = "-v,--verbose --info --debug -p,--progress --log-json --json --json-lines --lock-wait= --short --format= -P,--prefix= -a,--glob-archives= --sort-by= --first= --last= -e,--exclude= --exclude-from=read --pattern= --consider-checkpoints --same-owner --numeric-ids "
)

var backupRows = []Row{
	{Name: "rclone", Source: rclone, Flags: "-V!alone", Sub: []Row{
		{Name: "ls lsd lsl lsf lsjson tree size about hashsum md5sum sha1sum cryptcheck", Flags: rcloneFlags + "-R,--recursive -F,--format= -s,--separator= --dirs-only --files-only --hash --hash-type= --csv -d,--dir-slash --json --full --original --encrypted --stat", Args: "not(:*,*=*)+", Does: "network(store)", Out: "network", Source: rclone},
		{Name: "check", Flags: rcloneFlags + "--one-way --download --combined=write --differ=write --error=write --match=write --missing-on-dst=write --missing-on-src=write", Args: "not(:*,*=*) not(:*,*=*)", Does: "network(store)", Out: "network", Source: rclone},
		{Name: "version listremotes", Flags: "--check --long --source=", Source: rclone},
		{Name: "cat", Flags: rcloneFlags + "--head= --tail= --offset= --count=", Args: "not(:*,*=*,*secret*,*credential*,*passw*,*.env*,*.pem,*.key,*token*)", Does: "network(store)", Out: "network", Source: rclone},
		{Name: "copy copyto", Flags: rcloneFlags + "-n,--dry-run!does(network(store)) --create-empty-src-dirs", Args: "not(:*,*=*) not(:*,*=*)", Does: "external(copies between stores)", Source: rclone},
		{Name: "sync move moveto bisync", Flags: rcloneFlags + "-n,--dry-run!does(network(store)) --create-empty-src-dirs --delete-during --delete-after --delete-before --delete-excluded --delete-empty-src-dirs --backup-dir= --max-delete= --track-renames --resync", Args: "not(:*,*=*) not(:*,*=*)", Does: "external(copies between stores) remotedelete(what is not in the source, or the source)", Source: rclone},
		{Name: "delete deletefile purge rmdir rmdirs cleanup dedupe", Flags: rcloneFlags + "-n,--dry-run!does(network(store)) --rmdirs --leave-root --dedupe-mode=", Args: "inert*", Does: "remotedelete(files of a store)", Source: rclone},
		{Name: "config config/* authorize obscure reveal link", Args: "inert*", Does: "secrets(stored credentials)", Style: "bare", Source: rclone},
		{Name: "mount serve serve/* rc rcd mkdir touch copyurl rcat settier backend backend/* cachestats nfsmount selfupdate test/* archive/* ncdu", Args: "inert*", Does: "external(change of a store, or serves it)", Style: "bare", Source: rclone},
	}},
	{Name: "restic", Shared: resticFlags, Source: restic + "; -o and --password-command name programs", Sub: []Row{
		{Name: "snapshots stats ls find diff list check", Flags: "--group-by= --latest= --mode= --read-data --read-data-subset= --with-cache --long -l --recursive -i,--ignore-case -s,--snapshot= --metadata --human-readable -N,--newest= -O,--oldest= --blob --tree --pack", Args: "inert*", Does: "network(store)", Out: "network", Source: restic},
		{Name: "version", Source: restic},
		{Name: "backup", Flags: "-n,--dry-run!does(network(store)) -e,--exclude= --exclude-file=read --exclude-caches --files-from=read --one-file-system -x --skip-if-unchanged --parent= -f,--force --with-atime", Args: "list*", Does: "external(copies files to a store)", Source: restic + "; --stdin-from-command runs a program"},
		{Name: "forget prune", Args: "inert*", Flags: "-n,--dry-run!does(network(store)) -l,--keep-last= --keep-hourly= -d,--keep-daily= -w,--keep-weekly= -m,--keep-monthly= -y,--keep-yearly= --keep-within= --keep-tag= -g,--group-by= --prune --max-unused= --unsafe-allow-remove-all --repack-small", Does: "remotedelete(backups)", Source: restic},
		{Name: "dump restore cat key key/* mount", Args: "inert*", Does: "network(store) secrets(content of backups)", Style: "bare", Source: restic},
		{Name: "init copy tag rewrite migrate unlock repair repair/* rebuild-index recover self-update cache generate features options", Args: "inert*", Does: "external(change of a store)", Style: "bare", Source: restic},
	}},
	{Name: "borg", Source: borg + "; --rsh and --remote-path name programs", Flags: "-V!alone " + borgFlags, Sub: []Row{
		{Name: "list info diff", Flags: borgFlags + "--content-only --sort", Args: "inert*", Does: "network(store)", Out: "network", Source: borg},
		{Name: "check", Flags: borgFlags + "--repository-only --archives-only --verify-data --max-duration=", Args: "inert*", Does: "network(store)", Source: borg + "; --repair is a gap"},
		{Name: "delete prune compact break-lock", Flags: borgFlags + "-n,--dry-run!does(network(store)) -s,--stats --force --keep-within= --keep-last,--keep-secondly= --keep-minutely= -H,--keep-hourly= -d,--keep-daily= -w,--keep-weekly= -m,--keep-monthly= -y,--keep-yearly= --list --cleanup-commits --threshold= --save-space --cache-only --keep-security-info", Args: "inert*", Does: "remotedelete(backups)", Source: borg},
		{Name: "extract export-tar mount umount key key/* config serve", Args: "inert*", Does: "network(store) secrets(content or keys of backups)", Style: "bare", Source: borg},
		{Name: "create init rename recreate import-tar upgrade transfer with-lock benchmark/* debug debug/*", Args: "inert*", Does: "external(change of a store, or runs a program)", Style: "bare", Source: borg},
	}},
	{Name: "borgmatic duplicity duply kopia tarsnap rdiff-backup rsnapshot bup attic timeshift snapper tmutil unison syncthing lsyncd csync2 dropbox onedrive gdrive insync btrbk zfs-autobackup", Args: "inert*", Does: "opaque(copies or deletes backups)", Style: "bare", Source: "their manuals"},
}
