package workload

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// column is the meaning of a column.
type column uint8

const (
	timeColumn column = iota
	keyColumn
	operationColumn
	ttlColumn
	sizeColumn
	ignoredColumn
)

// columnName is a name that a header may use.
type columnName struct {
	name   string
	column column
}

var columnNames = []columnName{
	{"time", timeColumn},
	{"key", keyColumn},
	{"op", operationColumn},
	{"ttl", ttlColumn},
	{"size", sizeColumn},
	{"timestamp", timeColumn},
	{"seconds", timeColumn},
	{"operation", operationColumn},
	{"value_size", sizeColumn},
	{"key_size", ignoredColumn},
	{"client", ignoredColumn},
	{"client_id", ignoredColumn},
}

// layout is the meaning of the columns of a trace. The zero value is not known
// yet.
type layout struct {
	columns    []column
	least      int  // how many columns a line must have
	commaInKey bool // what is too many belongs to the key
	header     bool // the trace names its columns
	form       string
}

// The columns of the formats of a trace; those in brackets can be left out.
const (
	PlainForm      = "time,key[,op[,ttl[,size]]]"
	ProductionForm = "seconds,key,key size,value size,client,operation,TTL"
)

var layouts = [...]layout{
	DetectFormat: {},
	PlainFormat: {
		columns: []column{timeColumn, keyColumn, operationColumn, ttlColumn, sizeColumn},
		least:   2, form: PlainForm,
	},
	ProductionFormat: {
		columns: []column{timeColumn, keyColumn, ignoredColumn, sizeColumn, ignoredColumn, operationColumn, ttlColumn},
		least:   7, form: ProductionForm, commaInKey: true,
	},
}

// isHeader tells a header from a request by its first field, which begins no
// number.
func isHeader(line []byte) bool { return strings.IndexByte("0123456789.+-\"", line[0]) < 0 }

// parseHeader reads the meaning of the columns from their names.
func parseHeader(line string) (layout, error) {
	l := layout{header: true, form: line}
	for name := range strings.SplitSeq(line, ",") {
		plain := strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(strings.TrimSpace(name)))
		i := slices.IndexFunc(columnNames, func(c columnName) bool { return c.name == plain })
		if i < 0 {
			return l, fmt.Errorf("neither a request nor a header, for there is no column %s; accepted are %s", quote(name), PlainForm+" and "+ProductionForm)
		}
		c := columnNames[i].column
		if c != ignoredColumn && slices.Contains(l.columns, c) {
			return l, fmt.Errorf("a second column %s; accepted is one of each", quote(name))
		}
		l.columns = append(l.columns, c)
	}
	l.least = len(l.columns)
	for _, c := range columnNames[:keyColumn+1] {
		if !slices.Contains(l.columns, c.column) {
			return l, fmt.Errorf("the header has no column %s; accepted is one with time and key", c.name)
		}
	}
	return l, nil
}

// detect finds the layout of a trace by its first request.
func detect(line []byte) (layout, error) {
	_, rest, _ := bytes.Cut(line, comma)
	if bytes.HasPrefix(trimSpace(rest), quotes) {
		return layouts[PlainFormat], nil
	}
	n := bytes.Count(line, comma) + 1
	plain, production := &layouts[PlainFormat], &layouts[ProductionFormat]
	switch {
	case n >= plain.least && n <= len(plain.columns):
		return *plain, nil
	case n >= production.least && endsInOperation(line):
		return *production, nil
	}
	return layout{}, fmt.Errorf("%s; accepted are %s and %s", columnCount(n), PlainForm, ProductionForm)
}

// endsInOperation tells whether the last column but one is an operation.
func endsInOperation(line []byte) bool {
	line = line[:bytes.LastIndexByte(line, ',')]
	_, ok := operationOf(bytes.ToLower(trimSpace(line[bytes.LastIndexByte(line, ',')+1:])))
	return ok
}

func columnCount(n int) string {
	if n == 1 {
		return "1 column"
	}
	return fmt.Sprintf("%d columns", n)
}
