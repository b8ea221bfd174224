import Metrics
import Values

// Which figures are likely: by what they are called first, then by the rows that the words name.

extension FigureSearch {
  func ranked(_ asked: AskedQuestion) throws -> [Candidate] {
    let called = vocabulary.entries.flatMap { candidates($0, asked) }.sorted(by: isBetter)
    return try called.prefix(60).map { try bound($0, asked) }.sorted(by: isBetter)
  }

  private func isBetter(_ one: Candidate, _ other: Candidate) -> Bool {
    (one.points, other.entry.metric.name) > (other.points, one.entry.metric.name)
  }

  // MARK: - Words

  /// The figure itself, and each row of it that has a name: by the title that fits best.
  private func candidates(_ entry: Vocabulary.Entry, _ asked: AskedQuestion) -> [Candidate] {
    let titled = entry.titles.map { title in
      let (points, places) = fit(title, asked)
      return Candidate(
        entry: entry, points: points, explained: places, conditions: title.conditions)
    }
    let rows = Dictionary(grouping: titled, by: \.conditions).values.compactMap {
      $0.max { ($0.points, $1.explained.count) < ($1.points, $0.explained.count) }
    }
    return rows.map { described($0, asked) }.filter { $0.points > 0 }
  }

  /// What its words that are said weigh, less what those weigh that are not.
  private func fit(_ title: Vocabulary.Title, _ asked: AskedQuestion) -> (Double, Set<Int>) {
    var (points, places) = (-0.04 * Double(title.rank), Set<Int>())
    for term in title.terms {
      let said = asked.places(of: term)
      if said.isEmpty { points -= 0.5 * vocabulary.weight(term) }
      places.formUnion(said)
    }
    return (points + places.reduce(0) { $0 + asked.credit($1) }, places)
  }

  /// With the words that its sentence or its file has.
  private func described(_ candidate: Candidate, _ asked: AskedQuestion) -> Candidate {
    var candidate = candidate
    for place in asked.stems.indices where !candidate.explained.contains(place) {
      let weight = asked.weight(place)
      if candidate.entry.meaning.contains(asked.stems[place]) {
        candidate.points += 0.35 * weight
      } else if candidate.entry.file.contains(asked.stems[place]) {
        candidate.points += 0.25 * weight
      } else {
        continue
      }
      candidate.described.insert(place)
    }
    return candidate
  }

  // MARK: - Rows

  /// With what its rows explain, and less for what nothing does.
  private func bound(_ candidate: Candidate, _ asked: AskedQuestion) throws -> Candidate {
    var candidate = candidate
    let file = candidate.entry.metric.file
    let binding = RowBinding(
      asked, candidate.entry.metric, try rows(of: file, asked), fixed: candidate.conditions)
    candidate.conditions = binding.conditions
    candidate.contest = binding.contest
    for place in binding.taken {
      candidate.points += asked.credit(place) * (candidate.explained.contains(place) ? 0.2 : 0.8)
    }
    candidate.explained.formUnion(binding.taken)
    if file.tellsOfDaysToCome { candidate.explained.formUnion(asked.aheadPlaces) }
    for key in candidate.conditions.keys {
      candidate.explained.formUnion(asked.places(naming: key))
    }
    let rest = asked.stems.indices.filter {
      !candidate.explained.contains($0) && asked.weight($0) > 0
    }
    for place in rest where !candidate.described.contains(place) {
      candidate.points -= 0.5 * asked.weight(place)
    }
    if !asked.time.numbers.isEmpty, !tellsOfNumber(candidate) { candidate.points -= 0.4 }
    candidate.isAnswer = explainsEnough(candidate, rest, asked)
    if (try? question(candidate, asked)) == nil { candidate.points -= 0.6 }
    candidate.points += fitness(candidate, asked)
    return candidate
  }

  /// Whether it is of an age, a step or so many days.
  private func tellsOfNumber(_ candidate: Candidate) -> Bool {
    let metric = candidate.entry.metric
    return metric.column.name.contains(where: \.isNumber)
      || metric.file.keys.contains {
        $0.kind == .count && candidate.conditions[$0.name] != nil
      }
  }

  /// Nothing is answered with a word that no figure or row has, or with most of the words left.
  private func explainsEnough(_ candidate: Candidate, _ rest: [Int], _ asked: AskedQuestion) -> Bool
  {
    guard !rest.contains(where: { asked.isUnknown($0) }),
      !rest.contains(where: { asked.isNumber($0) || asked.isBreakdown($0) })
    else { return false }
    let kind = candidate.entry.metric.column.kind
    if asked.isForCount && kind == .money || asked.isForShare && [.money, .count].contains(kind) {
      return false
    }
    let open = rest.filter { !candidate.described.contains($0) }
    let (left, said) = (open.map(asked.weight), candidate.explained.map(asked.credit))
    return left.reduce(0, +) <= 0.65 * said.reduce(0, +)
  }

  /// Days are told of by files of days first; `how many` asks for a count, `how much` for none.
  private func fitness(_ candidate: Candidate, _ asked: AskedQuestion) -> Double {
    let metric = candidate.entry.metric
    let kind = metric.column.kind
    var points = 0.0
    switch asked.time.span {
    case .day: points += metric.file.time?.kind == .day ? 0.2 : 0
    case .days, .trailing:
      let isOfDays = metric.file.time?.kind == .day
      points += isOfDays || isTrailing(metric, asked) || metric.file.isGrained ? 0.2 : 0
    default: break
    }
    if asked.isForCount { points -= kind == .count ? 0 : 0.5 }
    if asked.isForAmount { points -= kind == .count ? 0.3 : 0 }
    if asked.isForRate { points -= kind == .rate || kind == .number ? 0 : 0.3 }
    return points
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
