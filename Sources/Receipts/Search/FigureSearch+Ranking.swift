import Metrics
import Values

// Which figures are likely: by words first, then by the rows that the words name.

extension FigureSearch {
  func ranked(_ asked: AskedQuestion) throws -> [Candidate] {
    let phrases = matches(asked)
    let first = vocabulary.entries.compactMap {
      candidate($0, asked, phrases[$0.metric.name] ?? [])
    }
    .sorted(by: isBetter).prefix(40)
    return try first.map { try bound($0, asked) }.sorted(by: isBetter)
  }

  private func isBetter(_ one: Candidate, _ other: Candidate) -> Bool {
    (one.points, other.entry.metric.name) > (other.points, one.entry.metric.name)
  }

  private typealias Match = (target: Vocabulary.Target, places: Set<Int>)

  /// The ways to say something that the question has, by the figures that they mean.
  private func matches(_ asked: AskedQuestion) -> [String: [Match]] {
    var matches: [String: [Match]] = [:]
    for phrase in vocabulary.phrases {
      guard let places = places(of: phrase.stems, asked) else { continue }
      for target in phrase.targets { matches[target.metric, default: []].append((target, places)) }
    }
    return matches
  }

  private func places(of stems: [String], _ asked: AskedQuestion) -> Set<Int>? {
    var places: Set<Int> = []
    for stem in stems {
      let place = asked.stems.indices.first {
        !places.contains($0) && isSame(asked.stems[$0], stem)
      }
      guard let place else { return nil }
      places.insert(place)
    }
    return places
  }

  /// Equal, or the one begins with the other.
  private func isSame(_ one: String, _ other: String) -> Bool {
    one == other
      || min(one.count, other.count) >= 5 && (one.hasPrefix(other) || other.hasPrefix(one))
  }

  /// Nil for a figure that nothing speaks for.
  private func candidate(_ entry: Vocabulary.Entry, _ asked: AskedQuestion, _ matches: [Match])
    -> Candidate?
  {
    var candidate = Candidate(entry: entry, points: 0, explained: [])
    if let best = matches.max(by: { weight($0) < weight($1) }) {
      candidate.points = weight(best)
      candidate.conditions = best.target.conditions
      candidate.explained = best.places
    }
    for place in asked.stems.indices where !candidate.explained.contains(place) {
      let points = points(asked.stems[place], entry)
      guard points > 0 else { continue }
      candidate.points += vocabulary.empty.contains(asked.stems[place]) ? points / 4 : points
      candidate.explained.insert(place)
    }
    return candidate.points > 0.5 ? candidate : nil
  }

  private func weight(_ match: Match) -> Double {
    Double(match.places.count) * 3 - Double(match.target.rank) * 0.4
  }

  private func points(_ stem: String, _ entry: Vocabulary.Entry) -> Double {
    guard !Words.joining.contains(stem) else { return 0 }
    if entry.name.contains(stem) { return 2 }
    if entry.file.contains(stem) { return 1 }
    if entry.kind.contains(stem) { return 0.6 }
    return entry.meaning.contains(stem) ? 0.5 : 0
  }

  /// With what its rows explain, and less for what nothing does.
  private func bound(_ candidate: Candidate, _ asked: AskedQuestion) throws -> Candidate {
    var candidate = candidate
    let file = candidate.entry.metric.file
    let binding = RowBinding(
      asked, candidate.entry.metric, try rows(of: file, asked), fixed: candidate.conditions)
    candidate.conditions = binding.conditions
    candidate.contest = binding.contest
    candidate.points += Double(binding.taken.subtracting(candidate.explained).count) * 1.6
    candidate.points += Double(binding.taken.intersection(candidate.explained).count) * 0.5
    candidate.explained.formUnion(binding.taken)
    if file.name == Outlook.schema.name { candidate.explained.formUnion(asked.aheadPlaces) }
    for place in asked.stems.indices where !candidate.explained.contains(place) {
      penalize(&candidate, place, asked)
    }
    requireMost(&candidate, asked)
    if asked.isForCount, candidate.entry.metric.column.kind == .money { candidate.isAnswer = false }
    if (try? question(candidate, asked)) == nil { candidate.points -= 2 }
    candidate.points += fitness(candidate, asked)
    return candidate
  }

  /// Days are told of by files of days first; `how many` asks for a count, `how much` for none.
  private func fitness(_ candidate: Candidate, _ asked: AskedQuestion) -> Double {
    let metric = candidate.entry.metric
    var points = 0.0
    let isOfDays = metric.file.time?.kind == .day
    let isGrained = metric.file.time?.kind == .period
    switch asked.time.span {
    case .day: points += isOfDays ? 0.5 : 0
    case .days, .trailing: points += isOfDays ? 1 : isGrained ? 0.5 : 0
    default: break
    }
    let text = asked.words.joined(separator: " ")
    let kind = metric.column.kind
    if asked.isForCount { points -= kind == .count ? 0 : 1.5 }
    if text.contains("how much") { points -= kind == .count ? 1 : 0 }
    if text.contains(/\b(share|percent|percentage|fraction|rate|likely)\b/) {
      points -= kind == .rate || kind == .number ? 0 : 1
    }
    return points
  }

  /// What leaves as many names of figures unexplained as it explains words is no answer.
  private func requireMost(_ candidate: inout Candidate, _ asked: AskedQuestion) {
    let words = asked.stems.indices.filter {
      !asked.time.taken.contains($0) && !vocabulary.empty.contains(asked.stems[$0])
    }
    let explained = words.filter(candidate.explained.contains)
    let others = words.filter {
      !candidate.explained.contains($0) && vocabulary.strong.contains(asked.stems[$0])
    }
    if !others.isEmpty, others.count >= explained.count { candidate.isAnswer = false }
  }

  private func penalize(_ candidate: inout Candidate, _ place: Int, _ asked: AskedQuestion) {
    let stem = asked.stems[place]
    guard !asked.time.taken.contains(place), !vocabulary.empty.contains(stem), stem.count > 1
    else { return }
    if isUnknown(place, asked, []) || stem == "not" || place > 0 && asked.words[place - 1] == "by" {
      candidate.isAnswer = false
    }
    candidate.points -= vocabulary.strong.contains(stem) ? 2 : 0.7
  }

  /// Those that the time of the question is about, or all.
  private func rows(of file: TableSchema, _ asked: AskedQuestion) throws -> Table {
    guard file.time != nil else { return try report.table(file) }
    let day: Day =
      switch asked.time.span {
      case .day(let day), .week(let day): day
      case .month(let month): month.lastDay
      case .days(let days): days.upperBound
      case .trailing, .now, nil: report.day
      }
    return try report.table(
      file, holding: [day.month.description, day.week.description, Churn.trailing])
  }
}
