package command

// windowsRows are commands of Windows. Their paths and their quoting are not
// understood, so that they are gaps whatever they do.
var windowsRows = []Row{
	{Name: "copy xcopy robocopy move ren rename md attrib icacls cacls takeown mklink fsutil compact cipher", Args: "inert*", Does: windows, Style: "bare", Source: "Windows commands reference"},
	{Name: "reg reg.exe regedit regsvr32 rundll32 mshta wscript cscript msiexec installutil bitsadmin forfiles", Args: "inert*", Does: "persistence " + windows, Style: "bare", Source: "Windows commands reference"},
	{Name: "net net.exe net1 netsh sc sc.exe schtasks wmic taskkill tskill bcdedit vssadmin wbadmin wevtutil diskpart format chkdsk bootrec secedit gpupdate auditpol runas psexec setx dism sfc", Args: "inert*", Does: "privilege disrupts(system settings) " + windows, Style: "bare", Source: "Windows commands reference"},
	{Name: "tasklist systeminfo ipconfig ver driverquery quser wsl wsl.exe nltest dsquery findstr where where.exe", Args: "inert*", Does: windows, Style: "bare", Source: "Windows commands reference"},
}

const windows = "opaque(a command of Windows)"
