import Metrics
import Reports

/// The words of all figures, from their declarations and the list of ``Synonyms``.
struct Vocabulary: Sendable {
  /// A figure with the words that it is declared in.
  struct Entry: Sendable {
    let metric: Metric
    let name: Set<String>
    let file: Set<String>
    let meaning: Set<String>
    /// `share` of a rate, `money` of an amount.
    let kind: Set<String>
  }

  /// One of the ways to say something.
  struct Phrase: Sendable {
    let stems: [String]
    let targets: [Target]
  }

  struct Target: Sendable {
    let metric: String
    let rank: Int
    let conditions: [String: String]
  }

  let entries: [Entry]
  let phrases: [Phrase]
  /// Words that figures and files are named with.
  let strong: Set<String>
  /// All of them.
  let known: Set<String>
  let empty: Set<String>

  static let shared = Vocabulary()

  private init() {
    entries = ReportSchema.all.flatMap { file in
      guard !file.listsPeople, file.name != AlertStates.schema.name else { return [Entry]() }
      let own = Set(Words.stems(file.name))
      let meaning = Set(Words.stems(file.meaning))
      return file.figures.map { column in
        Entry(
          metric: Metric(file, column), name: Set(Words.stems(column.name)), file: own,
          meaning: meaning.union(Words.stems(column.meaning)),
          kind: Self.kind(column.kind))
      }
    }
    phrases = Synonyms.lines.split(separator: "\n").flatMap(Self.phrases)
    empty = Set(Synonyms.empty.map(Words.stem)).union(Words.joining)
    strong = entries.reduce(into: Set()) { $0.formUnion($1.name.union($1.file)) }.subtracting(empty)
    let keys = ReportSchema.all.flatMap {
      $0.keys.flatMap { Words.stems($0.name + " " + $0.meaning) }
    }
    known = phrases.reduce(
      into: entries.reduce(into: strong.union(empty).union(keys)) {
        $0.formUnion($1.meaning.union($1.kind))
      }
    ) { $0.formUnion($1.stems) }
  }

  private static func kind(_ kind: Table.Kind) -> Set<String> {
    switch kind {
    case .rate:
      Set(
        ["rate", "share", "percent", "percentage", "part", "fraction", "proportion"].map(Words.stem)
      )
    case .money: Set(["money", "amount", "dollars", "usd", "eur"].map(Words.stem))
    case .count: Set(["many", "number", "count"].map(Words.stem))
    default: []
    }
  }

  private static func phrases(_ line: Substring) -> [Phrase] {
    let sides = line.split(separator: " = ").map(String.init)
    guard sides.count == 2 else { return [] }
    let (targets, row) = (sides[1].split(separator: ";"), sides[1].contains(";"))
    let conditions = row ? pairs(targets[1]) : [:]
    let named = targets[0].split(separator: " ").enumerated().map {
      Target(metric: String($1), rank: $0, conditions: conditions)
    }
    return sides[0].split(separator: "|").map { way in
      Phrase(
        stems: Words.split(String(way)).filter { !Words.joining.contains($0) }.map(Words.stem),
        targets: named)
    }
  }

  private static func pairs(_ text: Substring) -> [String: String] {
    let pairs = text.split(separator: ",").map { $0.split(separator: "=") }
    return Dictionary(
      pairs.map { ($0[0].trimmed, $0[1].trimmed) }, uniquingKeysWith: { $1 })
  }
}

extension Substring {
  fileprivate var trimmed: String { filter { $0 != " " } }
}
