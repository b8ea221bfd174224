import Synchronization
import Values

/// The strings of low cardinality, each with its small integer. Shared by all readers of a run;
/// grows only. Id 0 is the empty string: "absent", and so are the texts that reports write for it,
/// or two rows would bear one name.
package final class StringTable: Sendable {
  private struct Contents {
    var strings: [String] = [""]
    var ids: [String: StringID] = Dictionary(
      uniqueKeysWithValues: ([""] + MissingText.all).map { ($0, 0) })
    var replacement: Replacement?
  }

  private let contents = Mutex(Contents())

  /// What stands for a text that is not to be kept; nil for one that is. Asked by one thread at a
  /// time, once for each text.
  package typealias Replacement = @Sendable (String) -> String?

  /// `known` are the strings that the database holds, from id 1 on.
  package init(known: [String] = []) {
    contents.withLock { contents in
      for string in known { _ = StringTable.add(string, to: &contents) }
    }
  }

  /// The texts of a log in one form: who writes `é` in two ways means one channel, and the order of
  /// lines must not decide which of them stays.
  package func id(of string: String) -> StringID {
    let string = string.normalized
    return contents.withLock { contents in
      if let id = contents.ids[string] { return id }
      guard let other = contents.replacement?(string) else {
        return StringTable.add(string, to: &contents)
      }
      let id = contents.ids[other] ?? StringTable.add(other, to: &contents)
      contents.ids[string] = id
      return id
    }
  }

  /// Keeps other texts in the place of new ones while `body` runs.
  package func keeping<Result>(
    _ replacement: @escaping Replacement, _ body: () throws -> Result
  ) rethrows -> Result {
    contents.withLock { $0.replacement = replacement }
    defer { contents.withLock { $0.replacement = nil } }
    return try body()
  }

  package func string(_ id: StringID) -> String {
    contents.withLock { $0.strings[Int(id)] }
  }

  /// Puts another text in the place of a string. Whoever says the old one again gets a new id.
  package func replace(_ id: StringID, with text: String) {
    contents.withLock { contents in
      contents.ids[contents.strings[Int(id)]] = nil
      contents.strings[Int(id)] = text
      contents.ids[text] = id
    }
  }

  /// How many ids are given, id 0 included.
  package var count: Int { contents.withLock { $0.strings.count } }

  /// All strings, by id.
  package var all: [String] { contents.withLock { $0.strings } }

  private static func add(_ string: String, to contents: inout Contents) -> StringID {
    let id = StringID(contents.strings.count)
    contents.strings.append(string)
    contents.ids[string] = id
    return id
  }
}
