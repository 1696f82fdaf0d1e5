// Prints the URLs of standard input, through the functions for C.
//
//	cargo build --release && go run ./examples/go < letter.txt
package main

/*
#cgo CFLAGS: -I${SRCDIR}/../..
#cgo LDFLAGS: -L${SRCDIR}/../../target/release -l:liburlgrep.a -lm -ldl -lpthread
#include <stdlib.h>
#include "urlgrep.h"
*/
import "C"

import (
	"fmt"
	"io"
	"log"
	"os"
	"unsafe"
)

// URLs returns the URLs of a text.
func URLs(text []byte) ([]string, error) {
	if len(text) == 0 {
		return nil, nil
	}
	start, length := (*C.uint8_t)(unsafe.Pointer(&text[0])), C.size_t(len(text))
	var found C.UrlgrepArrays
	// First the numbers. Go's arrays may not stand in a struct that C gets, so C's are used.
	if status := C.urlgrep_extract(0, start, length, &found); status != C.URLGREP_OK {
		return nil, fmt.Errorf("urlgrep_extract: status %d", status)
	}
	found.matches = (*C.UrlgrepMatch)(C.calloc(found.match_count+1, C.sizeof_UrlgrepMatch))
	defer C.free(unsafe.Pointer(found.matches))
	found.urls = (*C.uint8_t)(C.calloc(found.urls_length+1, 1))
	defer C.free(unsafe.Pointer(found.urls))
	if found.matches == nil || found.urls == nil {
		return nil, fmt.Errorf("no memory for %d matches", found.match_count)
	}
	if status := C.urlgrep_extract(0, start, length, &found); status != C.URLGREP_OK {
		return nil, fmt.Errorf("urlgrep_extract: status %d", status)
	}
	all := C.GoBytes(unsafe.Pointer(found.urls), C.int(found.urls_length))
	var urls []string
	for _, match := range unsafe.Slice(found.matches, found.match_count) {
		urls = append(urls, string(all[match.url.start:match.url.end]))
	}
	return urls, nil
}

func main() {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	urls, err := URLs(text)
	if err != nil {
		log.Fatal(err)
	}
	for _, url := range urls {
		fmt.Println(url)
	}
}
