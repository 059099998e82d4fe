module github.com/flux7-go/supervisor/examples

go 1.26

require github.com/flux7-go/supervisor v0.0.0

require (
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/spf13/cobra v1.10.2 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	github.com/stretchr/testify v1.12.1 // indirect
)

replace github.com/flux7-go/supervisor => ../
