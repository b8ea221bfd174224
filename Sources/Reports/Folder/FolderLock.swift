import Glibc
import Values

/// The lock of a folder of reports, held while one is put in place: another database may publish
/// into the same folder. The kernel keeps it on the folder itself, and it goes with the process.
struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Waits while another run publishes, which takes seconds; throws where that does not end.
  init(_ path: String, milliseconds: Int = 300_000) throws {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open", path) }
    var waited = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else { throw failure("flock", path) }
      guard waited < milliseconds else { throw Failure.isBusy(path) }
      usleep(50_000)
      waited += 50
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

extension Failure {
  fileprivate static func isBusy(_ path: String) -> Failure {
    Failure(
      "another run is writing a report into \(path), and has not ended for five minutes",
      hint: "name another folder with --reports", exit: .locked)
  }
}
