import Metrics
import Values

/// Finds the figures that a question in plain words is about, by the words of their declarations
/// and of ``Synonyms``; the first one is the answer. What cannot be told is refused, never guessed.
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
    var explained: Set<Int>
    var conditions: [String: String] = [:]
    var contest: RowBinding.Contest?
    var isAnswer = true
  }

  private static let most = 5

  package func find(_ text: String) throws -> Found {
    var found = Found(question: text)
    let asked = AskedQuestion(String(text.prefix(500)), report.day, try Catalogue(report))
    if let refusal = refusal(of: asked) {
      found.refusal = refusal
      return found
    }
    let ranked = try ranked(asked)
    for candidate in ranked where found.figures.count < Self.most {
      guard candidate.isAnswer, candidate.points > (ranked.first?.points ?? 0) - 4 else { continue }
      do {
        found.figures.append(try figure(candidate, asked))
      } catch let refusal as FigureRefusal {
        found.refusal = found.refusal ?? refusal
        if refusal.reason != .notPublished { break }
      } catch let error as ExplainError {
        found.refusal = found.refusal ?? FigureRefusal(error, of: candidate.entry.metric)
      }
    }
    if found.figures.isEmpty {
      found.refusal = found.refusal ?? unknown(asked, ranked)
    } else {
      found.refusal = nil
    }
    return found
  }
}

// MARK: - One figure

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

  /// Where no age is said, at the oldest.
  private func aged(_ question: FigureQuestion) throws -> Figure {
    do {
      return try reader.settledFigure(question)
    } catch ExplainError.severalRows(let name, let rows, let choices) {
      guard choices.count == 1, let oldest = choices[0].values.compactMap({ Int($0) }).max(),
        question.metric.file.keys.contains(where: {
          $0.name == choices[0].column && [.days, .months].contains($0.unit)
        })
      else { throw ExplainError.severalRows(metric: name, rows: rows, choices: choices) }
      return try reader.settledFigure(question.where(choices[0].column, is: "\(oldest)"))
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
    let text = " " + asked.words.joined(separator: " ") + " "
    if let phrase = Synonyms.undefined.first(where: { text.contains(" \($0) ") }) {
      return FigureRefusal(reason: .unknown, message: "no figure here says \"\(phrase)\"")
    }
    return nil
  }

  private func unknown(_ asked: AskedQuestion, _ ranked: [Candidate]) -> FigureRefusal {
    let words = asked.words.indices.filter { isUnknown($0, asked, []) }.map { asked.words[$0] }
    let message =
      words.isEmpty
      ? "no published figure is all that is asked for"
      : "no figure, segment or row here is called \(words.joined(separator: ", "))"
    return FigureRefusal(
      reason: .unknown, message: message, nearest: ranked.prefix(3).map(\.entry.metric.name))
  }

  /// Whether nothing has a word, but for numbers, which stand for themselves.
  func isUnknown(_ place: Int, _ asked: AskedQuestion, _ explained: Set<Int>) -> Bool {
    let stem = asked.stems[place]
    return !explained.contains(place) && stem.count > 1 && !asked.time.taken.contains(place)
      && !vocabulary.empty.contains(stem) && !vocabulary.known.contains(stem)
      && AskedTime.number(asked.words[place]) == nil
  }
}
