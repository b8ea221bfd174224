import Glibc

/// What the system calls an error: `No space left on device`.
func systemMessage(_ errno: Int32) -> String { String(cString: strerror(errno)) }
