package import Metrics
import Values

/// Finds the figures that a question in plain words is about, by the words of their declarations
/// and of `vocabulary.txt`; the first one is the answer. What cannot be told is refused, never guessed.
package struct FigureSearch {
  let report: PublishedReport
  let reader: FigureReader
  /// The same, while many figures are tried.
  private let trial: FigureReader
  let vocabulary = Vocabulary.shared
  private let names: ReportNames

  package init(_ report: PublishedReport) throws {
    self.report = report
    names = try ReportNames(report)
    reader = FigureReader(report)
    trial = reader.alone
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
    /// Whether most of its name is said, and not only by words of its row; whether a key of that is.
    var isCalled: Bool
    var isNamed = false
    var described: Set<Int> = []
    var conditions: [String: String] = [:]
    /// Of the rows that it is compared with.
    var compared: [[String: String]] = []
    var contest: RowBinding.Contest?
    var isAnswer = true

    /// Of candidates that are as likely, the first one is told first.
    var rank: String {
      entry.metric.name + conditions.sorted { $0.key < $1.key }.map { " \($0)=\($1)" }.joined()
    }
  }

  private static let most = 5
  /// More letters than that are no question.
  private static let longest = 500

  package func find(_ text: String) throws -> Found {
    let text = String(text.prefix(Self.longest))
    var found = Found(question: text)
    if let exact = try? FigureQuestion(text, report.day) {
      do { found.figures = [try reader.settledFigure(exact)] } catch let error as FigureRefusal {
        found.refusal = error
      }
      return found
    }
    let asked = AskedQuestion(text, report.day, names, vocabulary)
    if let refusal = try refusal(of: asked) {
      found.refusal = refusal
      return found
    }
    let corrected = AskedQuestion(text, report.day, names, vocabulary, correcting: true)
    if corrected.words != asked.words {
      (found.figures, found.refusal) = try answer(corrected)
    }
    if found.figures.isEmpty { (found.figures, found.refusal) = try answer(asked) }
    return found
  }

  /// Figures, the likeliest first; else why there is none. Rows of one that do not say which of them
  /// is meant come only where no other figure is as likely.
  private func answer(_ asked: AskedQuestion) throws -> ([Figure], FigureRefusal?) {
    var (figures, several, first): ([Figure], [Figure], FigureRefusal?) = ([], [], nil)
    let ranked = try ranked(asked)
    let least = (ranked.first?.points ?? 0) - 1
    /// What the first one says that cannot be told: no other is told that says less.
    var needed: Set<Int> = []
    /// The column whose figure is not final: it may be in another file.
    var unripe: String?
    for candidate in ranked where figures.count < Self.most {
      guard candidate.isAnswer, candidate.points > least,
        needed.isSubset(of: candidate.explained),
        unripe == nil || unripe == candidate.entry.metric.column.name
      else { continue }
      do {
        let found = try settledFigures(candidate, asked)
        figures += found.filter { one in !figures.contains { $0.receipt == one.receipt } }
      } catch let refusal as FigureRefusal {
        if several.isEmpty, !refusal.choices.isEmpty {
          several = (try? rows(candidate, asked)) ?? []
        }
        if first == nil, figures.isEmpty {
          needed = candidate.explained.filter { asked.weights[$0] > 0.35 }
          first = try withNearest(refusal, candidate, asked)
        }
        if refusal.reason == .unripe, figures.isEmpty {
          unripe = unripe ?? candidate.entry.metric.column.name
        } else if refusal.reason != .notPublished {
          break
        }
      }
    }
    if figures.isEmpty { figures = try listed(ranked, asked) }
    figures = Array((figures.isEmpty ? several : figures).prefix(Self.most))
    guard figures.isEmpty else { return (figures, nil) }
    return ([], try first ?? unknown(asked, ranked))
  }
}

// MARK: - One figure

extension FigureSearch {
  private func listed(_ ranked: [Candidate], _ asked: AskedQuestion) throws -> [Figure] {
    try parts(of: ranked, asked).compactMap { part in
      do { return try settledFigures(part, asked).first } catch is FigureRefusal { return nil }
    }
  }

  /// Of the month before, where `last month` ends tonight and is not final.
  private func settledFigures(_ candidate: Candidate, _ asked: AskedQuestion) throws -> [Figure] {
    do {
      return try figures(candidate, asked)
    } catch let refusal as FigureRefusal where refusal.reason == .unripe {
      guard let earlier = asked.time.withoutNewest else { throw refusal }
      return try figures(candidate, asked.at(earlier))
    }
  }

  /// The figure, and what it is compared with; the first of a contest.
  private func figures(_ candidate: Candidate, _ asked: AskedQuestion) throws -> [Figure] {
    let question = try question(candidate, asked)
    if let contest = candidate.contest {
      let questions = contest.labels.sorted().map { question.where(contest.key, is: $0) }
      return try best(questions, contest.isLeast, from: asked.placeInContest) {
        try settled($0, asked)
      }
    }
    if let contest = asked.timeContest {
      return try best(
        try times(question, asked), contest.isLeast, from: asked.placeInContest, find: complete)
    }
    var figures = [try settled(question, asked)]
    if let other = asked.time.other, let question = try? self.question(candidate, asked.at(other)) {
      figures += (try? [settled(question, asked)]) ?? []
    }
    for row in candidate.compared {
      let conditions = question.conditions.merging(row) { $1 }
      let other = FigureQuestion(question.metric, question.span, conditions)
      figures += (try? [settled(other, asked)]) ?? []
    }
    return figures
  }

