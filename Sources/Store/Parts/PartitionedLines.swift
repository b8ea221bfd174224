import Feed
import Foundation
import Glibc
import Synchronization
import Values

/// Writes accepted lines to a folder for each part, a file for each input: ordinary logs for
/// `runrate fold`. Used from several threads.
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

  /// Takes the lines of a batch, whose frames have the keys that are dealt by. `input`: the number
  /// of the input that they are of.
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
