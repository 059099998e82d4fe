package command

// Disks, volumes and file systems. What makes, changes or wipes one destroys
// what is on it.

const (
	lvm     = "lvm(8) 2.03"
	zfs     = "zfs(8), zpool(8) 2.2"
	wipes   = "disrupts(a disk)"
	e2fs    = "e2fsprogs 1.47"
	lvmList = "-a,--all -o,--options= -O,--sort= -S,--select= --noheadings --separator= --units= -v,--verbose -q,--quiet --nosuffix -P,--partial -c,--colon -C,--columns --reportformat= --segments -m,--maps -s,--short --unbuffered --nameprefixes --unquoted --rows -d,--debug"
)

// lvmLooks and lvmWipes are commands of lvm(8), which are programs as well.
const (
	lvmLooks = "lvs vgs pvs lvdisplay vgdisplay pvdisplay lvscan vgscan pvscan lvmdiskscan"
	lvmWipes = "lvremove vgremove pvremove lvreduce lvresize lvconvert vgreduce vgsplit vgmerge pvmove lvcreate vgcreate pvcreate lvextend vgextend pvresize lvchange vgchange pvchange lvrename vgrename vgexport vgimport vgcfgrestore vgck vgmknodes"
)

const lvmChange = "-t,--test!does() -f,--force -y,--yes -v,--verbose -q,--quiet -L,--size= -l,--extents= -n,--name= -r,--resizefs -a,--activate= -s,--snapshot --type= -i,--stripes= -m,--mirrors= -T,--thin --thinpool= -d,--debug --noudevsync -u,--uuid"

