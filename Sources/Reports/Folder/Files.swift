import Glibc
import Values

/// Writes a new file and brings it to the disk.
func writeFile(_ bytes: [UInt8], to path: String, mode: ReportMode = .masked) throws {
  let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
  let file = try opened(path, flags, mode: mode.file)
  defer { close(file) }
  guard bytes.withUnsafeBytes({ FileTransfer.writeAll($0, to: file) }) else {
    throw failure("write", path)
  }
  guard !mode.isExact || fchmod(file, mode.file) == 0 else { throw failure("fchmod", path) }
  guard fsync(file) == 0 else { throw failure("fsync", path) }
}

/// Brings what is known of a file or folder to the disk.
func sync(_ path: String) throws {
  let file = try opened(path, O_RDONLY | O_CLOEXEC)
  defer { close(file) }
  guard fsync(file) == 0 else { throw failure("fsync", path) }
}

private func opened(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws -> Int32 {
  let file = open(path, flags, mode)
  guard file >= 0 else { throw failure("open", path) }
  return file
}

/// A system call failed: which, on what, and why.
func failure(_ call: String, _ path: String, errno: Int32 = errno) -> Failure {
  Failure(
    "\(path) cannot be written: \(systemMessage(errno)) (\(call))", hint: systemHint(errno),
    exit: .cannotWrite)
}

/// Removes a file, or a folder with its content; follows no link. Nothing is no error.
func removeTree(_ path: String) throws {
  var status = stat()
  guard lstat(path, &status) == 0 else {
    guard errno == ENOENT else { throw failure("lstat", path) }
    return
  }
  guard status.st_mode & S_IFMT == S_IFDIR else {
    guard unlink(path) == 0 else { throw failure("unlink", path) }
    return
  }
  for name in try entries(of: path) { try removeTree(path + "/" + name) }
  guard rmdir(path) == 0 else { throw failure("rmdir", path) }
}

/// The names in a folder, sorted.
package func entries(of path: String) throws -> [String] {
  guard let folder = opendir(path) else { throw failure("opendir", path) }
  defer { closedir(folder) }
  var names: [String] = []
  errno = 0
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != "." && name != ".." { names.append(name) }
    errno = 0
  }
  guard errno == 0 else { throw failure("readdir", path) }
  return names.sorted()
}

func makeFolder(_ path: String, mode: ReportMode = .masked) throws {
  guard mkdir(path, mode.folder) == 0 else { throw failure("mkdir", path) }
  guard !mode.isExact || chmod(path, mode.folder) == 0 else { throw failure("chmod", path) }
}

/// Gives a file that a library has written the mode of all others.
func restrict(_ path: String, to mode: ReportMode) throws {
  var status = stat()
  guard stat(path, &status) == 0 else { throw failure("stat", path) }
  let wanted = mode.isExact ? mode.file : status.st_mode & mode.file
  guard chmod(path, wanted) == 0 else { throw failure("chmod", path) }
}

/// What stands at a path, without following a link.
enum PathKind { case nothing, folder, link, other }

func kind(of path: String) throws -> PathKind {
  var status = stat()
  guard lstat(path, &status) == 0 else {
    guard errno == ENOENT else { throw failure("lstat", path) }
    return .nothing
  }
  switch status.st_mode & S_IFMT {
  case S_IFDIR: return .folder
  case S_IFLNK: return .link
  default: return .other
  }
}
