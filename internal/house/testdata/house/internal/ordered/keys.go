package ordered

func Keys(m map[string]int) {
	for range m {
	}
}

func Values(m map[string]int) {
	for range m { // want: map-order
	}
}
