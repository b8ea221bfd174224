import Values

/// The whole simulated world: customers, what they are about to do, and the log they write.
struct Market: ~Copyable {
  let options: SimulationOptions
  let trouble: Trouble
  let story: Story?
  private let arrivals: Arrivals
  private let salt: UInt64
  private let population: Int
  private var calendar: Schedule
  private var delivery: Delivery
  private var customers: [Customer] = []
  private var freeSlots: [Int] = []
  /// The line under the pen; fields are written straight into it.
  var line = LineWriter()
  private var draft = Draft()

  init(_ options: SimulationOptions, customers: Int) {
    self.options = options
    trouble = Trouble(options)
    story = Story(options)
    population = customers
    arrivals = Arrivals(options, customers: customers)
    calendar = Schedule(firstDay: options.firstDay, days: options.days)
    delivery = Delivery(options)
    salt = mixed(options.seed) | 1
  }

  /// Lives through all days and hands each over when it is complete.
  mutating func run(
    _ write: (Day, UnsafeRawBufferPointer) throws -> Void
  ) rethrows -> SimulationSummary {
    for index in 0..<options.days {
      addArrivals(of: index)
      live(index)
      try delivery.finish(options.firstDay.advanced(by: index), write)
    }
    var summary = delivery.summary
    summary.customers = population
    return summary
  }

  private mutating func live(_ index: Int) {
    while true {
      let appointments = calendar.removeAll(of: index)
      guard !appointments.isEmpty else { return }
      for word in appointments { keep(calendar.appointment(word, onDay: index)) }
    }
  }

  private mutating func keep(_ appointment: Appointment) {
    var customer = customers[appointment.slot]
    customer.pending -= 1
    if !appointment.kind.isOfTerm || appointment.term == customer.term {
      perform(appointment.kind, appointment.time, &customer)
    }
    customers[appointment.slot] = customer
    if customer.pending == 0 { freeSlots.append(appointment.slot) }
  }

  private mutating func addArrivals(of index: Int) {
    let midnight = Int64(options.firstDay.advanced(by: index).number) * Clock.day
    for number in arrivals[index] {
      let slot = freeSlots.popLast() ?? customers.count
      precondition(slot < Schedule.slotLimit, "at most 33 million customers live at once")
      var customer = Customer.born(number: number, slot: slot, options: options)
      schedule(.install, at: customer.moment(onDayOf: midnight), &customer)
      if slot == customers.count { customers.append(customer) } else { customers[slot] = customer }
    }
  }

  mutating func schedule(_ kind: Appointment.Kind, at time: Int64, _ customer: inout Customer) {
    guard calendar.add(kind, at: time, slot: customer.slot, term: customer.term) else { return }
    customer.pending += 1
  }
}

// The log
extension Market {
  /// Who sends a line: the app, the store about a known user, or the store about a subscription.
  enum Sender { case app, store, storeAlone }

  /// Begins the line of an event; fields follow on `line`, then ``commit()``.
  mutating func begin(
    _ name: EventName, at time: Int64, _ customer: inout Customer, from sender: Sender = .app
  ) {
    let id = mixed((UInt64(customer.number) << 20 | customer.events) ^ salt)
    customer.events += 1
    draft = Draft(id: id, time: time, style: delivery.style(of: id))
    line.begin(name, id: id, at: time, style: draft.style)
    if sender != .storeAlone { identify(customer) }
    sender == .app ? describe(customer) : line.text("source", "app_store_server")
    if customer.traits.contains(.sandbox) { line.text("environment", "sandbox") }
    line.nest()
  }

  mutating func commit() {
    line.end()
    delivery.send(line.bytes, id: draft.id, time: draft.time, style: draft.style)
  }

  private mutating func identify(_ customer: Customer) {
    let isAnonymous = customer.traits.contains(.anonymous)
    let id = isAnonymous ? anonymousID(customer.number) : userID(customer.number)
    line.id("user_id", isAnonymous ? "anon-" : "u-", id)
  }

  private mutating func describe(_ customer: Customer) {
    line.text("platform", customer.traits.contains(.tablet) ? "ipados" : "ios")
    line.text("country", customer.home.code)
    line.version("app_version", customer.version)
    line.text("channel", customer.source.name)
  }

  func userID(_ number: Int) -> UInt64 { mixed(UInt64(number) ^ salt &* 3) }
  func anonymousID(_ number: Int) -> UInt64 { mixed(UInt64(number) ^ salt &* 5) }
}

/// What the line under the pen is about.
private struct Draft {
  var id: UInt64 = 0
  var time: Int64 = 0
  var style = LineStyle.canonical
}
