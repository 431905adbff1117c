package plots

import (
	"fmt"
	"strings"
)

// formats are the accepted ones, in the order in which errors name them.
var formats = []string{"png", "svg", "pdf"}

// encode draws the whole picture in memory.
func (p Picture) encode(format string) ([]byte, error) {
	var encode func(layout) ([]byte, error)
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
	if err := p.Validate(); err != nil {
		return nil, err
	}
	data, err := encode(newLayout(p))
	if err != nil {
		return nil, fmt.Errorf("plots: drawing a picture as %s: %w", format, err)
	}
	return data, nil
}
