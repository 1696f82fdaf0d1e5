module exact

go 1.19
