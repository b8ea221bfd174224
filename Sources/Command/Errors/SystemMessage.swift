import Glibc

/// What the system calls an error: `No space left on device`.
func systemMessage(_ errno: Int32) -> String { String(cString: strerror(errno)) }

/// What to do about an error of the system that a person can do something about.
func systemHint(_ errno: Int32) -> String? {
  switch errno {
  case ENOENT: "check the name; a folder to write into has to exist"
  case EACCES, EPERM, EROFS: "check its permissions (ls -l), or name another place"
  case ENOSPC, EDQUOT: "make room there (df), or name another place"
  default: nil
  }
}
