import Foundation
import Metrics
import Reports
import Values

/// The words of all figures: those that they are declared in, and those of `vocabulary.txt`.
struct Vocabulary: Sendable {
  /// A figure with what it is called.
  struct Entry: Sendable {
    let metric: Metric
    let titles: [Title]
    /// Whether its file tells of days.
    let isOfDays: Bool
    /// The words of its column's sentence, and those of its file.
    let meaning, file: Set<String>
  }

  /// What somebody calls a figure, or a row of it.
  struct Title: Sendable {
    let terms: [String]
    var conditions: [String: String] = [:]
    /// 0 for the figure that is usually meant.
    var rank = 0
  }

  /// Words that say a term of a title.
  struct Way: Sendable {
    let stems: [String]
    let term: String
    /// Of several words: then what they mean may say it, too.
    var isIdiom: Bool { stems.count > 1 || stems[0].contains(" ") }
  }

  let entries: [Entry]
  /// By their first word.
  let ways: [String: [Way]]
  /// What a row's value is called besides, as `period=P1Y`.
  let values: [String: [[String]]]
  /// What no figure is, and why.
  let undefined: [(stems: [String], reason: String)]
  /// Words that alone are the usual name of a figure: `mrr`, `churn`.
  let measures: Set<String>
  /// Stems that narrow nothing down, and words that carry nothing.
  let light, empty: Set<String>
  /// All whole words that mean something somewhere.
  let known: Set<String>
  private let knownStems: Set<String>
  private let weights: [String: Double]

  static let shared = Vocabulary(String(decoding: PackageResources.vocabulary_txt, as: UTF8.self))

  private init(_ text: String) {
    let sections = Self.sections(text)
    let names = (sections["words"] ?? []).map(\.name)
    let terms = Terms(phrases: names)
    entries = Self.entries(Self.titles(sections["titles"] ?? [], terms), terms)
    ways = Dictionary(
      grouping: (sections["words"] ?? []).flatMap { line in
        (line.ways + [line.name]).flatMap { way in
          let own = names.contains(way) ? [Words.stems(way), terms.of(way)] : [Words.stems(way)]
          return own.distinct.filter { !$0.isEmpty }.map {
            Way(stems: $0, term: terms.of(line.name).joined())
          }
        }
      }, by: { $0.stems[0] })
    values = Dictionary(
      (sections["values"] ?? []).map { ($0.name, $0.ways.map(Words.split)) },
      uniquingKeysWith: +)
    undefined = (sections["undefined"] ?? []).flatMap { line in
      line.ways.map { (Words.stems($0), line.name) }
    }
    light = Set((sections["light"] ?? []).flatMap { Words.stems($0.name) })
    measures = Set(
      entries.flatMap(\.titles).filter { $0.rank == 0 && $0.terms.count == 1 }.flatMap(\.terms)
    ).subtracting(light)
    empty = Set((sections["empty"] ?? []).flatMap { Words.split($0.name) })
    known = Set(Words.split(text)).union(Self.declared)
    let single = ways.values.joined().filter { $0.stems.count == 1 }.flatMap(\.stems)
    knownStems = Set(Self.declared.map(Words.stem)).union(single).union(light)
      .union(entries.flatMap { $0.titles.flatMap(\.terms) })
    weights = Self.weights(entries)
  }

  /// How much a word narrows down: 1 for that of one figure, less for that of many.
  func weight(_ stem: String) -> Double {
    (weights[stem] ?? 1) * (light.contains(stem) ? 0.3 : 1)
  }

  func isOfTitle(_ stem: String) -> Bool { weights[stem] != nil }

  func isKnown(_ stem: String) -> Bool { knownStems.contains(stem) }
}

// MARK: - How it is read

extension Vocabulary {
  private typealias Line = (name: String, ways: [String])