var diskRows = []Row{
	{Name: "mount", Flags: "-l,--show-labels -t,--types= -v,--verbose -a,--all!privilege -o,--options=!privilege -O,--test-opts= -B,--bind -R,--rbind -M,--move -L,--label= -U,--uuid= -r,--read-only -w,--rw,--read-write -f,--fake -n,--no-mtab -i,--internal-only -m,--mkdir[=] --source=!privilege --target=!privilege", Source: utilLinux, Sub: []Row{
		changes("*", "privilege disrupts(mounted file systems)", utilLinux),
	}},
	{Name: "umount fusermount fusermount3 mount.nfs mount.cifs mount_smbfs mount_nfs sshfs s3fs gcsfuse ntfs-3g bindfs encfs gocryptfs udisksctl pmount losetup kpartx partprobe partx", Args: "inert*", Does: "privilege disrupts(mounted file systems)", Style: "bare", Source: utilLinux},
	{Name: "blkid", Flags: "-g,--garbage-collect -i,--info -k,--list-filesystems -l,--list-one -L,--label= -U,--uuid= -n,--match-types= -o,--output= -O,--offset= -p,--probe -s,--match-tag= -S,--size= -t,--match-token= -u,--usages= -d,--no-encoding -D,--no-part-details", Args: "list*", Source: utilLinux + "; a cache is a gap"},
	{Name: "fdisk", Flags: "-l,--list!does() -x,--list-details!does() -o,--output= -b,--sector-size= -u,--units[=] -s,--getsz!does() --bytes -L,--color[=]", Args: "list*", Does: wipes, Source: utilLinux},
	{Name: "sfdisk", Flags: "-l,--list!does() -d,--dump!does() -J,--json!does() -g,--show-geometry!does() -V,--verify!does() -F,--list-free!does()", Args: "list*", Does: wipes, Source: utilLinux},
	{Name: "parted", Flags: "-l,--list!does() -m,--machine -s,--script", Does: wipes, Args: "list?", Source: "parted(8) 3.5; its commands are gaps"},
	{Name: "gdisk sgdisk cgdisk cfdisk gparted", Args: "inert*", Does: wipes, Style: "bare", Source: "gdisk(8) 1.0"},
	{Name: "wipefs", Flags: "-n,--no-act -J,--json -i,--noheadings -O,--output= -p,--parsable -q,--quiet -t,--types= -a,--all!disrupts(a disk) -o,--offset=!disrupts(a disk) -f,--force -b,--backup", Args: "list*", Source: utilLinux},
	{
		Name: "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.exfat mkfs.f2fs mkfs.minix mke2fs mkdosfs mkntfs newfs newfs_msdos mkswap blkdiscard scrub wipe nwipe dban sdmem sfill sswap ddrescue dcfldd dc3dd partclone fsarchiver",
		Args: "inert*", Does: wipes, Style: "bare", Source: e2fs + ", util-linux, their manuals",
	},
	{
		Name: "badblocks debugfs e2image resize2fs xfs_growfs xfs_admin btrfstune sdparm dmraid multipath veritysetup integritysetup clevis grub-install grub-mkconfig update-grub mkinitcpio dracut update-initramfs testdisk photorec extundelete",
		Args: "inert*", Does: "privilege opaque(works on a disk or on how the machine starts)", Style: "bare", Source: "their manuals",
	},
	{Name: "tune2fs", Flags: "-l!does()", Args: "list", Does: wipes, Source: e2fs},
	{Name: "xfs_repair", Flags: "-n!does() -v", Args: "list", Does: wipes, Source: "xfs_repair(8) 6.3"},
	{Name: "hdparm", Flags: "-I -i -g -H -v -C", Args: "list+", Source: "hdparm(8) 9.65; settings are gaps"},
	{Name: "efibootmgr", Flags: "-v,--verbose", Source: "efibootmgr(8) 18; changes are gaps"},
	{Name: "mdadm", Flags: "-D,--detail -E,--examine -Q,--query -s,--scan -v,--verbose -b,--brief --export -X,--examine-bitmap -V!alone -C,--create,-A,--assemble,-S,--stop,-r,--remove,-f,--fail,-a,--add,-G,--grow,--zero-superblock!disrupts(a disk)!args(inert*)", Args: "list*", Source: "mdadm(8) 4.2"},
	{Name: "cryptsetup", Source: "cryptsetup(8) 2.6", Sub: []Row{
		{Name: "status isLuks luksUUID", Flags: "-v,--verbose", Args: "list", Source: "cryptsetup(8) 2.6"},
		changes("luksDump luksOpen open luksAddKey luksChangeKey token convert close luksClose luksSuspend luksResume benchmark", "secrets(keys of a disk)", "cryptsetup(8) 2.6"),
		changes("*", wipes, "cryptsetup(8) 2.6"),
	}},
	{Name: "btrfs", Source: "btrfs(8) 6.2", Sub: []Row{
		{Name: "filesystem/show filesystem/df filesystem/usage filesystem/du fi/show fi/df fi/usage subvolume/list subvolume/show sub/list device/stats device/usage scrub/status balance/status version", Flags: "-h -H -b -a -p -o -s --human-readable --raw", Args: "list*", Source: "btrfs(8) 6.2"},
		changes("* */*", "disrupts(file systems)", "btrfs(8) 6.2"),
	}},
	{Name: "dmsetup", Source: "dmsetup(8) 1.02", Sub: []Row{{Name: "ls info status deps version targets", Flags: "--tree -C -c -o=", Args: "inert*", Source: "dmsetup(8) 1.02"}, changes("*", "secrets(keys of a disk) disrupts(disks)", "dmsetup(8) 1.02")}},
	{Name: "fsck e2fsck fsck.ext4 fsck.xfs fsck.vfat dosfsck ntfsfix", Flags: "-N!does() -n!does() -V -v -C[=] -t= -T -A -l -f", Args: "list*", Does: wipes, Source: e2fs},
	{Name: "dumpe2fs", Flags: "-h -b -x", Args: "list", Source: e2fs + "; images are gaps"},
	{Name: "xfs_info", Args: "list", Source: "xfs_info(8) 6.3"},
	{Name: "swapon", Flags: "-s,--summary --show[=] --noheadings --raw --bytes --output-all -v,--verbose -a,--all!privilege -p,--priority=!privilege -d,--discard[=] -e,--ifexists -f,--fixpgsz -L=!privilege -U=!privilege", Source: utilLinux, Sub: []Row{changes("*", "privilege", utilLinux)}},
	{Name: "swapoff zramctl fstrim fsfreeze quotaon quotaoff edquota setquota", Args: "inert*", Does: "privilege", Style: "bare", Source: utilLinux},
	{Name: "quota repquota", Flags: "-a -u -g -s -v -q -A", Args: "inert*", Source: "quota(1) 4.06"},
	{Name: lvmLooks, Flags: lvmList, Args: "inert*", Source: lvm},
	{Name: lvmWipes, Flags: lvmChange, Args: "inert*", Does: wipes, Source: lvm},
	{Name: "lvm", Source: lvm, Sub: []Row{
		{Name: lvmLooks, Like: "*"},
		{Name: lvmWipes, Like: "*"},
		{Name: "version segtypes systemid formats lastlog help devtypes", Args: "inert?", Source: lvm},
	}},
	{Name: "zfs", Source: zfs, Sub: []Row{
		{Name: "list get holds diff version userspace groupspace projectspace", Flags: "-H -p -r -d= -o= -s= -S= -t= -F -n -i", Args: "inert*", Source: zfs},
		changes("destroy rollback", wipes, zfs),
		changes("*", "disrupts(file systems)", zfs),
	}},
	{Name: "zpool", Source: zfs, Sub: []Row{
		{Name: "status list iostat history get version events", Flags: "-v -x -H -p -L -P -o= -T= -D -t -i -l -g -s -y -n", Args: "inert*", Source: zfs + "; -c runs a script"},
		changes("destroy labelclear", wipes, zfs),
		changes("*", "disrupts(disks)", zfs),
	}},
	{Name: "smartctl", Flags: "-i,--info -a,--all -x,--xall -H,--health -A,--attributes -c,--capabilities -l,--log= -d,--device= --scan -j,--json[=] -q,--quietmode= -n,--nocheck=", Args: "list*", Source: "smartctl(8) 7.3; tests and settings are gaps"},
	{Name: "nvme", Source: "nvme(1) 2.3", Sub: []Row{{Name: "list smart-log id-ctrl id-ns list-subsys error-log", Flags: "-o,--output-format= -v,--verbose -H,--human-readable", Args: "list?", Source: "nvme(1) 2.3"}, changes("*", wipes, "nvme(1) 2.3")}},
	{Name: "filefrag", Flags: "-v -b -e -k -s", Args: "list+", Source: e2fs},
	{Name: "e4defrag", Flags: "-v -c!args(list+)!does()", Args: "edit+", Does: "doubts(moves files on a disk)", Source: e2fs},
	{Name: "qemu-system-x86_64 qemu-system-aarch64 qemu-img qemu-nbd virsh virt-install VBoxManage vboxmanage vmrun xl prlctl utmctl tart lume vmware", Args: "inert*", Does: "opaque(runs or changes virtual machines)", Style: "bare", Source: "their manuals"},
}
