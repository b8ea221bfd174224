print("runrate")
