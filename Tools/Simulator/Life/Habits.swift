import Values

/// When customers pick up their devices.
extension Customer {
  /// How many of a thousand sessions begin in each local hour.
  private static let hours = [
    12, 6, 4, 3, 4, 10, 28, 46, 48, 42, 40, 42, 48, 46, 42, 44, 52, 62, 74, 86, 92, 82, 56, 31,
  ]

  /// A time on the UTC day that begins at `midnight`, likely for this customer's country.
  mutating func moment(onDayOf midnight: Int64) -> Int64 {
    let local = Int64(random.pick(Customer.hours))
    let hour = (local - home.offset + 24) % 24
    return midnight + hour * Clock.hour + random.below(Clock.hour)
  }

  /// The next session after `time`; nil when there is none.
  mutating func nextSession(after time: Int64) -> Int64? {
    guard !random.happens(isCovered ? 0 : weariness) else { return nil }
    let (low, high) = gap
    let midnight = (time / Clock.day + random.between(low, high)) * Clock.day
    return moment(onDayOf: weekendward(midnight))
  }

  /// How many of a thousand sessions are the last one.
  private var weariness: Int {
    switch habit {
    case _ where state == .lapsed: 350
    case .bounced: 700
    case .casual: 155
    case .regular: 38
    case .devoted: 15
    }
  }

  /// Whole days until the next session.
  private var gap: (Int64, Int64) {
    switch habit {
    case _ where isCovered: (2, 8)
    case .bounced: (1, 3)
    case .casual: (2, 12)
    case .regular: (1, 6)
    case .devoted: (1, 3)
    }
  }

  /// Some sessions of the middle of the week wait for Saturday.
  private mutating func weekendward(_ midnight: Int64) -> Int64 {
    let day = Day(Int(midnight / Clock.day))
    guard (1...3).contains(day.weekday), random.happens(140) else { return midnight }
    return midnight + Int64(5 - day.weekday) * Clock.day
  }
}
