import Values

/// What becomes of lines on their way into the log: delayed, repeated, misspelt, torn, lost.
///
/// All coins come from the event's id, none from a shared stream.
struct Delivery {
  private let disorder: Thresholds
  private let seed: UInt64
  private let trouble: Trouble
  private let lastDay: Int64
  /// The first day that is not handed over yet.
  private var openDay: Int64
  /// A ring: a line is delivered at most six days after its event.
  private var ring = [DayBuffer](repeating: DayBuffer(), count: 8)

  private(set) var summary = SimulationSummary()

  init(_ options: SimulationOptions) {
    disorder = Thresholds(options.disorder)
    seed = mixed(options.seed ^ 0xDE11_7E12)
    trouble = Trouble(options)
    lastDay = Int64(options.lastDay.number)
    openDay = Int64(options.firstDay.number)
  }

  /// How the line of an event is to be written.
  func style(of id: UInt64) -> LineStyle {
    let coin = Coin(id ^ seed, 1)
    if coin.value < disorder.broken {
      return [.torn, .nameless, .badTime, .wrongType][coin.choice(4)]
    }
    let other = Coin(id ^ seed, 2)
    guard other.value < disorder.spellings else { return .canonical }
    return [.camelCase, .epoch, .nested][other.choice(3)]
  }

  /// Sends a line that belongs to the event `id` at `time` on its way.
  mutating func send(_ line: UnsafeRawBufferPointer, id: UInt64, time: Int64, style: LineStyle) {
    summary.events += 1
    if style.isBroken { summary.broken += 1 }
    let arrival = time + delay(id)
    deliver(line, at: arrival)
    let coin = Coin(id ^ seed, 4)
    guard coin.value < disorder.duplicates else { return }
    summary.duplicates += 1
    deliver(line, at: arrival + Clock.hour / 2 + coin.delay(below: 2 * Clock.day))
  }

  /// Most lines arrive within seconds, some wait for a connection, few for days.
  private mutating func delay(_ id: UInt64) -> Int64 {
    let coin = Coin(id ^ seed, 3)
    if coin.value < disorder.late {
      summary.late += 1
      return Clock.hour + coin.delay(below: 3 * Clock.day - Clock.hour)
    }
    let lockTimeout = Coin(id ^ seed, 5)
    let isStale = lockTimeout.value < UInt64(1) << 61
    return lockTimeout.delay(below: isStale ? 25 * Clock.minute : 4 * Clock.second)
  }

  private mutating func deliver(_ line: UnsafeRawBufferPointer, at arrival: Int64) {
    let day = arrival / Clock.day
    precondition(day >= openDay, "a line is delivered while its day is open")
    guard day <= lastDay else { return summary.undelivered += 1 }
    guard !trouble.strikes(.delivery, at: arrival) else { return summary.lost += 1 }
    summary.lines += 1
    summary.bytes += line.count
    ring[Int(day & 7)].add(line, at: arrival % Clock.day)
  }

  /// Hands over the lines of a day that nothing can be added to any more.
  mutating func finish(
    _ day: Day, _ write: (Day, UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    openDay = Int64(day.number) + 1
    try ring[Int(day.number) & 7].drain { try write(day, $0) }
  }
}

/// A throw of the dice that belongs to an event.
private struct Coin {
  let value: UInt64

  init(_ id: UInt64, _ purpose: UInt64) { value = mixed(id &+ purpose &* 0x9E37_79B9_7F4A_7C15) }

  func choice(_ count: UInt64) -> Int { Int(mixed(value) % count) }
  func delay(below span: Int64) -> Int64 { Int64(mixed(~value) % UInt64(span)) }
}

/// Shares as bounds for 64-bit coins.
private struct Thresholds {
  let duplicates, late, broken, spellings: UInt64

  init(_ disorder: Disorder) {
    duplicates = Thresholds.bound(disorder.duplicates)
    late = Thresholds.bound(disorder.late)
    broken = Thresholds.bound(disorder.broken)
    spellings = Thresholds.bound(disorder.spellings)
  }

  private static func bound(_ share: Double) -> UInt64 {
    UInt64(parts(share, in: 1_000_000)) * (UInt64.max / 1_000_000)
  }
}

extension LineStyle {
  var isBroken: Bool {
    switch self {
    case .canonical, .camelCase, .epoch, .nested: false
    case .torn, .nameless, .badTime, .wrongType: true
    }
  }
}
