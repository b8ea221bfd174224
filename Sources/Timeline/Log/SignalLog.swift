import Feed
import Values

/// What one customer's app logged of itself: a few entries where it does, none of most customers.
/// ``OperationScan`` fills it, which knows platform and version of the time.
struct SignalLog: Sendable {
  struct Entry: Sendable {
    let place: OperationLog.Place
    let signal: AppSignal
    let measure: SignalMeasure
  }

  struct Failure: Sendable {
    let place: OperationLog.Place
    let cause: StringID
    let measure: FailureMeasure
  }

  struct Duration: Sendable {
    let day: Int32
    let milliseconds: Int32
    let measure: DurationMeasure
  }

  /// One day on which the age of the last check was known, in whole days: the greatest of the day.
  struct Check: Sendable {
    let day: Int32
    var age: Int32
    /// At the oldest check with which a feature was used; nil where none was.
    var ageAtUse: Int32?
  }

  private(set) var entries: [Entry] = []
  private(set) var failures: [Failure] = []
  private(set) var durations: [Duration] = []
  private(set) var checks: [Check] = []
  private var failedRestore: (time: Instant, place: OperationLog.Place)?

  /// How long after a restore that failed a trial counts as one in its place.
  private static let restoreWindow = TimeSpan.hours(24)

  init() {}

  /// Everything is as in a new log, but for its memory.
  mutating func empty() {
    entries.empty()
    failures.empty()
    durations.empty()
    checks.empty()
    failedRestore = nil
  }

  /// Takes an event of the kinds that ``AppSignal`` or ``FailureMeasure`` know.
  mutating func take(_ event: borrowing Event, _ place: OperationLog.Place) {
    if event.kind == .restoreStarted { add(.restore, .started, place) }
    if let signal = AppSignal(event.kind) {
      add(signal, .events, place)
      if event.isFailure { add(signal, .failed, place) }
      if signal == .restore { failedRestore = event.isFailure ? (event.time, place) : nil }
    }
    if event.isFailure, let measure = FailureMeasure(event.kind) {
      failures.append(Failure(place: place, cause: event.cause, measure: measure))
    }
    if let latency = event.latencyMilliseconds, let measure = DurationMeasure(event.kind) {
      durations.append(
        Duration(
          day: place.day, milliseconds: Int32(clamping: max(0, latency)), measure: measure))
    }
  }

  /// A trial began: it stands for a restore that failed shortly before.
  mutating func begin(at time: Instant) {
    guard let (failed, place) = failedRestore, time <= failed + Self.restoreWindow else { return }
    failedRestore = nil
    add(.restore, .trials, place)
  }

  /// Notes how long ago an event says that the customer's access was checked.
  mutating func check(_ event: borrowing Event, on day: Int32) {
    guard let validated = event.validatedAt else { return }
    let age = Int32(clamping: max(TimeSpan(milliseconds: 0), event.time - validated).wholeDays)
    if checks.last?.day != day { checks.append(Check(day: day, age: age)) }
    let last = checks.count - 1
    checks[last].age = max(checks[last].age, age)
    if event.kind == .featureUsed, !event.flags.contains(.accessDenied) {
      checks[last].ageAtUse = max(checks[last].ageAtUse ?? 0, age)
    }
  }

  private mutating func add(
    _ signal: AppSignal, _ measure: SignalMeasure, _ place: OperationLog.Place
  ) {
    entries.append(Entry(place: place, signal: signal, measure: measure))
  }
}
