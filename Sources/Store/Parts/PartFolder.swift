import Foundation
import Glibc
import Values

/// Files that lines of a part stand in.
enum PartFile: CaseIterable {
  case facts, rows

  var name: String { self == .facts ? PartFormat.facts : PartFormat.rows }
}

/// A folder that a part is written to. What is not whole stands under another name.
final class PartFolder {
  private let path: String
  private var files: [String: Int32] = [:]
  private static let unfinished = ".unfinished"

  /// Makes the folder; throws where a part stands in it.
  init(_ path: String) throws {
    self.path = path
    for file in PartFile.allCases
    where FileManager.default.fileExists(atPath: "\(path)/\(file.name)") {
      throw Failure(
        "\(path) holds a part already", hint: "name another folder, or remove it",
        exit: .cannotWrite)
    }
    try Directory.make(path)
  }

  /// A folder that is there, for one more file.
  init(adding path: String) throws { self.path = path }

  deinit { for file in files.values { close(file) } }

  func write(_ bytes: [UInt8], to name: String) throws {
    let file = try files[name] ?? open(name)
    guard bytes.withUnsafeBytes({ FileTransfer.writeAll($0, to: file) }) else {
      throw Failure.cannotWrite("\(path)/\(name)", errno)
    }
  }

  private func open(_ name: String) throws -> Int32 {
    let file = Glibc.open(
      "\(path)/\(name)\(Self.unfinished)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure.cannotWrite("\(path)/\(name)", errno) }
    files[name] = file
    return file
  }

  /// Gives what was written its name, once all of it is on disk.
  func finish() throws {
    for (name, file) in files {
      // Closed once, whatever becomes of it: its number may be another file's by now.
      files[name] = nil
      let isOnDisk = fsync(file) == 0
      let whole = "\(path)/\(name)"
      guard close(file) == 0, isOnDisk, rename(whole + Self.unfinished, whole) == 0 else {
        throw Failure.cannotWrite(whole, errno)
      }
    }
  }
}

struct PartLines {
  private static let blockBytes = 1 << 18

  /// The files of a folder that hold lines of parts, in the order of their names.
  static func files(in folder: String) throws -> [String] {
    let names = try names(in: folder)
    let others = [PartFormat.links, PartFormat.owners, PartFormat.contents]
    return names.filter { $0.hasSuffix(".tsv") && !others.contains($0) }.sorted().map {
      "\(folder)/\($0)"
    }
  }

  /// None where there is no such folder; one that may not be read is no empty one.
  private static func names(in folder: String) throws -> [String] {
    if let names = try? FileManager.default.contentsOfDirectory(atPath: folder) { return names }
    guard access(folder, R_OK) == 0 || errno == ENOENT else {
      throw Failure.unreadable(folder, errno)
    }
    return []
  }

  /// Calls `take` with each line without its end; adds line numbers to what it throws.
  static func forEach(in path: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure.unreadable(path, errno) }
    defer { close(file) }
    var rest: [UInt8] = []
    var line = 0
    while true {
      let start = rest.count
      rest += [UInt8](repeating: 0, count: blockBytes)
      let count = rest.withUnsafeMutableBytes {
        read(file, $0.baseAddress.map { $0 + start }, blockBytes)
      }
      guard count >= 0 else { throw Failure.unreadable(path, errno) }
      rest.removeLast(blockBytes - count)
      if count == 0 { break }
      let used = try rest.withUnsafeBytes { try eachLine(of: $0, path, &line, take) }
      rest.removeFirst(used)
    }
    guard rest.isEmpty else {
      throw Failure(
        "\(path) was cut short: its last line has no end",
        hint: "write the part anew, or copy it whole", exit: .badData)
    }
  }

  /// Takes the whole lines of a block; returns how many bytes they are.
  static func eachLine(
    of bytes: UnsafeRawBufferPointer, _ path: String, _ line: inout Int,
    _ take: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int {
    var at = 0
    guard let base = bytes.baseAddress else { return 0 }
    while at < bytes.count, let found = memchr(base + at, 10, bytes.count - at) {
      let end = UnsafeRawPointer(found) - base
      line += 1
      do {
        try take(UnsafeRawBufferPointer(rebasing: bytes[at..<end]))
      } catch let failure as Failure where failure == .malformed {
        throw Failure(
          "line \(line) of \(path) is none of a part", hint: "write the part anew: runrate fold",
          exit: .badData)
      }
      at = end + 1
    }
    return at
  }
}
