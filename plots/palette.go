package plots

import "image/color"

// What is counted takes its colour from the palette of Okabe and Ito (2008).
// The three kinds of bar differ in luminance (L* about 6, 46 and 71), so they
// keep their order of darkness in grey.
var (
	colOnMiss    = color.RGBA{0x14, 0x14, 0x14, 0xFF} // black, softened
	colEarly     = color.RGBA{0x00, 0x72, 0xB2, 0xFF} // blue
	colDuplicate = color.RGBA{0xE6, 0x9F, 0x00, 0xFF} // orange
	colHold      = color.RGBA{0x56, 0xB4, 0xE9, 0xFF} // sky blue
	colLost      = color.RGBA{0xD5, 0x5E, 0x00, 0xFF} // vermilion
	colError     = color.RGBA{0xB0, 0x3A, 0x7C, 0xFF} // reddish purple, darkened
	colWaiting   = color.RGBA{0x9A, 0xA0, 0xA8, 0xFF} // grey: it is no event
)

// Everything else is grey, but the ground of faults.
var (
	colPaper  = color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}
	colText   = color.RGBA{0x22, 0x22, 0x22, 0xFF}
	colSoft   = color.RGBA{0x5F, 0x64, 0x6B, 0xFF} // text of second rank
	colAxis   = color.RGBA{0x8A, 0x8F, 0x96, 0xFF}
	colGrid   = color.RGBA{0xE7, 0xE9, 0xEC, 0xFF}
	colStrip  = color.RGBA{0xF5, 0xF6, 0xF8, 0xFF} // the ground of locks, and of a start that counts for no peak
	colMark   = color.RGBA{0x6E, 0x73, 0x7A, 0xFF} // of an expiry
	colFault  = color.RGBA{0xF6, 0xE3, 0xEE, 0xFF} // the palette's reddish purple, pale: a ground to draw on
	colThread = color.RGBA{0xBE, 0xC2, 0xC8, 0xFF} // from the mark down to the bars
)
