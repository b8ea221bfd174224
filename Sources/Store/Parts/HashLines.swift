import Foundation
import Glibc
import Values

/// Text files of hashes in hexadecimal, with tabs between: what whoever runs several reads puts
/// together with other tools.
enum HashLines {
  /// Pairs of keys that are one customer; see ``ReadLinks``.
  static let links = "links.tsv"
  /// Keys of customers with several, each with the key that stands for all of them.
  static let owners = "owners.tsv"
  /// Lines of doubtful identities; see ``IdentityContents``.
  static let contents = "contents.tsv"

  static func write(_ lines: [String], to name: String, in folder: String) throws {
    try PartFile.writeWhole("\(folder)/\(name)") { path in
      let isWritten = FileManager.default.createFile(
        atPath: path, contents: Data(lines.joined().utf8), attributes: [.posixPermissions: 0o600])
      guard isWritten else { throw Failure.cannotWrite(path, errno) }
    }
  }

  /// Calls `take` with the hashes of each line, of which there have to be `count`.
  static func forEach(in path: String, count: Int, _ take: ([UInt64]) -> Void) throws {
    guard let file = fopen(path, "re") else { throw Failure.unreadable(path, errno) }
    defer { fclose(file) }
    var (bytes, capacity, number) = (UnsafeMutablePointer<CChar>?.none, 0, 0)
    defer { free(bytes) }
    while true {
      let length = getline(&bytes, &capacity, file)
      guard length > 0 else { break }
      number += 1
      let line = UnsafeRawBufferPointer(start: bytes, count: length)
      guard line.last == UInt8(ascii: "\n") else { throw cutShort(path) }
      let hashes = line.dropLast().split(separator: UInt8(ascii: "\t"))
        .compactMap(UInt64.init(hexadecimal:))
      guard hashes.count == count else {
        throw Failure("line \(number) of \(path) is not \(count) hashes", exit: .badData)
      }
      take(hashes)
    }
    if ferror(file) != 0 { throw Failure.unreadable(path, errno) }
  }

  private static func cutShort(_ path: String) -> Failure {
    Failure(
      "\(path) was cut short: its last line has no end",
      hint: "write it anew, or copy it whole", exit: .badData)
  }
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

/// 16 digits.
func hexadecimal(_ hash: UInt64) -> String {
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
