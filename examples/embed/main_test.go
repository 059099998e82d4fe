package main

func Example() {
	main()
	// Output:
	// approve  project.test
	// deny     payments.transfer
	// escalate mail.send
	// approve  git status && go test ./...
	// escalate git push
	// deny     git status && rm -rf /data
	// approve  echo "rm -rf /" > notes.md
}
