// Texts on standard input as a JSON array; for each an array of the URLs that xurls' strict expression finds.
package main

import (
	"encoding/json"
	"os"

	"mvdan.cc/xurls/v2"
)

func main() {
	var texts []string
	if err := json.NewDecoder(os.Stdin).Decode(&texts); err != nil {
		panic(err)
	}
	strict := xurls.Strict()
	all := [][][]string{}
	for _, text := range texts {
		found := [][]string{}
		for _, url := range strict.FindAllString(text, -1) {
			found = append(found, []string{url})
		}
		all = append(all, found)
	}
	if err := json.NewEncoder(os.Stdout).Encode(all); err != nil {
		panic(err)
	}
}