  /// Lines `name = way | way` by the heading that they stand under.
  private static func sections(_ text: String) -> [String: [Line]] {
    var (sections, heading): ([String: [Line]], String) = ([:], "")
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("[") {
        heading = String(line.dropFirst().dropLast())
        continue
      }
      let sides = line.components(separatedBy: " = ")
      let ways = sides.dropFirst().joined().components(separatedBy: " | ")
      sections[heading, default: []].append((sides[0], ways))
    }
    return sections
  }

  /// By the figure that they mean.
  private static func titles(_ lines: [Line], _ terms: Terms) -> [String: [Title]] {
    var titles: [String: [Title]] = [:]
    for line in lines {
      let sides = line.ways.joined().components(separatedBy: "; ")
      let row = sides.dropFirst().joined().split(separator: ",").map { $0.split(separator: "=") }
      let conditions = Dictionary(
        firstOf: row.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) })
      for (rank, metric) in sides[0].split(separator: " ").enumerated() where metric != "-" {
        titles[String(metric), default: []] += line.name.components(separatedBy: " | ").map {
          Title(terms: terms.of($0), conditions: conditions, rank: rank)
        }
      }
    }
    return titles
  }

  /// Words that may stand between those of a title.
  static let joining: Set<String> = [
    "a", "an", "the", "of", "in", "to", "for", "by", "at", "from", "on", "our", "with", "after",
    "and", "because", "per", "that", "who", "number", "s",
    "is", "are",
  ]

  private static func entries(_ titles: [String: [Title]], _ terms: Terms) -> [Entry] {
    let files = ReportSchema.all.filter {
      !$0.listsPeople && $0.name != AlertStates.schema.name
    }
    let uses = Dictionary(grouping: files.flatMap(\.figures), by: \.name).mapValues(\.count)
    return files.flatMap { file in
      let words = [file.name, file.meaning, file.question] + file.keys.map(\.name)
      let own = Set(words.flatMap(Words.stems))
      let isOfDays = file.time?.kind == .day
      return file.figures.filter { !$0.name.hasSuffix("low") && !$0.name.hasSuffix("high") }.map {
        column in
        let metric = Metric(file, column)
        let isShared = uses[column.name] ?? 0 > 2
        let name = isShared ? "\(file.name) \(column.name)" : column.name
        let declared = titles[metric.name] ?? []
        return Entry(
          metric: metric,
          titles: declared
            + (isShared && !declared.isEmpty ? [] : [Title(terms: terms.of(name), rank: 6)]),
          isOfDays: isOfDays,
          meaning: Set(Words.stems(column.meaning + " " + column.name)), file: own)
      }
    }
  }

  /// Words of declarations.
  private static var declared: [String] {
    ReportSchema.all.flatMap { file in
      Words.split("\(file.name) \(file.meaning) \(file.question)")
        + file.columns.flatMap { column in
          // Names in backticks are of rows, which a report need not have.
          Words.split("\(column.name) \(column.meaning.replacing(/`[^`]*`/, with: ""))")
        }
    }
  }

  private static func weights(_ entries: [Entry]) -> [String: Double] {
    let terms = entries.flatMap { Set($0.titles.flatMap(\.terms)) }
    let counts = Dictionary(grouping: terms, by: { $0 }).mapValues { Double($0.count) }
    let all = Double(entries.count)
    return counts.mapValues { log((all + 1) / ($0 + 0.5)) / log((all + 1) / 1.5) }
  }
}

/// What titles and questions are made of: stems, and idioms such as `set to cancel` as one.
private struct Terms {
  private let phrases: [[String]]

  init(phrases: [String]) {
    self.phrases = phrases.map(Self.stems).filter { $0.count > 1 }
  }

  private static func stems(_ text: String) -> [String] {
    Words.split(text).filter { !Vocabulary.joining.contains($0) }.map(Words.stem)
  }

  func of(_ text: String) -> [String] {
    var stems = Self.stems(text)
    for phrase in phrases {
      guard let start = stems.indices.first(where: { stems[$0...].starts(with: phrase) }) else {
        continue
      }
      stems.replaceSubrange(start..<start + phrase.count, with: [phrase.joined(separator: " ")])
    }
    return stems
  }
}
