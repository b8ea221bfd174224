import CLinux
import Dispatch
import Glibc
package import Metrics
import Synchronization
import Values

/// Publishes the reports of one day as a whole: a reader of `<reports>/<day>` sees the old folder
/// or the new one, never a part.
///
///     <reports>/.2026-05-17.partial-4711   written and brought to the disk, then exchanged with
///     <reports>/2026-05-17                 which is removed under its new name
///     <reports>/latest                     → 2026-05-17, replaced by a rename
///
/// After a crash the worst that is left is a `.partial-…` folder or a `.latest-…` link; the next run
/// removes it. One run at a time: the caller holds the lock.
package struct ReportFolder: Sendable {
  package let reports: String

  /// `reports` is made where it is missing; its parent must be there.
  package init(reports: String) {
    var path = reports
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.reports = path
  }

  /// Writes all of `reports` for the figures' as-of day and puts them in place. Returns the path
  /// of the day's folder. On an error nothing that was there is changed.
  @discardableResult
  package func publish(
    _ figures: Figures, _ writers: [any Report] = allReports, options: ReportOptions = .init()
  ) throws -> String {
    let day = figures.asOf.description
    try prepare(day, options.mode)
    let partial = "\(reports)/.\(day).partial-\(getpid())"
    do {
      try fill(partial, figures, writers, options)
      try swap(partial, into: "\(reports)/\(day)")
    } catch {
      try? removeTree(partial)
      throw error
    }
    try point("latest", to: day)
    try sync(reports)
    return "\(reports)/\(day)"
  }

  /// Refuses links, makes the folder, and clears what a crash has left.
  private func prepare(_ day: String, _ mode: ReportMode) throws {
    try demandFolder(reports)
    if try kind(of: reports) == .nothing { try makeFolder(reports, mode: mode) }
    try demandFolder("\(reports)/\(day)")
    for name in try entries(of: reports) where Self.isLeftover(name) { try clear(name) }
  }

  /// Whether a name is one that this type gives to what is not finished yet, of any day.
  private static func isLeftover(_ name: String) -> Bool {
    name.hasPrefix(".latest-") || name.hasPrefix(".") && name.contains(".partial-")
  }

  /// Removes a leftover; a day that a crash took away between two renames comes back instead.
  private func clear(_ leftover: String) throws {
    let path = "\(reports)/\(leftover)"
    let day = "\(reports)/\(leftover.dropFirst().prefix { $0 != "." })"
    guard leftover.hasSuffix("-old"), try kind(of: day) == .nothing else {
      return try removeTree(path)
    }
    guard rename(path, day) == 0 else { throw failure("rename", day) }
  }

  /// Nothing or a folder; a link could lead anywhere.
  private func demandFolder(_ path: String) throws {
    switch try kind(of: path) {
    case .nothing, .folder: break
    case .link: throw FileError.isSymbolicLink(path: path)
    case .other: throw FileError.isNoFolder(path: path)
    }
  }

  private func fill(
    _ partial: String, _ figures: Figures, _ writers: [any Report], _ options: ReportOptions
  ) throws {
    try makeFolder(partial, mode: options.mode)
    let folder = OutputFolder(root: partial, mode: options.mode)
    try write(figures, with: writers, to: folder, options)
    try folder.syncFolders()
  }

  /// The long ones beside all others. Each group ends at its first error; that of the others is
  /// thrown before that of the long ones, whichever came first.
  private func write(
    _ figures: Figures, with writers: [any Report], to folder: OutputFolder,
    _ options: ReportOptions
  ) throws {
    let groups = [writers.filter { !$0.isLong }, writers.filter(\.isLong)]
    let errors = Mutex<[Int: any Error]>([:])
    DispatchQueue.concurrentPerform(iterations: groups.count) { index in
      do {
        for writer in groups[index] { try writer.write(figures, to: folder, options) }
      } catch {
        errors.withLock { $0[index] = error }
      }
    }
    if let error = errors.withLock({ $0[0] ?? $0[1] }) { throw error }
  }

  /// Exchanges the two folders in one step where the file system can, then removes the old one.
  private func swap(_ partial: String, into place: String) throws {
    guard try kind(of: place) == .folder else {
      guard rename(partial, place) == 0 else { throw failure("rename", place) }
      return
    }
    if linux_exchange(partial, place) == 0 {
      return try removeTree(partial)
    }
    guard [EINVAL, ENOSYS].contains(errno) else { throw failure("renameat2", place) }
    try swapByTwoRenames(partial, into: place)
  }

  /// For file systems without an exchange: for a moment the day is not there. If the second
  /// step fails, the first is undone.
  private func swapByTwoRenames(_ partial: String, into place: String) throws {
    let aside = partial + "-old"
    guard rename(place, aside) == 0 else { throw failure("rename", place) }
    guard rename(partial, place) == 0 else {
      let error = failure("rename", place)
      rename(aside, place)
      throw error
    }
    try removeTree(aside)
  }

  /// A link under a name of its own, renamed over the old one.
  private func point(_ link: String, to target: String) throws {
    let path = "\(reports)/\(link)"
    guard try kind(of: path) != .folder else { throw FileError.isNoFolder(path: path) }
    let fresh = "\(reports)/.\(link)-\(getpid())"
    try removeTree(fresh)
    guard symlink(target, fresh) == 0 else { throw failure("symlink", fresh) }
    guard rename(fresh, path) == 0 else {
      let error = failure("rename", path)
      unlink(fresh)
      throw error
    }
  }
}
