package ordered // want: exception

func Keys() {}
