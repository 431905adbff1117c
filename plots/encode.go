package plots

import (
	"fmt"
	"strings"

	"gonum.org/v1/plot/vg"
)

// formats are the accepted ones, in the order in which errors name them.
var formats = []string{"png", "svg", "pdf"}

// sheet is a drawing made ready: measured, and to be painted from top to bottom.
type sheet struct {
	title         string
	width, height vg.Length
	draw          func(page)
}

// encode paints a whole sheet in memory, if what it shows is valid.
func encode(format string, invalid error, ready func() sheet) ([]byte, error) {
	var encode func(sheet) ([]byte, error)
	switch format {
	case "png":
		encode = encodePNG
	case "svg":
		encode = encodeSVG
	case "pdf":
		encode = encodePDF
	default:
		return nil, fmt.Errorf("plots: unknown format %q; accepted: %s", format, strings.Join(formats, ", "))
	}
	if invalid != nil {
		return nil, invalid
	}
	data, err := encode(ready())
	if err != nil {
		return nil, fmt.Errorf("plots: drawing a picture as %s: %w", format, err)
	}
	return data, nil
}
