package injection

import "sync"

// accented are Latin letters with marks, and small capitals.
var accented = sync.OnceValue(func() map[rune]rune {
	return letters(`aàáâãäåāăąᴀ bʙ cçćčᴄ dďđᴅ eèéêëēęěᴇ fꜰ gğģɢ hʜ iìíîïīįıɪ jᴊ kķᴋ lłļľʟ mᴍ nñńňɴ oòóôõöøōőᴏ pᴘ rŕřʀ
		sśšşßꜱ tťţᴛ uùúûüūůűᴜ vᴠ wŵᴡ yýÿʏ zźżžᴢ`)
})

// alike are letters of other scripts that look like a Latin one: Cyrillic,
// Greek, Armenian, Cherokee. They count in words that hold Latin letters too.
var alike = sync.OnceValue(func() map[rune]rune {
	return letters(`aаαɑ bвβ cсϲ dԁ eеεҽ gԍɡ hһнհ iіιї jјϳ kкκ lӏⅼ mмⅿ nոпη oоοօσ pрρ qԛզ rгⲅ sѕꮪ tтτ uцսυ vѵν wԝшω xхχ yуγү zᴢ`)
})

// digits are figures and signs that stand for letters.
var digits = sync.OnceValue(func() map[rune]rune {
	return map[rune]rune{'0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', '$': 's', '!': 'i'}
})
