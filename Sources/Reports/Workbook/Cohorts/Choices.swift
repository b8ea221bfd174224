import Metrics
import Settings

/// The drop-downs: by what, and among which values. Every segment has a number, 1 for all; the one
/// after the last is of nothing, for choices that no table has figures of.
struct Choices {
  struct List {
    /// As the reader knows it.
    let title: StaticString
    /// The cell that is chosen in, and the block with all values.
    let cell: BlockName
    let block: BlockName
    /// `All`, then the segments.
    var texts: [String]
    /// The number of the first segment.
    var first: Int
  }

  static let all = "All"

  private(set) var lists: [List] = []
  /// By their number less 1.
  private(set) var segments: [Segment] = [Segment(dimension: "all", value: "all")]

  /// A row's dimension and value, as the CSV files have them.
  struct Segment: Hashable {
    var dimension: String
    var value: String
  }

  /// Of what the cohort sheets have figures of.
  init(_ segments: some Sequence<Segment>) {
    let values = Dictionary(grouping: Set(segments), by: \.dimension)
    for kind in Choices.kinds {
      let found = (values[kind.dimension.name] ?? []).map(\.value).sorted(by: Choices.precedes)
      guard found.count > 1 else { continue }
      let first = self.segments.count + 1
      self.segments += found.map { Segment(dimension: kind.dimension.name, value: $0) }
      lists.append(
        List(
          title: kind.title, cell: kind.cell, block: kind.block,
          texts: [Choices.all] + Choices.distinct(found), first: first))
    }
  }

  /// The number of no segment.
  var nothing: Int { segments.count + 1 }

  private static let kinds:
    [(dimension: Dimension, title: StaticString, cell: BlockName, block: BlockName)] =
      [
        (.product, "Plan", "plan", "plans_to_choose"),
        (.country, "Country", "country", "countries_to_choose"),
        (.channel, "Channel", "channel", "channels_to_choose"),
        (.platform, "Platform", "platform", "platforms_to_choose"),
        (.app, "App", "app", "apps_to_choose"),
      ]

  /// All, and those that can be chosen by.
  static let dimensions = Set(["all"] + kinds.map(\.dimension.name))

  /// By name; what is of none, and what is left, last.
  private static func precedes(_ a: String, _ b: String) -> Bool {
    (a.hasPrefix("(") ? 1 : 0, a) < (b.hasPrefix("(") ? 1 : 0, b)
  }

  /// As cells show them, each once: cut texts could be equal.
  private static func distinct(_ values: [String]) -> [String] {
    var used: Set<String> = [all]
    return values.map { value in
      let text = UntrustedText.workbook(value)
      let names = [text] + (2...values.count + 2).map { "\(text.prefix(240)) (\($0))" }
      let name = names.first { used.insert($0).inserted } ?? text
      return name
    }
  }
}

extension Choices {
  /// All that is chosen, in a line.
  var echo: CellFormula? {
    let parts = lists.map { "\"\($0.title): \"&\($0.cell)" as CellFormula }
    guard let first = parts.first else { return nil }
    return parts.dropFirst().reduce(first) { "\($0)&\"  ·  \"&\($1)" }
  }

  /// What it says as written.
  var echoed: String {
    lists.map { "\($0.title): \(Choices.all)" }.joined(separator: "  ·  ")
  }
}
