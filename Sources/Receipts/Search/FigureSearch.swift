import Metrics
import Values

/// Finds the figures that a question in plain words is about, by the words of their declarations
/// and of `vocabulary.txt`; the first one is the answer. What cannot be told is refused, never guessed.
package struct FigureSearch {
  let report: PublishedReport
  let reader: FigureReader
  let vocabulary = Vocabulary.shared

  package init(_ report: PublishedReport) {
    self.report = report
    reader = FigureReader(report)
  }

  /// What was found: figures, the likeliest first, or why there is none.
  package struct Found: Sendable {
    package let question: String
    package fileprivate(set) var figures: [Figure] = []
    package fileprivate(set) var refusal: FigureRefusal?
  }

  /// A figure that could be meant, with the words that speak for it.
  struct Candidate {
    let entry: Vocabulary.Entry
    var points: Double
    /// The words that its name or its row says, and those that its sentences have besides.
    var explained: Set<Int>
    var described: Set<Int> = []
    var conditions: [String: String] = [:]
    var contest: RowBinding.Contest?
    var isAnswer = true
  }

  private static let most = 5
  /// More letters than that are no question.
  private static let longest = 500

  package func find(_ text: String) throws -> Found {
    let text = String(text.prefix(Self.longest))
    var found = Found(question: text)
    if let exact = try? FigureQuestion(text, report.day) {
      do { found.figures = [try reader.settledFigure(exact)] } catch {
        found.refusal = try Self.refusal(error, of: exact.metric)
      }
      return found
    }
    let catalogue = try Catalogue(report)
    let asked = AskedQuestion(text, report.day, catalogue, vocabulary)
    if let refusal = refusal(of: asked) {
      found.refusal = refusal
      return found
    }
    (found.figures, found.refusal) = try answer(asked)
    guard found.refusal?.reason == .unknown else { return found }
    let corrected = AskedQuestion(text, report.day, catalogue, vocabulary, correcting: true)
    if corrected.words != asked.words {
      let (figures, refusal) = try answer(corrected)
      if !figures.isEmpty { (found.figures, found.refusal) = (figures, refusal) }
    }
    return found
  }

  /// Figures, the likeliest first; else why there is none.
  private func answer(_ asked: AskedQuestion) throws -> ([Figure], FigureRefusal?) {
    var (figures, first): ([Figure], FigureRefusal?) = ([], nil)
    let ranked = try ranked(asked)
    var least = (ranked.first?.points ?? 0) - 1
    for candidate in ranked where figures.count < Self.most {
      guard candidate.isAnswer, candidate.points > least else { continue }
      do {
        let figure = try figure(candidate, asked)
        if !figures.contains(where: { $0.receipt == figure.receipt }) { figures.append(figure) }
        if figures.count == 1, let other = asked.time.other {
          try? figures.append(self.figure(candidate, asked.at(other)))
        }
      } catch {
        let refusal = try Self.refusal(error, of: candidate.entry.metric)
        if figures.isEmpty { least = max(least, candidate.points - 0.3) }
        first = first ?? refusal
        if refusal.reason != .notPublished { break }
      }
    }
    return (figures, figures.isEmpty ? first ?? unknown(asked, ranked) : nil)
  }
}

// MARK: - One figure

extension FigureSearch {
  /// Why there is no such figure. Throws anew what went wrong while it was read.
  private static func refusal(_ error: any Error, of metric: Metric) throws -> FigureRefusal {
    switch error {
    case let refusal as FigureRefusal: refusal
    case let error as ExplainError: FigureRefusal(error, of: metric)
    default: throw error
    }
  }
}

extension FigureSearch {
  private func figure(_ candidate: Candidate, _ asked: AskedQuestion) throws -> Figure {
    let question = try question(candidate, asked)
    guard let contest = candidate.contest else { return try settled(question, asked) }
    let figures = try contest.labels.sorted().compactMap { label in
      let one = question.where(contest.key, is: label)
      do { return try settled(one, asked) } catch is FigureRefusal { return nil }
    }
    let best = figures.max { one, other in
      let (one, other) = (one.value.magnitude ?? 0, other.value.magnitude ?? 0)
      return contest.isLeast ? one > other : one < other
    }
    guard let best else { return try settled(question, asked) }
    return best
  }

  /// Where no time is said, of the newest month of a year that is final.
  private func settled(_ question: FigureQuestion, _ asked: AskedQuestion) throws -> Figure {
    do {
      return try aged(question)
    } catch let refusal as FigureRefusal where [.unripe, .absent].contains(refusal.reason) {
      guard asked.time.span == nil, case .moment(.month(let month)) = question.span,
        let earlier = (1...12).lazy.compactMap({ back in
          try? aged(question.at(.moment(.month(month.advanced(by: -back)))))
        }).first
      else { throw refusal }
      return earlier
    }
  }

  /// Where no age is said, at the oldest; where no step, of the last one.
  private func aged(_ question: FigureQuestion) throws -> Figure {
    do {
      return try reader.settledFigure(question)
    } catch ExplainError.severalRows(let name, let rows, let choices) {
      let keys = question.metric.file.keys.filter { key in
        choices.contains { $0.column == key.name } && key.role != .label
      }
      guard keys.count == 1, keys[0].kind == .count,
        let last = choices.first(where: { $0.column == keys[0].name })?.values.compactMap({
          Int($0)
        }).max()
      else { throw ExplainError.severalRows(metric: name, rows: rows, choices: choices) }
      return try reader.settledFigure(question.where(keys[0].name, is: "\(last)"))
    }
  }
}

// MARK: - What is refused at once

extension FigureSearch {
  private func refusal(of asked: AskedQuestion) -> FigureRefusal? {
    if asked.isAboutPeople {
      return FigureRefusal(
        reason: .people, message: "single people are not told of: ask how many there are")
    }
    let undefined = vocabulary.undefined.first { asked.says($0.stems) }
    return undefined.map { FigureRefusal(reason: .unknown, message: $0.reason) }
  }

  private func unknown(_ asked: AskedQuestion, _ ranked: [Candidate]) -> FigureRefusal {
    let explained = ranked.first?.explained ?? []
    let words = asked.words.indices.filter { asked.isUnknown($0) && !explained.contains($0) }.map {
      asked.words[$0]
    }
    let message =
      words.isEmpty
      ? "no published figure is all that is asked for"
      : "no figure, segment or row here is called \(words.joined(separator: ", "))"
    return FigureRefusal(
      reason: .unknown, message: message, nearest: ranked.prefix(3).map(\.entry.metric.name))
  }
}
