import Metrics
import SQLite
import Settings
import Store
import Values

/// What a report changes in what was published before (Definitions, "Restatements").
struct Publication {
  let report: PublishedReport
  /// The figures that differ from what was published last, or are new.
  var changed: [DayFigure: Int64] = [:]
  var restated: [Restatement] = []
}

extension Session {
  /// Compares the days of `figures` with what earlier reports showed of them, and puts what was
  /// restated, now and before, among the figures. Nil for a report that is not to be remembered:
  /// that of a day before the newest one's, which knows less, of a day that is not over, or one that
  /// leaves figures out because a check failed: they would seem to have been 0.
  func publication(_ figures: inout Figures) throws -> Publication? {
    let last = try store.publishedReports(1).first
    let isRemembered =
      figures.asOf <= settings.timezone.day(of: now) && figures.asOf >= last?.asOf ?? figures.asOf
      && figures.unproven.isEmpty
    var publication: Publication?
    if isRemembered {
      publication = try compared(figures, with: last)
    }
    let kept = try store.restatements(upTo: figures.asOf)
    let new = publication?.restated ?? []
    let older = kept.filter { old in !new.contains { $0.asOf == old.asOf && $0.place == old.place }
    }
    figures.take(new + older)
    return publication
  }

  private func compared(_ figures: Figures, with last: PublishedReport?) throws
    -> Publication
  {
    let report = PublishedReport(
      asOf: figures.asOf, made: now, run: try store.newestRun(), rules: try rulesHash(),
      rates: files.rates.fingerprint(upTo: figures.asOf), result: figures.result)
    var publication = Publication(report: report)
    let known = try store.publishedFigures()
    for (place, value) in figures.dayFigures where known[place] ?? 0 != value {
      publication.changed[place] = value
    }
    if let last { publication.restated = try restatements(in: publication, of: known, since: last) }
    return publication
  }

  /// The changed figures of days that `last` showed, by day, each with its cause.
  private func restatements(
    in publication: Publication, of known: [DayFigure: Int64], since last: PublishedReport
  ) throws -> [Restatement] {
    let isShown = publication.changed.filter { $0.key.day <= last.asOf }
    let causes = try causes(of: Set(isShown.keys.map(\.day)), since: last)
    let restated = isShown.map { place, value in
      Restatement(
        asOf: publication.report.asOf, place: place, before: known[place] ?? 0, after: value,
        cause: causes[place.day] ?? "")
    }
    return restated.sorted { ($0.place.day, $0.place.figure) < ($1.place.day, $1.place.figure) }
  }

  /// Why the figures of `days` are not what `last` showed.
  private func causes(of days: Set<Day>, since last: PublishedReport) throws -> [Day: String] {
    var general: [String] = []
    if try last.rules != rulesHash() {
      general.append("the configuration or the program changed")
    }
    if let unlinked = try store.newestUnlinking(), unlinked > last.made {
      general.append("aliases were taken back (purge --unlink)")
    }
    if last.rates != files.rates.fingerprint(upTo: last.asOf) {
      general.append("exchange rates changed")
    }
    var causes: [Day: String] = [:]
    for day in days {
      let all = general + (try store.lateEvents(after: last.run, upTo: day).map(\.text))
      causes[day] =
        all.isEmpty
        ? "a later event connected two customers, completed a payment, or told the country or another "
          + "dimension of a customer"
        : all.joined(separator: "; ")
    }
    return causes
  }

  func remember(_ publication: Publication?) throws {
    guard let publication else { return }
    try store.database.transaction {
      try store.keep(
        publication.report, changed: publication.changed, publication.restated)
    }
  }
}

extension LateEvents {
  /// `run 12 of 2026-07-01 brought 3 late events of 2026-06-10 to 2026-06-12`.
  fileprivate var text: String {
    let days = first == last ? "\(first)" : "\(first) to \(last)"
    let plural = events == 1 ? "" : "s"
    return "run \(run) of \(started.iso8601.prefix(10)) brought \(grouped(events)) late "
      + "event\(plural) of \(days)"
  }
}

extension Figures {
  /// What the alerts came to: `2 of 15 rules fire: freshness, renewal-rate`.
  fileprivate var result: String {
    let names = alerts.filter(\.needsAttention).map(\.name)
    let list = names.isEmpty ? "" : ": " + names.joined(separator: ", ")
    return "\(names.count) of \(alerts.count) rules fire\(list)"
  }

  fileprivate var dayFigures: [(place: DayFigure, value: Int64)] {
    rows(of: Daily.self).flatMap { row -> [(place: DayFigure, value: Int64)] in
      guard let day = row[Daily.date] else { return [] }
      return zip(Daily.schema.columns, row.cells).compactMap { column, cell in
        cell.wholeNumber.map { (DayFigure(day: day, figure: column.name), $0) }
      }
    }
  }

  /// Puts restatements among the tables, and their number into the data quality.
  fileprivate mutating func take(_ restated: [Restatement]) {
    tables.append(Restated.table(restated.map(row)))
    let now = restated.filter { $0.asOf == asOf }
    let arrival = DataQuality.Section.arrival.rawValue
    guard let quality = tables.firstIndex(where: { $0.name == DataQuality.schema.name }),
      let last = rows(of: DataQuality.self).lastIndex(where: {
        $0[DataQuality.section] == arrival
      })
    else { return }
    let days = Set(now.map(\.place.day)).count
    let note =
      now.isEmpty ? "" : "of \(days) published day\(days == 1 ? "" : "s"): see restated.csv"
    let line = DataQuality.row(.arrival, "restated figures", Int64(now.count), note: note)
    tables[quality].rows.insert(line.cells, at: last + 1)
  }

  private func row(_ restated: Restatement) -> RowBuilder<Restated> {
    let isMoney = Daily.schema.column(restated.place.figure)?.kind == .money
    func number(_ value: Int64) -> Cell {
      isMoney ? .rate(Rate(millionths: value)) : .count(value)
    }
    var row = RowBuilder<Restated>()
    row[Restated.published] = restated.asOf
    row[Restated.date] = restated.place.day
    row[Restated.figure] = restated.place.figure
    row[Restated.before] = number(restated.before)
    row[Restated.after] = number(restated.after)
    row[Restated.change] = number(restated.after - restated.before)
    row[Restated.cause] = restated.cause
    return row
  }
}
