import CLinux
import Foundation
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
/// What somebody else has put into the old folder is moved into the new one. `latest` moves to a
/// later day only, unless the caller wants it to go back.
///
/// After a crash the worst that is left is a `.partial-…` folder or a `.latest-…` link; the next
/// run removes it. One run at a time, of whatever database: ``FolderLock``.
package struct ReportFolder: Sendable {
  package let reports: String
  /// The folder of all reports, where this is one of a segment in it.
  private let parent: String?

  /// What a publication did.
  package struct Outcome: Sendable, Equatable {
    package var folder: String
    /// Names in it that are somebody else's, and were in the old one.
    package var kept: [String] = []
    /// The later day that `latest` still points to.
    package var newest: String?
  }

  /// `reports` is made where it is missing; its parent must be there.
  /// `segment`: the name of the folder in it that has the reports of one segment, with days and a
  /// `latest` of its own; nil for those of everything.
  package init(reports: String, segment: String? = nil) {
    var path = reports
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    parent = segment.map { _ in path }
    self.reports = segment.map { "\(path)/\($0)" } ?? path
  }

  /// Writes all of `reports` for the figures' as-of day and puts them in place. On an error nothing
  /// that was there is changed. `latest` never goes back to an earlier day, unless `movesBack`.
  @discardableResult
  package func publish(
    _ figures: Figures, _ writers: [any Report] = allReports, options: ReportOptions = .init(),
    movesBack: Bool = false
  ) throws -> Outcome {
    try makeFolders(options.mode)
    let lock = try FolderLock(reports)
    return try withExtendedLifetime(lock) {
      try publishAlone(figures, writers, options, movesBack)
    }
  }

  /// The caller holds the lock.
  private func publishAlone(
    _ figures: Figures, _ writers: [any Report], _ options: ReportOptions, _ movesBack: Bool
  ) throws -> Outcome {
    let day = figures.asOf.description
    try prepare(day)
    let partial = "\(reports)/.\(day).partial-\(getpid())"
    var outcome = Outcome(folder: "\(reports)/\(day)")
    do {
      let files = try fill(partial, figures, writers, options)
      outcome.kept = try swap(partial, into: outcome.folder, files)
    } catch {
      try? discard(partial)
      throw error
    }
    if !movesBack { outcome.newest = try laterDay(than: day) }
    if outcome.newest == nil { try point("latest", to: day) }
    try sync(reports)
    return outcome
  }

  /// Of a folder that was not put in place: where it is one of ours.
  private func discard(_ partial: String) throws {
    guard try kind(of: partial) == .folder else { return }
    if try kind(of: "\(partial)/\(DayFolder.unfinished)") != .nothing {
      try DayFolder(path: partial).remove()
    }
  }

  /// The day that `latest` leads to, where it is a later one and is there.
  private func laterDay(than day: String) throws -> String? {
    let path = "\(reports)/latest"
    guard try kind(of: path) == .link,
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
      Self.isDay(target), target > day, try kind(of: "\(reports)/\(target)") == .folder
    else { return nil }
    return target
  }

  private static func isDay(_ name: some StringProtocol) -> Bool { Day(String(name)) != nil }

  private func makeFolders(_ mode: ReportMode) throws {
    for folder in [parent, reports].compactMap(\.self) {
      try requireFolder(folder)
      guard try kind(of: folder) == .nothing else { continue }
      do {
        try makeFolder(folder, mode: mode)
      } catch {
        // Another run may have made it since.
        guard try kind(of: folder) == .folder else { throw error }
      }
    }
  }

  /// Refuses what stands in the way, and clears what a crash has left.
  private func prepare(_ day: String) throws {
    try requireFolder("\(reports)/\(day)")
    let latest = "\(reports)/latest"
    guard try kind(of: latest) != .folder else { throw Failure.isForeign(latest) }
    for name in try entries(of: reports) { try clear(Leftover(name)) }
  }

  /// A name that this type gives to what is not finished yet, of any day.
  private struct Leftover {
    let name: String
    /// Nil for a link.
    let day: String?
    /// What was the day's folder until a crash between two renames.
    var isOld: Bool { name.hasSuffix("-old") }

    /// Nil for any other name.
    init?(_ name: String) {
      self.name = name
      if name.wholeMatch(of: /\.latest-\d+/) != nil {
        day = nil
      } else if let parts = name.wholeMatch(of: /\.(.{10})\.partial-\d+(-old)?/),
        ReportFolder.isDay(parts.1)
      {
        day = String(parts.1)
      } else {
        return nil
      }
    }
  }

  /// A leftover goes; a day that a crash left between two renames comes back.
  private func clear(_ leftover: Leftover?) throws {
    guard let leftover else { return }
    let path = "\(reports)/\(leftover.name)"
    guard try kind(of: path) == .folder else {
      return try kind(of: path) == .link ? removeTree(path) : ()
    }
    let folder = DayFolder(path: path)
    guard let day = leftover.day, try folder.isOurs else { return }
    guard try folder.isWhole else { return try folder.remove() }
    let place = "\(reports)/\(day)"
    guard try kind(of: place) == .nothing else {
      return _ = try retire(folder, for: place, besides: [])
    }
    guard leftover.isOld else { return try folder.remove() }
    guard rename(path, place) == 0 else { throw failure("rename", place) }
  }

  /// Removes an old folder once what is not ours stands in the new one.
  @discardableResult
  private func retire(_ old: DayFolder, for place: String, besides files: Set<String>) throws
    -> [String]
  {
    let foreign = try old.foreign(besides: files)
    try old.move(foreign, to: place)
    try old.remove()
    return foreign
  }

  /// Nothing or a folder; a link could lead anywhere.
  private func requireFolder(_ path: String) throws {
    switch try kind(of: path) {
    case .nothing, .folder: break
    case .link: throw Failure.isSymbolicLink(path)
    case .other: throw Failure("\(path) is in the way", exit: .cannotWrite)
    }
  }

  /// Answers with the names of what was written.
  private func fill(
    _ partial: String, _ figures: Figures, _ writers: [any Report], _ options: ReportOptions
  ) throws -> Set<String> {
    try makeFolder(partial, mode: options.mode)
    try writeFile([], to: "\(partial)/\(DayFolder.unfinished)", mode: options.mode)
    let folder = OutputFolder(root: partial, mode: options.mode)
    try write(figures, with: writers.filter { $0.name != RunFile.fileName }, to: folder, options)
    let old = try? PublishedRun.read(in: "\(reports)/\(figures.asOf)")
    try RunFile(replaced: old).write(figures, to: folder, options)
    try folder.syncFolders()
    return Set(folder.files)
  }

  /// Long ones beside all others; the error of the others is thrown first.
  private func write(
    _ figures: Figures, with writers: [any Report], to folder: OutputFolder,
    _ options: ReportOptions
  ) throws {
    let errors = Mutex<[Bool: any Error]>([:])
    let write = { @Sendable (isLong: Bool) in
      do {
        for writer in writers where writer.isLong == isLong {
          try writer.write(figures, to: folder, options)
        }
      } catch {
        errors.withLock { $0[isLong] = error }
      }
    }
    together({ write(false) }, { write(true) })
    if let error = errors.withLock({ $0[false] ?? $0[true] }) { throw error }
  }

  /// Exchanges the two folders in one step where the file system can, then removes the old one.
  /// Answers with what was not ours in it, and is in the new one now.
  private func swap(_ partial: String, into place: String, _ files: Set<String>) throws -> [String]
  {
    let old = try kind(of: place) == .folder
    if old { try requireRoom(for: files, in: place) }
    try removeTree("\(partial)/\(DayFolder.unfinished)")
    guard old else {
      guard rename(partial, place) == 0 else { throw unplaced(partial, "rename", place) }
      return []
    }
    if linux_exchange(partial, place) == 0 {
      return try retire(DayFolder(path: partial), for: place, besides: files)
    }
    guard [EINVAL, ENOSYS].contains(errno) else { throw unplaced(partial, "renameat2", place) }
    return try swapByTwoRenames(partial, into: place, files)
  }

  /// Throws where somebody else's file stands under a name that the report needs.
  private func requireRoom(for files: Set<String>, in place: String) throws {
    let foreign = try DayFolder(path: place).foreign(besides: files)
    let taken = foreign.first { name in
      files.contains { $0 == name || $0.hasPrefix(name + "/") || name.hasPrefix($0 + "/") }
    }
    if let taken { throw Failure.isForeign("\(place)/\(taken)") }
  }

  /// The folder is one that nobody needs any more, which the next run has to see.
  private func unplaced(_ partial: String, _ call: String, _ place: String) -> Failure {
    let error = failure(call, place)
    try? writeFile([], to: "\(partial)/\(DayFolder.unfinished)")
    return error
  }

  /// Without an exchange of names: for a moment the day is not there.
  private func swapByTwoRenames(_ partial: String, into place: String, _ files: Set<String>) throws
    -> [String]
  {
    let aside = partial + "-old"
    guard rename(place, aside) == 0 else { throw unplaced(partial, "rename", place) }
    guard rename(partial, place) == 0 else {
      let error = unplaced(partial, "rename", place)
      rename(aside, place)
      throw error
    }
    return try retire(DayFolder(path: aside), for: place, besides: files)
  }

  /// A link under a name of its own, renamed over the old one.
  private func point(_ link: String, to target: String) throws {
    let path = "\(reports)/\(link)"
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

extension Failure {
  /// A path that must be a plain folder is a symbolic link.
  static func isSymbolicLink(_ path: String) -> Failure {
    Failure(
      "\(path) is a symbolic link; reports are written only into real folders", exit: .cannotWrite)
  }

  /// A path that is to be written holds something that no run has written.
  static func isForeign(_ path: String) -> Failure {
    Failure(
      "\(path) is where the report would be written, but no run has written it",
      hint: "move it away, or name another folder with --reports", exit: .cannotWrite)
  }
}
