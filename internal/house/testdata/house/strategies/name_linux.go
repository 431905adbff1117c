package strategies // want: build-tag
