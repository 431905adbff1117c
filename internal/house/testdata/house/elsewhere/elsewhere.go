package elsewhere // want: row
