// Package plots draws the recompute timeline of one or more runs: how often the
// origin was asked, when, and who held the lock ([Picture]); and how the figures of
// many runs depend on a setting ([Chart]).
//
// Its guarantee: the same drawing gives the same bytes, whatever the format,
// the machine's clock or the directory it is saved to; and a file is either
// saved whole or not touched. (A PDF must carry a date; here it is always the
// first of January 2000.)
//
// All panels of a picture share their axes, so bars and instants can be
// compared across panels by eye. Nothing that happened is drawn too small to be
// seen: a count of one has a minimum height, a short lock hold a minimum width.
// The colours are from the palette of Okabe and Ito (2008), told apart by
// colour-blind readers, and differ in luminance, so a grey print works too.
package plots
