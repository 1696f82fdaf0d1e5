// Prints the URLs of standard input, through the functions for C.
//
//	cargo build --release && go run ./examples/go < letter.txt
package main

/*
#cgo CFLAGS: -I${SRCDIR}/../..
#cgo LDFLAGS: -L${SRCDIR}/../../target/release -l:liburlgrep.a -lm -ldl -lpthread
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

// URLs returns the URLs of a text, each in one piece.
func URLs(text []byte) ([]string, error) {
	if len(text) == 0 {
		return nil, nil
	}
	matches, segments := make([]C.UrlgrepMatch, 64), make([]C.UrlgrepSpan, 64)
	for {
		found, pieces := C.size_t(len(matches)), C.size_t(len(segments))
		status := C.urlgrep_extract(0, (*C.uint8_t)(unsafe.Pointer(&text[0])), C.size_t(len(text)),
			&matches[0], &found, &segments[0], &pieces)
		switch {
		case status < 0:
			return nil, fmt.Errorf("urlgrep_extract: status %d", status)
		case status == C.URLGREP_MORE:
			matches, segments = make([]C.UrlgrepMatch, found), make([]C.UrlgrepSpan, pieces)
			continue
		}
		var urls []string
		for _, match := range matches[:found] {
			var url []byte
			for _, segment := range segments[match.first_segment:][:match.segments] {
				url = append(url, text[segment.start:segment.end]...)
			}
			urls = append(urls, string(url))
		}
		return urls, nil
	}
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
