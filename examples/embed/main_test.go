package main

func Example() {
	main()
	// Output:
	// project.test approve  <nil>
	// payments.transfer deny  <nil>
	// mail.send escalate unsettled <nil>
}
