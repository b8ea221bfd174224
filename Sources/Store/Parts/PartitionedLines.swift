import Feed
import Foundation
import Glibc
import Synchronization
import Values

/// Accepted lines in a folder for each part, a file for each input. Thread-safe.
final class PartitionedLines: Sendable {
  private struct Place: Hashable {
    let part: Int
    let input: Int64
  }

  private struct Contents {
    var buffers: [Place: [UInt8]] = [:]
    var buffered = 0
  }

  /// What one file is written in.
  private static let frameBytes = 1 << 20

  private let folder: String
  private let dealing: Partitioning
  private let budget: Int
  private let contents = Mutex(Contents())

  /// `budget`: bytes that may wait in memory.
  init(in folder: String, _ dealing: Partitioning, budget: Int) throws {
    (self.folder, self.dealing, self.budget) = (folder, dealing, budget)
    for part in 1...dealing.parts {
      try Directory.make("\(folder)/\(part)")
    }
  }

  /// Takes the lines of a batch, whose frames have the keys; `input` is a number.
  func take(_ batch: EventBatch, of input: Int64) throws {
    var parts: [Int: [UInt8]] = [:]
    batch.forEachLine { frame, _, line in
      parts[dealing.part(of: frame.keyHash), default: []].append(contentsOf: line)
    }
    let full = contents.withLock { contents in
      for (part, lines) in parts {
        contents.buffers[Place(part: part, input: input), default: []] += lines
        contents.buffered += lines.count
      }
      return Self.takeFull(&contents, budget)
    }
    for (place, lines) in full { try write(lines, place) }
  }

  /// The buffers that are worth a frame; all of them where the memory has no room for more.
  private static func takeFull(_ contents: inout Contents, _ budget: Int) -> [(Place, [UInt8])] {
    let least = contents.buffered > budget ? 1 : frameBytes
    let full = contents.buffers.filter { $0.value.count >= least }
    for (place, lines) in full {
      contents.buffers[place] = nil
      contents.buffered -= lines.count
    }
    return full.map { ($0.key, $0.value) }
  }

  /// Writes what is left. `refused`: inputs none of whose lines count.
  func finish(refused: Set<Int64>) throws {
    let rest = contents.withLock { contents in
      defer { contents = Contents() }
      return contents.buffers
    }
    for (place, lines) in rest { try write(lines, place) }
    for input in refused {
      for part in 0..<dealing.parts { try remove(path(Place(part: part, input: input))) }
    }
  }

  private func remove(_ path: String) throws(Failure) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw .cannotWrite(path, errno)
    }
  }

  private func path(_ place: Place) -> String {
    "\(folder)/\(place.part + 1)/\(padded(Int(place.input), 8)).ndjson.zst"
  }

  private func write(_ lines: [UInt8], _ place: Place) throws {
    let path = path(place)
    guard let frame = lines.zstdFrame else {
      throw Failure.cannotWrite(path, ENOMEM)
    }
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure.cannotWrite(path, errno) }
    defer { close(file) }
    guard frame.withUnsafeBytes({ FileTransfer.writeAll($0, to: file) }) else {
      throw Failure.cannotWrite(path, errno)
    }
  }
}

/// How customers are dealt out to parts: each key to one, and the keys of one customer to the same.
package struct Partitioning: Sendable {
  /// The key that stands for all of a customer's; single keys are not in it.
  private var owners: [UInt64: UInt64] = [:]
  /// How many parts there are.
  package let parts: Int

  package init(owners: [UInt64: UInt64] = [:], parts: Int) {
    (self.owners, self.parts) = (owners, max(1, parts))
  }

  /// The dealing of a folder of `runrate read`.
  package init(dealtIn folder: String, parts: Int) throws {
    try self.init(ownersIn: "\(folder)/\(PartFormat.owners)", parts: parts)
  }

  /// Reads the owners that a file names: two hashes in hexadecimal, with a tab between, a line.
  package init(ownersIn path: String, parts: Int) throws {
    var owners: [UInt64: UInt64] = [:]
    try PartLines.forEach(in: path) { line in
      guard let tab = line.firstIndex(of: PartFormat.tab),
        let key = UInt64(hexadecimal: line[..<tab]),
        let owner = UInt64(hexadecimal: line[(tab + 1)...])
      else { throw Failure.malformed }
      owners[key] = owner
    }
    self.init(owners: owners, parts: parts)
  }

  /// The part of a key, from 0 on.
  func part(of key: UInt64) -> Int {
    Int(((owners[key] ?? key) &* 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: UInt64(parts)).high)
  }
}

package struct DealtCustomers: Sendable {
  private let dealing: Partitioning
  private let part: Int

  package init(_ dealing: Partitioning, at place: PartPlace) {
    (self.dealing, part) = (dealing, place.number - 1)
  }

  /// Whether a key, by its hash, is one of theirs.
  func holds(_ key: UInt64) -> Bool { dealing.part(of: key) == part }
}

extension UInt64 {
  /// 16 digits at most; nil for anything else.
  init?(hexadecimal digits: Slice<UnsafeRawBufferPointer>) {
    guard !digits.isEmpty, digits.count <= 16 else { return nil }
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case 48...57: number = number << 4 | UInt64(digit - 48)
      case 97...102: number = number << 4 | UInt64(digit - 87)
      default: return nil
      }
    }
    self = number
  }
}