  /// The refusal with what is nearest to what is asked for, or would be at the report's day.
  private func withNearest(
    _ refusal: FigureRefusal, _ candidate: Candidate, _ asked: AskedQuestion
  ) throws -> FigureRefusal {
    let usual = FigureQuestion(
      candidate.entry.metric, .moment(.day(report.day)), candidate.conditions)
    var refusal = refusal
    refusal.nearest = try reader.nearest(to: (try? question(candidate, asked)) ?? usual)
    return refusal
  }

  /// Three of a contest, the first of them at a place.
  private func best(
    _ questions: [FigureQuestion], _ isLeast: Bool, from place: Int,
    find: (FigureQuestion) throws -> Figure
  ) throws -> [Figure] {
    var refusal: FigureRefusal?
    let figures = try questions.compactMap { question in
      do { return try find(question) } catch let error as FigureRefusal {
        refusal = error
        return nil
      }
    }
    if figures.isEmpty, let refusal { throw refusal }
    let sorted = figures.sorted { ($0.value.magnitude ?? 0) > ($1.value.magnitude ?? 0) }
    return Array((isLeast ? sorted.reversed() : sorted).dropFirst(place - 1).prefix(3))
  }

  /// The same of every month or day that is asked for, or of all that the file has.
  private func times(_ question: FigureQuestion, _ asked: AskedQuestion) throws -> [FigureQuestion]
  {
    guard let time = question.metric.file.time else { return [question] }
    let index = question.metric.file.columns.firstIndex { $0.name == time.name } ?? 0
    let isMonthly = time.kind != .day || asked.words.contains("month")
    let range = asked.time.span?.days(report.day)
    let cells = Set(try report.table(question.metric.file).rows.map { $0[index] })
    let days = cells.compactMap {
      $0.day ?? $0.month?.lastDay ?? $0.text.flatMap(Month.init)?.lastDay
    }
    .filter { range?.contains($0) ?? true }
    guard isMonthly else { return Set(days).map { question.at(.moment(.day($0))) } }
    return Set(days.map(\.month)).map { question.at(.moment(.month($0))) }
  }

  /// Where no time is said, of the newest month of a year that is final.
  private func settled(_ question: FigureQuestion, _ asked: AskedQuestion) throws -> Figure {
    do {
      return try complete(question)
    } catch let refusal as FigureRefusal where [.unripe, .absent].contains(refusal.reason) {
      guard asked.time.span == nil, case .moment(.month(let month)) = question.span,
        let earlier = (1...12).lazy.compactMap({ back in
          try? complete(question.at(.moment(.month(month.advanced(by: -back)))))
        }).first
      else { throw refusal }
      return earlier
    }
  }

  /// Where no age is said, at the oldest; where no step, of the last one; where no currency, of the
  /// report's.
  private func complete(_ question: FigureQuestion) throws -> Figure {
    do {
      return try trial.settledFigure(question)
    } catch let refusal as FigureRefusal {
      guard let open = Self.open(refusal) else { throw refusal }
      let oldest =
        open.column.kind == .count ? open.values.compactMap(Int.init).max().map(String.init) : nil
      let usual = open.values.contains(report.currency) ? report.currency : oldest
      guard let usual else { throw refusal }
      return try complete(question.where(open.column.name, is: usual))
    }
  }

  /// Where keys with few values are not said: with each of them.
  private func rows(_ candidate: Candidate, _ asked: AskedQuestion) throws -> [Figure] {
    func each(_ question: FigureQuestion) throws -> [Figure] {
      do { return [try settled(question, asked)] } catch let refusal as FigureRefusal {
        guard let open = Self.open(refusal), open.values.count < 4 else { return [] }
        return try open.values.flatMap { try each(question.where(open.column.name, is: $0)) }
      }
    }
    return try each(try question(candidate, asked))
  }

  /// The first key that is left to say.
  private static func open(_ refusal: FigureRefusal) -> FigureRefusal.Choice? {
    refusal.choices.first { $0.column.role != .label }
  }
}

// MARK: - What is refused at once

extension FigureSearch {
  private func refusal(of asked: AskedQuestion) throws -> FigureRefusal? {
    let undefined = vocabulary.undefined.first { asked.says($0.stems) }
    guard asked.isAboutPeople || undefined != nil else { return nil }
    let ranked = try ranked(asked)
    if asked.isAboutPeople {
      return try refusal(.people, "single people are not told of: ask how many there are", ranked)
    }
    return try undefined.map { try refusal(.unknown, $0.reason, ranked) }
  }

  private func unknown(_ asked: AskedQuestion, _ ranked: [Candidate]) throws -> FigureRefusal {
    let explained = ranked.first?.explained ?? []
    let words = asked.words.indices.filter { asked.isUnknown($0) && !explained.contains($0) }.map {
      asked.words[$0]
    }
    let message =
      words.isEmpty
      ? "no published figure is all that is asked for"
      : "no figure, segment or row here is called \(words.joined(separator: ", "))"
    return try refusal(.unknown, message, ranked)
  }

  /// With the likeliest figures that there are at the report's day.
  private func refusal(
    _ reason: FigureRefusal.Reason, _ message: String, _ ranked: [Candidate]
  ) throws -> FigureRefusal {
    let nearest = try ranked.lazy.filter(\.isCalled).prefix(8).compactMap { candidate in
      try reader.nearest(
        to: FigureQuestion(candidate.entry.metric, .moment(.day(report.day)), candidate.conditions)
      ).first
    }.distinct
    return FigureRefusal(reason: reason, message: message, nearest: Array(nearest.prefix(3)))
  }
}
