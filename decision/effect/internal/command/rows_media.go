package command

// Programs for pictures, sound and film. To ffmpeg and ImageMagick a word with
// a colon names a protocol or a coder that fetches, writes or runs something,
// one with "|" a program: role local.

// magickFlags are settings of ImageMagick that mean nothing outside it.
const magickFlags = "-resize= -crop= -quality= -rotate= -background= -gravity= -extent= -geometry= -flatten -append -strip -trim " +
	"-colorspace= -density= -depth= -alpha= -negate -normalize -blur= -sharpen= -threshold= -format=one(@*)!opaque(a format from a " +
	"file) -format= -define=one(jpeg:*,png:*,webp:*,gif:*,tiff:*) -thumbnail= -scale= -sample= -flip -flop -border= -bordercolor= " +
	"-fuzz= -transparent= -fill= -stroke= -strokewidth= -pointsize= -font= -monochrome -type= -colors= -dither= -delay= -loop= " +
	"-coalesce -layers= -compose= -composite -tile= -auto-orient -units= -interlace= -sampling-factor= -modulate= -gamma= -level= " +
	"-auto-level -auto-gamma -brightness-contrast= -contrast -sepia-tone= -charcoal= -edge= -emboss= -paint= -shave= -splice= -roll= " +
	"-repage +repage -page= -size= -metric= -verbose -quiet -ping -identify +append -adjoin +adjoin -morph= -average -compress= " +
	"-opaque= -swirl= -implode= -wave= -shadow= -unsharp= -despeckle -enhance -equalize -grayscale= -channel= -separate -combine " +
	"-virtual-pixel= -distort== -liquid-rescale= -version!alone -list=!alone"

var mediaRows = []Row{
	{Name: "magick", Style: "single", Flags: magickFlags, Args: "local(read)+ local(write)",
		Source: "magick(1) 7; a word with a colon names a coder, one with | a program", Sub: []Row{
			{Name: "convert", Flags: magickFlags, Style: "single", Args: "local(read)+ local(write)", Source: "convert(1) 7"},
			{Name: "identify", Style: "single", Flags: "-verbose -format=one(@*)!opaque(a format from a file) -format= -ping -quiet",
				Args: "local(read)+", Source: "identify(1) 7"},
			{Name: "mogrify", Flags: magickFlags + " -path=tree", Style: "single", Args: "local(edit)+", Source: "mogrify(1) 7"},
			{Name: "compare montage composite", Flags: magickFlags, Style: "single", Args: "local(read)+ local(write)", Source: "compare(1) 7"},
		}},
	{Name: "convert compare montage composite", Style: "single", Flags: magickFlags, Args: "local(read)+ local(write)",
		Source: "convert(1) ImageMagick 6"},
	{Name: "identify", Style: "single", Flags: "-verbose -format=one(@*)!opaque(a format from a file) -format= -ping -quiet",
		Args: "local(read)+", Source: "identify(1) ImageMagick 6"},
	{Name: "mogrify", Flags: magickFlags + " -path=tree", Style: "single", Args: "local(edit)+", Source: "mogrify(1) ImageMagick 6"},
	{Name: "ffmpeg", Style: "single",
		Flags: "-i=local(read) -y -n -ss= -t= -to= -c= -c:v= -c:a= -c:s= -codec= -codec:v= -codec:a= -vcodec= -acodec= -b:v= -b:a= " +
			"-crf= -preset= -r= -s= -ar= -ac= -an -vn -sn " +
			"-f=one(mp4,mp3,wav,ogg,webm,gif,null,image2,matroska,mov,flac,avi,mpegts,s16le) -map= -pix_fmt= -movflags= -loglevel= -v= " +
			"-hide_banner -nostdin -stats -nostats -threads= -q:v= -q:a= -qscale:v= -frames:v= -vframes= -aspect= -g= -bf= -profile:v= " +
			"-level= -tune= -shortest -af=one(volume=*,loudnorm*,atempo=*,afade=*,aresample=*,silenceremove=*,anull) " +
			"-vf=one(scale=*,fps=*,crop=*,transpose=*,format=*,fade=*,hflip,vflip,pad=*,rotate=*,setpts=*) -metadata= -disposition:* " +
			"-map_metadata= -copyts -version!alone -formats!alone -codecs!alone -filters!alone -encoders!alone -decoders!alone",
		Args: "local(write)?", Source: "ffmpeg(1) 7; inputs by protocol (concat:, http:, tcp:) are no files, other filters can read files"},
	{Name: "ffprobe", Style: "single",
		Flags: "-v= -loglevel= -show_streams -show_format -show_frames -show_packets -show_chapters -show_entries= -show_error " +
			"-select_streams= -of= -print_format= -hide_banner -i=local(read) -count_frames -count_packets -pretty -unit -sexagesimal " +
			"-read_intervals= -version!alone -sections!alone",
		Args: "local(read)?", Out: "content", Source: "ffprobe(1) 7"},
	{Name: "mediainfo exiv2 pngcheck jpeginfo", Flags: "-f,--Full --Output= -p= -v -q -c -pa", Args: "read+", Out: "content", Source: "mediainfo(1)"},
	{Name: "exiftool", Style: "single",
		Flags: "-a -s -s2 -s3 -S -g -g1 -G -G1 -j -json -csv -X -t -T -n -d= -b -u -U -h -l -e -r -q -m -f -F -ext= -if=!opaque(a " +
			"condition is code) -ver!alone -listx!alone -Make -Model -DateTimeOriginal -CreateDate -ImageSize -GPSPosition " +
			"-GPSLatitude -GPSLongitude -FileType -MIMEType -FileSize -Orientation -common -fast -fast2 -c= -x= -list!alone " +
			"-All=!edits -all=!edits -overwrite_original!edits -P -tagsfromfile=!edits -TagsFromFile=!edits -colorspacetags " +
			"-orientation -icc_profile",
		Args: "read+", Out: "content", Source: "exiftool(1) 13; -config and -p load code and formats, -o and -w write elsewhere"},
	{Name: "optipng", Style: "single", Flags: "-o= -q,-quiet -strip= -out=write -dir=tree -keep -preserve -simulate -v", Args: "edit+",
		Source: "optipng(1)"},
	{Name: "pngquant oxipng jpegoptim",
		Flags: "-o= -f,--force -q --quality= --ext= --output=write --strip= -s,--strip-all -m= --speed= --skip-if-larger -v,--verbose " +
			"-p -n -d,--dest=tree",
		Args: "edit+", Does: "tree(.)", Source: "pngquant(1), jpegoptim(1)"},
	{Name: "cwebp dwebp gif2webp", Style: "single", Flags: "-q= -o=write -lossless -m= -quiet -mt -resize==", Args: "local(read)+",
		Source: "cwebp(1)"},
	{Name: "gifsicle",
		Flags: "-o,--output=write -O[=] --optimize[=] --colors= --delay= --loop[=] -b,--batch!edits --resize= --lossy[=] -I,--info",
		Args:  "read+", Out: "content", Source: "gifsicle(1)"},
	{Name: "svgo",
		Flags: "-i,--input=read -o,--output=write -f,--folder=tree -r,--recursive --multipass --pretty --indent= -q,--quiet " +
			"-p,--precision= --config=project",
		Args: "edit*", Does: "project", Source: "svgo --help"},
	{Name: "sox soxi play rec", Args: "inert*", Does: "opaque(devices and effects)", Source: "sox(1)"},
}
