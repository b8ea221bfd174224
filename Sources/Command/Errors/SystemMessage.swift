import Glibc

/// What the system calls an error: `No space left on device`.
func systemMessage(_ errno: Int32) -> String { String(cString: strerror(errno)) }

/// What to do about an error of the system that a person can do something about.
func systemHint(_ errno: Int32) -> String? {
  switch errno {
  case ENOENT: "look at the name; a folder that is written into has to be there"
  case EACCES, EPERM, EROFS: "see who may use it (ls -l), or name another place"
  case ENOSPC, EDQUOT: "make room there (df), or name another place"
  default: nil
  }
}
