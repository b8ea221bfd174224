import Values

/// What is going to happen to customers, by day: a calendar queue.
///
/// A task is one word: millisecond of the day (27 bits), slot (25), kind (4), term (8); sorting the
/// words sorts them by time.
struct Agenda {
  private let firstDay: Int64
  private var days: [[UInt64]]

  init(firstDay: Day, days: Int) {
    self.firstDay = Int64(firstDay.number)
    self.days = [[UInt64]](repeating: [], count: days)
  }

  static let slotLimit = 1 << 25

  /// Notes a task; false where it lies behind the last day, and never comes.
  mutating func add(_ kind: Task.Kind, at time: Int64, slot: Int, term: UInt8) -> Bool {
    let day = Int(time / Clock.day - firstDay)
    guard day < days.count else { return false }
    let place = UInt64(time % Clock.day) << 37 | UInt64(slot) << 12
    days[day].append(place | UInt64(kind.rawValue) << 8 | UInt64(term))
    return true
  }

  /// The tasks of a day by time, taken off the calendar. What is added meanwhile for the same day
  /// waits for the next call.
  mutating func take(_ index: Int) -> [UInt64] {
    var tasks: [UInt64] = []
    swap(&tasks, &days[index])
    tasks.sort()
    return tasks
  }

  func task(_ word: UInt64, onDay index: Int) -> Task {
    Task(
      kind: Task.Kind(rawValue: UInt8(word >> 8 & 15)) ?? .session,
      time: (firstDay + Int64(index)) * Clock.day + Int64(word >> 37),
      slot: Int(word >> 12) & (Agenda.slotLimit - 1),
      term: UInt8(word & 255))
  }
}

/// Something that happens to one customer at one time.
struct Task {
  enum Kind: UInt8 {
    case install, session, convert, renew, billing, recover, cancel, uncancel, expire, refund
    case reverse, upgrade, downgrade, winback, approve, extend

    /// Whether it belongs to one coverage, and lapses with it.
    var isOfTerm: Bool {
      switch self {
      case .install, .session, .winback, .approve: false
      default: true
      }
    }
  }

  let kind: Kind
  let time: Int64
  let slot: Int
  let term: UInt8
}
