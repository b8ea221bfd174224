import Metrics
import Values

// Which figures are likely: by what they are called first, then by the rows that the words name.

extension FigureSearch {
  func ranked(_ asked: AskedQuestion) throws -> [Candidate] {
    var rows = NamedRows(asked: asked, search: self)
    let called = try vocabulary.entries.flatMap { entry in
      let named = asked.credit(of: try rows.binding(entry.metric, [:]).taken)
      return candidates(entry, asked).map { (candidate: $0, points: $0.points + 0.8 * named) }
    }
    let likely = called.filter { $0.points > 0 }.sorted {
      ($0.points, $1.candidate.entry.metric.name) > ($1.points, $0.candidate.entry.metric.name)
    }
    return try likely.prefix(80).map { candidate, _ in
      let binding = try rows.binding(candidate.entry.metric, candidate.conditions)
      return bound(candidate, binding, asked, rows.names)
    }.sorted(by: isBetter)
  }

  /// Which rows of each file the words name, looked up once.
  private struct NamedRows {
    let asked: AskedQuestion
    let search: FigureSearch
    private var bindings: [[String]: RowBinding] = [:]
    /// The words that name a row of any file.
    private(set) var names: Set<Int> = []

    init(asked: AskedQuestion, search: FigureSearch) {
      (self.asked, self.search) = (asked, search)
    }

    mutating func binding(_ metric: Metric, _ fixed: [String: String]) throws -> RowBinding {
      let file = metric.file
      let key =
        [
          file.name, metric.column.kind == .money ? "money" : "",
          file.keys.contains { $0.name == "variant" } ? metric.column.name : "",
        ]
        + fixed.map { "\($0)=\($1)" }.sorted()
      if let known = bindings[key] { return known }
      let binding = RowBinding(asked, metric, try search.rows(of: file, asked), fixed: fixed)
      names.formUnion(binding.taken)
      bindings[key] = binding
      return binding
    }
  }

  private func isBetter(_ one: Candidate, _ other: Candidate) -> Bool {
    (one.points, other.rank) > (other.points, one.rank)
  }

  // MARK: - Words

  /// The figure itself, and each row of it that has a name: by the title that fits best.
  private func candidates(_ entry: Vocabulary.Entry, _ asked: AskedQuestion) -> [Candidate] {
    let titled = entry.titles.map { title in
      let (points, places, isCalled) = fit(title, asked)
      return Candidate(
        entry: entry, points: points, explained: places, isCalled: isCalled,
        conditions: title.conditions)
    }
    let rows = Dictionary(grouping: titled, by: \.conditions).values.compactMap {
      $0.max { ($0.points, $1.explained.count) < ($1.points, $0.explained.count) }
    }
    return rows.map { described($0, asked) }
  }

  /// What its words that are said weigh, less what those weigh that are not; and whether the former
  /// are most of it.
  private func fit(_ title: Vocabulary.Title, _ asked: AskedQuestion) -> (Double, Set<Int>, Bool) {
    var (said, unsaid, places) = (0.0, 0.0, Set<Int>())
    for term in title.terms {
      let here = asked.places(of: term)
      if here.isEmpty { unsaid += vocabulary.weight(term) } else { said += vocabulary.weight(term) }
      places.formUnion(here)
    }
    let points = asked.credit(of: places) - 0.5 * unsaid
    return (points - 0.04 * Double(title.rank), places, said >= unsaid)
  }

