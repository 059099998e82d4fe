package command

const macos = "manuals of macOS 15"

// macosRows are programs that only macOS has. What defaults and profiles hold,
// the pasteboard and pictures of the screen may be private.
var macosRows = []Row{
	{Name: "launchctl", Source: macos, Sub: []Row{
		{Name: "list print print-disabled print-cache blame version hostinfo managername manageruid managerpid limit help", Flags: "-x", Args: "inert*", Source: macos},
		changes("getenv", "secrets(environment)", macos),
		changes("*", "persistence disrupts(services)", macos),
	}},
	{Name: "defaults", Flags: "-currentHost -host=!opaque(another machine)", Style: "single", Source: macos, Sub: []Row{
		{Name: "read read-type domains find help", Flags: "-g,-globalDomain,-app", Args: "inert*", Style: "single", Out: "content", Source: macos},
		changes("export", "opaque(writes a file)", macos),
		changes("*", "persistence disrupts(settings)", macos),
	}},
	{Name: "plutil", Flags: "-p!args(read+) -lint!args(read+) -s -r -e= -o=write -convert= -extract==!args(inert read) -type=!args(read) -help!alone", Args: "edit+", Style: "single", Out: "content", Source: macos},
	{Name: "PlistBuddy", Args: "inert*", Does: "opaque(changes property lists)", Style: "bare", Source: macos},
	{Name: "diskutil", Source: macos, Sub: []Row{
		{Name: "list info activity apfs/list apfs/listCryptoUsers apfs/listSnapshots cs/list appleRAID/list listFilesystems", Flags: "-plist -all", Args: "inert*", Style: "single", Source: macos},
		changes("eraseDisk eraseVolume reformat zeroDisk randomDisk secureErase partitionDisk apfs/deleteContainer apfs/deleteVolume apfs/deleteSnapshot apfs/eraseVolume", wipes, macos),
		changes("* */*", "disrupts(disks)", macos),
	}},
	{Name: "hdiutil", Source: macos, Sub: []Row{{Name: "info imageinfo verify isencrypted", Flags: "-plist -quiet", Args: "read?", Style: "single", Source: macos}, changes("*", "disrupts(mounted file systems) opaque(mounts or makes an image)", macos)}},
	{Name: "networksetup", Style: "single", Args: "inert*", Source: macos + "; setting is a gap", Flags: "-listallhardwareports -listallnetworkservices -listnetworkserviceorder -getinfo= -getdnsservers= -getsearchdomains= -getwebproxy= -getsecurewebproxy= -getairportnetwork= -getairportpower= -getmacaddress= -getcurrentlocation -listlocations -getcomputername -version"},
	{Name: "scutil", Flags: "--dns --proxy --nwi --get= -r= --nc!opaque(a connection)", Args: "", Source: macos + "; setting and its prompt are gaps", Does: ""},
	{Name: "system_profiler", Flags: "-detailLevel= -listDataTypes -xml -json -timeout= -nospawn", Args: "inert*", Style: "single", Source: macos},
	{Name: "ioreg", Flags: "-a -b -c= -d= -f -i -k= -l -n= -p= -r -S -t -w= -x -z", Source: macos},
	{Name: "csrutil", Source: macos, Sub: []Row{{Name: "status", Source: macos}, changes("*", "privilege disrupts(protection)", macos)}},
	{Name: "spctl", Flags: "--status --assess,-a!args(read*) -v,--verbose -t,--type=", Source: macos + "; changes are gaps"},
	{Name: "codesign", Flags: "-d,--display -v,--verify -vv -vvv -dv -dvv -dvvv --verbose[=] --deep --strict[=] --entitlements=one(-,:-) -R=", Args: "read+", Source: macos + "; signing is a gap"},
	{Name: "xattr", Flags: "-l -p!args(inert list+) -r!deep -s -v -x ", Args: "list+", Source: macos},
	{Name: "chflags", Flags: "-R!deep -h -f -H -L -P -v -x", Args: "inert props+", Does: "opaque(hides or locks files)", Source: macos},
	{Name: "mdfind", Flags: "-onlyin=list -name= -count -live -0 -literal -interpret", Args: "inert*", Style: "single", Out: "names", Does: "deep", Source: macos},
	{Name: "mdls GetFileInfo", Flags: "-name= -raw -plist=write -nullMarker=", Args: "list+", Style: "single", Source: macos},
	{Name: "pmset", Flags: "-g!args(inert*)!does()", Args: "inert*", Does: "disrupts(power settings)", Source: macos},
	{Name: "pbcopy", Flags: "-pboard= -Prefer=", In: "data", Style: "single", Source: macos},
	{Name: "pbpaste", Args: "inert*", Does: "secrets(the pasteboard)", Style: "bare", Out: "content", Source: macos},
	{Name: "xclip xsel wl-paste wl-copy clip clip.exe", Args: "inert*", Does: "secrets(the clipboard)", Style: "bare", Source: "their manuals"},
	{Name: "screencapture scrot gnome-screenshot grim flameshot maim xwd xwud xdotool ydotool wtype cliclick imagesnap fswebcam arecord", Args: "inert*", Does: "secrets(what the screen, camera or microphone shows)", Style: "bare", Source: "their manuals"},
	{Name: "open xdg-open gio gvfs-open start explorer explorer.exe wslview sensible-browser x-www-browser google-chrome chromium firefox safaridriver", Args: "inert*", Does: "opaque(starts the program that a file or address calls for)", Style: "bare", Source: "their manuals"},
	{Name: "say espeak spd-say notify-send terminal-notifier afplay aplay paplay mpg123 mpv vlc", Args: "inert*", Does: "external(plays or shows something to the user)", Style: "bare", Source: "their manuals"},
	{Name: "tccutil profiles systemsetup bless installer kickstart ditto pluginkit lsregister sfltool fdesetup csreq pwpolicy ", Args: "inert*", Does: "privilege disrupts(settings)", Style: "bare", Source: macos},
	{Name: "dscacheutil", Flags: "-q= -a== -statistics -configuration -cachedump -buckets -entries= -flushcache!disrupts(a cache)", Style: "single", Source: macos},
	{
		Name: "dscl", Flags: "-list,-ls,-read,-readall,-search,-cat!does(list(/etc/passwd)) -plist -url -q -raw -create,-append,-merge,-delete,-change,-changei,-passwd,-mcxset,-mcxdelete!privilege!persistence", Style: "single",
		Args: "one(.,localhost,/Local/Default,/Search) one(/*)? not(*hadow*,*assword*)*", Source: macos + "; commands without a dash are gaps",
	},
	{Name: "dsmemberutil", Args: "inert*", Flags: "-U= -u= -G= -g=", Style: "single", Source: macos},
	{Name: "nvram", Flags: "-p -x", Args: "not(*=*)?", Style: "single", Source: macos + "; setting and deleting are gaps"},
	{Name: "pkgutil", Flags: "--pkgs[=] --files= --pkg-info= --file-info= --check-signature= --packages --pkgs-plist", Source: macos + "; --forget is a gap"},
	{Name: "lipo", Flags: "-info!args(read+) -archs!args(read+) -verify_arch=", Args: "", Style: "single", Source: macos},
	{Name: "sample spindump vm_stat memory_pressure", Args: "inert*", Flags: "-s -p= -c=", Source: macos + "; other flags are gaps"},
}
