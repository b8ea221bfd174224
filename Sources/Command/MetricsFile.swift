import Alerts
import Foundation
import Metrics
import Store
import Synchronization
import Values

/// The file of `--metrics`: gathers what a command tells monitoring of itself while it runs.
final class MetricsFile: Sendable {
  /// That of the command at hand; nil where none is asked for.
  @TaskLocal static var current: MetricsFile?

  private let path: String
  private let metrics = Mutex(RunMetrics(ended: .now))

  /// Throws where the file could not be read and written in the end.
  init(_ path: String) throws {
    guard path.hasSuffix(".prom") else {
      throw Failure.usage(
        "--metrics \(path) does not end with .prom",
        hint: "node_exporter reads no other files; name it runrate.prom")
    }
    self.path = path
    try Self.requireFolder(of: path)
    _ = try Self.content(of: path)
  }

  private static func requireFolder(of path: String) throws {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else {
      throw Failure(
        "\(folder), the folder of --metrics, does not exist",
        hint: "make it, or name the folder that node_exporter reads "
          + "(--collector.textfile.directory)",
        exit: .cannotWrite)
    }
    guard access(folder, W_OK) == 0 else { throw Failure.cannotWrite(folder, errno) }
  }

  /// What was read.
  func add(_ run: RunRecord) {
    metrics.withLock {
      $0.lines = [
        RunMetrics.Lines("accepted", run.accepted), RunMetrics.Lines("duplicate", run.duplicate),
        RunMetrics.Lines("ignored", run.ignored), RunMetrics.Lines("rejected", run.rejected),
      ]
    }
  }

  /// What was published.
  func add(_ figures: Figures, _ run: RunFacts) {
    metrics.withLock {
      $0.figures = figures
      $0.figures?.run = run
    }
  }

  /// Call once the command has ended with `code`, where its stages are still known.
  func write(_ code: ExitCode) throws {
    let before = try Self.content(of: path)
    let text = metrics.withLock { metrics in
      (metrics.exit, metrics.ended) = (code, .now)
      metrics.stages = Timings.current?.stages ?? []
      return metrics.text(after: before)
    }
    try replace(with: Array(text.utf8))
  }

  /// What the command before left; nothing before the first.
  private static func content(of path: String) throws -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0, errno == ENOENT { return "" }
    guard file >= 0 else { throw Failure.unreadable(path, errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Failure.unreadable(path, errno) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    guard bytes.withUnsafeMutableBytes({ FileTransfer.fill($0, from: file, at: 0) }) else {
      throw Failure.unreadable(path, errno)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// In one step: node_exporter, another user, may read at any time.
  private func replace(with bytes: [UInt8]) throws {
    let fresh = "\(path).\(getpid())"
    let file = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw Failure.cannotWrite(fresh, errno) }
    let isWritten =
      bytes.withUnsafeBytes { FileTransfer.writeAll($0, to: file) } && fchmod(file, 0o644) == 0
    guard close(file) == 0, isWritten, rename(fresh, path) == 0 else {
      let error = errno
      unlink(fresh)
      throw Failure.cannotWrite(path, error)
    }
  }
}