  /// With the words that its sentence or its file has.
  private func described(_ candidate: Candidate, _ asked: AskedQuestion) -> Candidate {
    var candidate = candidate
    for place in asked.stems.indices where !candidate.explained.contains(place) {
      let weight = asked.weights[place]
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

  /// With what its rows explain, and less for what nothing does. `names`: words of rows of any file.
  private func bound(
    _ candidate: Candidate, _ binding: RowBinding, _ asked: AskedQuestion, _ names: Set<Int>
  ) -> Candidate {
    var candidate = candidate
    let file = candidate.entry.metric.file
    candidate.conditions = binding.conditions
    (candidate.contest, candidate.compared) = (binding.contest, binding.compared)
    candidate.isNamed = binding.isNamed
    candidate.isCalled = candidate.isCalled && !candidate.explained.isSubset(of: binding.taken)
    candidate.points +=
      0.2 * asked.credit(of: binding.taken.intersection(candidate.explained))
      + 0.8 * asked.credit(of: binding.taken.subtracting(candidate.explained))
    candidate.explained.formUnion(binding.taken)
    if file.tellsOfDaysToCome { candidate.explained.formUnion(asked.aheadPlaces) }
    if binding.contest == nil, let contest = asked.timeContest, file.time != nil {
      candidate.explained.formUnion(contest.places)
    } else if binding.contest == nil, asked.isContest {
      candidate.points -= 0.5
    }
    if asked.time.other != nil, file.name != Changes.schema.name {
      let change = Set(asked.places(of: Words.stem("change"))).subtracting(candidate.explained)
      candidate.points += 0.7 * asked.credit(of: change)
      candidate.explained.formUnion(change)
      candidate.explained.formUnion(asked.places(of: "percen"))
    }
    for key in candidate.conditions.keys {
      candidate.explained.formUnion(asked.places(naming: key))
    }
    let rest = rest(candidate, asked)
    for place in rest where !candidate.described.contains(place) {
      let isMeasure = !asked.terms[place].isDisjoint(with: vocabulary.measures)
      candidate.points -= isMeasure ? 0.6 : 0.5 * asked.weights[place]
    }
    candidate.isAnswer =
      !asked.isPlanUnknown(but: binding.taken)
      && explainsEnough(candidate, rest, asked)
      && (asked.timeContest?.isOfDays != true || binding.contest != nil || candidate.entry.isOfDays)
      && (asked.time.numbers.isEmpty || tellsOfNumber(candidate))
      && !rest.contains {
        !binding.hinted.contains($0)
          && (asked.isNameOfSegment($0)
            || asked.isUnknown($0) && (names.contains($0) || asked.isName($0)))
      }
    if (try? question(candidate, asked)) == nil { candidate.points -= 0.5 }
    candidate.points += fitness(candidate, asked)
    return candidate
  }

  /// `new, expansion and churn of MRR`: the figures of one file that say together what is asked for,
  /// of that which says the most.
  func parts(of ranked: [Candidate], _ asked: AskedQuestion) -> [Candidate] {
    guard asked.isList else { return [] }
    let files = Dictionary(grouping: ranked.filter(\.isCalled), by: \.entry.metric.file.name)
    let found = files.values.map { together($0, asked) }.filter {
      $0.parts.count > 1 && saysAll($0.whole, asked)
    }
    return found.max { one, other in
      let (first, second) = (
        asked.credit(of: one.whole.explained), asked.credit(of: other.whole.explained)
      )
      return (first, other.whole.rank) < (second, one.whole.rank)
    }?.parts ?? []
  }

  /// Those of a file that each say something more, and what they say together.
  private func together(_ ranked: [Candidate], _ asked: AskedQuestion) -> (
    parts: [Candidate], whole: Candidate
  ) {
    var (parts, whole) = ([ranked[0]], ranked[0])
    for candidate in ranked.dropFirst()
    where candidate.explained.subtracting(whole.explained).contains(where: {
      asked.weights[$0] > 0.3
    }) {
      parts.append(candidate)
      whole.explained.formUnion(candidate.explained)
    }
    return (parts, whole)
  }

  private func saysAll(_ whole: Candidate, _ asked: AskedQuestion) -> Bool {
    let rest = rest(whole, asked)
    return explainsEnough(whole, rest, asked) && !asked.isPlanUnknown(but: whole.explained)
      && asked.time.numbers.isEmpty
      && !rest.contains {
        asked.isNameOfSegment($0) || asked.isUnknown($0) && asked.isName($0)
      }
  }

  /// The words that neither its name nor its row says.
  private func rest(_ candidate: Candidate, _ asked: AskedQuestion) -> [Int] {
    asked.stems.indices.filter { !candidate.explained.contains($0) && asked.weights[$0] > 0 }
  }

  /// Whether it is of an age, a step or so many days.
  private func tellsOfNumber(_ candidate: Candidate) -> Bool {
    let metric = candidate.entry.metric
    return metric.column.name.contains(where: \.isNumber)
      || metric.file.keys.contains {
        $0.kind == .count && candidate.conditions[$0.name] != nil
      }
  }

  /// Nothing is answered by a figure that is called otherwise, or with most of the words left.
  private func explainsEnough(_ candidate: Candidate, _ rest: [Int], _ asked: AskedQuestion) -> Bool
  {
    guard
      !rest.contains(where: {
        asked.isNumber($0) && !asked.isBeforeSegment($0) || asked.isBreakdown($0)
      }),
      candidate.isCalled || candidate.isNamed,
      !candidate.explained.isSubset(of: asked.aheadPlaces)
    else { return false }
    if asked.form.excludes(candidate.entry.metric.column) { return false }
    let open = rest.filter { !candidate.described.contains($0) }
    let left = open.reduce(0) { $0 + (asked.isUnknown($1) ? 0.2 : asked.weights[$1]) }
    return left <= 0.75 * asked.credit(of: candidate.explained)
  }

  /// Days are told of by files of days first; `how many` asks for a count, `how much` for none.
  private func fitness(_ candidate: Candidate, _ asked: AskedQuestion) -> Double {
    let metric = candidate.entry.metric
    var points = 0.0
    switch asked.time.span {
    case .month where metric.column.isState: points -= 0.1
    case .day: points += candidate.entry.isOfDays ? 0.2 : 0
    case .days, .trailing:
      points +=
        candidate.entry.isOfDays || isTrailing(metric, asked) || metric.file.isGrained ? 0.2 : 0
    default: break
    }
    return points + asked.form.points(metric.column)
  }

  /// Those of the time that the question is about, which tell what rows there are; or all.
  fileprivate func rows(of file: TableSchema, _ asked: AskedQuestion) throws -> Table {
    guard let time = file.time else { return try report.table(file) }
    let day: Day =
      switch asked.time.span {
      case .day(let day), .week(let day): day
      case .month(let month): month.lastDay
      case .days(let days): days.upperBound
      case .trailing, .now, nil: report.day
      }
    let days = (0..<7).map { "\(day.advanced(by: -$0))," }
    return try report.table(
      file, holding: time.kind == .day ? days : ["\(day.month),", Churn.trailing])
  }
}
