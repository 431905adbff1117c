package workload

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// countingFile tells how much of a file has been read.
type countingFile struct {
	*os.File
	progress    func(read, total int64)
	read, total int64
	told        int64
}

func (f *countingFile) Read(b []byte) (int, error) {
	n, err := f.File.Read(b)
	f.read += int64(n)
	// Decompressors read little at a time.
	if f.progress != nil && (f.read-f.told >= lineMax || err != nil && f.read > f.told) {
		f.told = f.read
		f.progress(f.read, f.total)
	}
	return n, err
}

// inflating reads what another reader decompresses, and closes both.
type inflating struct {
	io.Reader
	closeReader func()
	file        io.Closer
}

func (r *inflating) Close() error {
	r.closeReader()
	return r.file.Close()
}

// decompress returns the contents of a file with that ending.
func decompress(file io.ReadCloser, ending string) (io.ReadCloser, error) {
	switch ending {
	case ".gz":
		r, err := gzip.NewReader(file)
		if err != nil {
			return nil, fmt.Errorf("cannot be decompressed: %w; accepted is gzip, for the name ends in .gz", cause(err))
		}
		return &inflating{r, func() { r.Close() }, file}, nil
	case ".zst":
		// With one decoder it works where it is called, not ahead in goroutines.
		r, err := zstd.NewReader(file, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, fmt.Errorf("cannot be decompressed: %w; accepted is zstd, for the name ends in .zst", cause(err))
		}
		return &inflating{r, r.Close, file}, nil
	}
	return file, nil
}

// compressedAs recognises the first bytes of a compressed file.
func compressedAs(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("\x1f\x8b")):
		return "gzip"
	case bytes.HasPrefix(b, []byte("\x28\xb5\x2f\xfd")):
		return "zstd"
	}
	return ""
}

// cause leaves out what an error says of the file besides the reason.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
