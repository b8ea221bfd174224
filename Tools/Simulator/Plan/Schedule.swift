import Values

/// What is going to happen to customers, by day: a calendar queue.
///
/// An appointment is one word: millisecond of the day (27 bits), slot (25), kind (4), term (8);
/// sorting the words sorts them by time.
struct Schedule {
  private let firstDay: Int64
  private var days: [[UInt64]]
  private var today = 0

  init(firstDay: Day, days: Int) {
    self.firstDay = Int64(firstDay.number)
    self.days = [[UInt64]](repeating: [], count: days)
  }

  static let slotLimit = 1 << 25

  /// Notes an appointment; false where it lies behind the last day, and never comes.
  mutating func add(_ kind: Appointment.Kind, at time: Int64, slot: Int, term: UInt8) -> Bool {
    let day = Int(time / Clock.day - firstDay)
    guard day < days.count else { return false }
    precondition(day >= today, "nothing is planned for the past")
    let place = UInt64(time % Clock.day) << 37 | UInt64(slot) << 12
    days[day].append(place | UInt64(kind.rawValue) << 8 | UInt64(term))
    return true
  }

  /// The appointments of a day by time, taken off the calendar. What is added meanwhile for the
  /// same day waits for the next call.
  mutating func removeAll(of index: Int) -> [UInt64] {
    today = index
    var appointments: [UInt64] = []
    swap(&appointments, &days[index])
    appointments.sort()
    return appointments
  }

  func appointment(_ word: UInt64, onDay index: Int) -> Appointment {
    Appointment(
      kind: Appointment.Kind(rawValue: UInt8(word >> 8 & 15)) ?? .session,
      time: (firstDay + Int64(index)) * Clock.day + Int64(word >> 37),
      slot: Int(word >> 12) & (Schedule.slotLimit - 1),
      term: UInt8(word & 255))
  }
}
