package import Settings
import SQLite
import Timeline
package import Values

/// What a report is about: its as-of day, and the calendar and lists that the models join with.
/// They are temporary tables, so that a model needs no parameters and also runs
/// elsewhere. `report_run` has one row, which models ask for by its key: a query planner then
/// knows that it is one, and reads what follows in the order of its keys, without sorting.
/// `report_day` has the days of each segment that files without segments tell of: those of the
/// total, unless a figure is taken apart.
package struct ReportScope: Sendable {
  package let asOf: Day
  package let firstDay: Day
  package let settings: Settings
  package let spend: MonthlySpend
  /// What the configuration has planned.
  package let budget: Budget
  package let codes: CodeFile
  package let paidOut: PaidOut
  /// Apple's own counts; nil where the configuration names no reports.
  package let appStore: AppStoreComparison?
  /// Days by segment in files; more than usual where alert rules look further back.
  package let detailDays: Int

  var zone: Zone { settings.timezone }
  var catalogue: Catalogue { settings.catalogue }
  /// Whether lists of people have the ids that the log calls them by.
  var tellsUserIDs: Bool { settings.privacy.userIDs == .shown }

  /// Days of which `daily_segments` shows segments, and other files their weeks.
  static let recentDays = 400
  /// Five weeks: every weekday of the newest has four before it.
  package static let usualDetailDays = 35

  package init(
    asOf: Day, firstDay: Day, _ settings: Settings, spend: MonthlySpend, budget: Budget,
    codes: CodeFile, paidOut: PaidOut, appStore: AppStoreComparison?, detailDays: Int
  ) {
    (self.asOf, self.firstDay, self.settings) = (asOf, firstDay, settings)
    (self.spend, self.budget, self.codes, self.paidOut) = (spend, budget, codes, paidOut)
    (self.appStore, self.detailDays) = (appStore, detailDays)
  }

  /// Fills the temporary tables. `hidesSmall`: only the largest of very many values are shown.
  func install(in database: Database, hidesSmall: Bool = true) throws {
    try database.execute(Self.tables)
    try fillRun(database)
    try fillCalendar(database)
    try fillLists(database)
    try fillSpend(database)
    try fillPools(database)
    try fillLimits(database)
    try fillRollouts(database)
    if hidesSmall { try LongTail(database, settings.experiments).install() }
    try fillSegments(database)
    try fillCatalogue(database)
  }

  private static let tables = """
    CREATE TEMP TABLE report_run (
      run INTEGER PRIMARY KEY, as_of_day INTEGER, first_day INTEGER, recent_day INTEGER,
      recent_month_day INTEGER, detail_day INTEGER, end_ms INTEGER, recent_access_ms INTEGER,
      retry_ms INTEGER, age_base INTEGER, age_place INTEGER, settled_trial_day INTEGER,
      quarter_day INTEGER, currency TEXT, retention_months INTEGER);
    CREATE TEMP TABLE rollout_step (position INTEGER PRIMARY KEY, rollout TEXT, number INTEGER);
    CREATE TEMP TABLE free_phase (
      phase INTEGER PRIMARY KEY, reason TEXT, first_day INTEGER, last_day INTEGER,
      start_ms INTEGER, end_ms INTEGER);
    CREATE TEMP TABLE plan_limit (
      position INTEGER, metric TEXT, product TEXT, allowed INTEGER, next_product TEXT,
      next_price INTEGER);
    CREATE TEMP TABLE offer_pool (
      offer TEXT, codes INTEGER, expires INTEGER, per_quarter INTEGER);
    CREATE TEMP TABLE calendar_day (day INTEGER PRIMARY KEY, week INTEGER, month INTEGER);
    CREATE TEMP TABLE report_day (
      segment INTEGER, day INTEGER, PRIMARY KEY (segment, day)) WITHOUT ROWID;
    CREATE TEMP TABLE calendar_month (
      month INTEGER PRIMARY KEY, first_day INTEGER, last_day INTEGER, end_ms INTEGER,
      complete INTEGER);
    CREATE TEMP TABLE calendar_grain (
      grain INTEGER, position INTEGER, first_day INTEGER, end_ms INTEGER,
      PRIMARY KEY (grain, position)
    ) WITHOUT ROWID;
    CREATE TEMP TABLE small_number (number INTEGER PRIMARY KEY);
    CREATE TEMP TABLE value_horizon (days INTEGER PRIMARY KEY);
    CREATE TEMP TABLE look_ahead (days INTEGER PRIMARY KEY);
    CREATE TEMP TABLE encounter_horizon (days INTEGER PRIMARY KEY);
    CREATE TEMP TABLE conversion_path (path INTEGER PRIMARY KEY, name TEXT);
    CREATE TEMP TABLE spend (month INTEGER, channel TEXT, campaign TEXT, amount INTEGER);
    CREATE TEMP TABLE catalogue_product (
      position INTEGER PRIMARY KEY, product TEXT, tier TEXT, period TEXT, list_price INTEGER,
      currency TEXT, list_monthly INTEGER, monthly_rival INTEGER, share_numerator INTEGER,
      share_denominator INTEGER);
    CREATE TEMP TABLE report_segment (
      position INTEGER PRIMARY KEY, segment INTEGER UNIQUE, dimension TEXT, value TEXT);
    CREATE TEMP TABLE funnel_step (
      funnel INTEGER, step INTEGER, name TEXT, event TEXT, window_days INTEGER,
      PRIMARY KEY (funnel, step)) WITHOUT ROWID;
    CREATE TEMP TABLE funnel_dimension (
      funnel INTEGER, dimension TEXT, PRIMARY KEY (funnel, dimension)) WITHOUT ROWID;
    """

  private func fillRun(_ database: Database) throws {
    let end = zone.end(of: asOf)
    let recent = asOf.advanced(by: 1 - max(Self.recentDays, detailDays))
    try database.prepare(
      "INSERT INTO report_run VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    )
    .run(
      asOf.number, firstDay.number, recent.number, recent.month.firstDay.number,
      asOf.advanced(by: 1 - detailDays).number, end.milliseconds,
      (end - .days(90)).milliseconds, (end - BillingRecovery.window).milliseconds, TrialAge.base,
      TrialAge.place(at: end, zone),
      asOf.advanced(by: -catalogue.defaults.trialGraceDays).number,
      asOf.month.firstOfQuarter.firstDay.number, catalogue.reportingCurrency,
      settings.retentionMonths)
  }

  private func fillCalendar(_ database: Database) throws {
    let day = try database.prepare("INSERT INTO calendar_day VALUES (?, ?, ?)")
    let position = try database.prepare(
      "INSERT OR IGNORE INTO calendar_grain VALUES (?, ?, ?, ?)")
    for date in firstDay...max(firstDay, asOf) {
      try day.run(date.number, date.week.number, date.month.number)
      for grain in Grain.allCases {
        try position.run(
          grain.rawValue, grain.position(of: date), date.number,
          zone.end(of: grain.lastDay(of: date)).milliseconds)
      }
    }
    try database.execute("INSERT INTO report_day SELECT 0, day FROM calendar_day")
    let month = try database.prepare("INSERT INTO calendar_month VALUES (?, ?, ?, ?, ?)")
    for number in firstDay.month...max(firstDay, asOf).month {
      try month.run(
        number.number, number.firstDay.number, number.lastDay.number,
        zone.end(of: number.lastDay).milliseconds, number.lastDay <= asOf ? 1 : 0)
    }
  }

  private func fillRollouts(_ database: Database) throws {
    let step = try database.prepare("INSERT INTO rollout_step VALUES (?, ?, ?)")
    for place in settings.rollouts.places {
      try step.run(place.position, place.rollout.name, place.number)
    }
    let phase = try database.prepare("INSERT INTO free_phase VALUES (?, ?, ?, ?, ?, ?)")
    for (number, free) in settings.freePhases.enumerated() {
      let end = free.to.map { zone.end(of: $0) } ?? .distantFuture
      try phase.run(
        number, free.reason, free.from.number, free.to?.number,
        zone.start(of: free.from).milliseconds, end.milliseconds)
    }
  }

  private func fillLists(_ database: Database) throws {
    let number = try database.prepare("INSERT INTO small_number VALUES (?)")
    for value in 0...90 { try number.run(value) }
    let horizon = try database.prepare("INSERT INTO value_horizon VALUES (?)")
    for days in ValueHorizon.all { try horizon.run(days) }
    let ahead = try database.prepare("INSERT INTO look_ahead VALUES (?)")
    for days in LookAhead.days { try ahead.run(days) }
    let encounter = try database.prepare("INSERT INTO encounter_horizon VALUES (?)")
    for days in EncounterHorizon.all { try encounter.run(days) }
    let path = try database.prepare("INSERT INTO conversion_path VALUES (?, ?)")
    for each in ConversionPath.allCases { try path.run(each.rawValue, each.name) }
    let step = try database.prepare("INSERT INTO funnel_step VALUES (?, ?, ?, ?, ?)")
    let dimension = try database.prepare("INSERT OR IGNORE INTO funnel_dimension VALUES (?, ?)")
    for (index, funnel) in settings.funnels.enumerated() {
      for (number, events) in funnel.steps.enumerated() {
        try step.run(
          index, number + 1, funnel.name, events.joined(separator: " or "), funnel.windowDays)
      }
      for name in ["all", Dimension.app.name] + funnel.by.map(\.name) {
        try dimension.run(index, name)
      }
    }
  }

  private static let unlisted = Dimension.allCases.filter { !$0.isListed }
    .map { "\($0.rawValue)" }.joined(separator: ", ")

  /// Segments in the order in which reports list them: by dimension, then by the value's bytes.
  private func fillSegments(_ database: Database) throws {
    try database.execute(
      """
      INSERT INTO report_segment
      SELECT row_number() OVER (ORDER BY id >> 32, value, id), id, dimension, value
      FROM segment WHERE id >> 32 NOT IN (\(Self.unlisted))
      """)
  }
}
