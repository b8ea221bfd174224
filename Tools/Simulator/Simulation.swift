package import Values

/// A seeded, believable log of two subscription apps, of any size and length.
///
/// Customers arrive day by day and live their lives: they install, look at paywalls, try, pay,
/// renew, fail to pay, leave and come back. Only living customers, the lines of one day, and the
/// late ones of the next few are in memory.
///
///     let simulation = Simulation(SimulationOptions(firstDay: Day(20_089), days: 365))
///     let summary = try simulation.run { day, bytes in try file(for: day).write(bytes) }
package struct Simulation: Sendable {
  /// As they were given.
  package let options: SimulationOptions
  /// How many people install an app.
  package let customers: Int

  /// Where the number of customers is to be found from the events wanted, a small part of the
  /// simulation is run once to see how many events a customer makes.
  package init(_ options: SimulationOptions) {
    self.options = options
    customers = max(1, options.customers ?? Simulation.customers(for: options))
  }

  /// Calls `write` with the lines of the log: whole lines, in order of delivery, day by day, in
  /// blocks of some hundred kilobytes. A day without lines is not mentioned.
  package func run(
    _ write: (Day, UnsafeRawBufferPointer) throws -> Void
  ) rethrows -> SimulationSummary {
    var market = Market(options, customers: customers)
    return try market.run(write)
  }

  private static func customers(for options: SimulationOptions) -> Int {
    let sample = min(12_000, max(400, options.events / 20))
    var market = Market(options, customers: sample)
    let lines = market.run { _, _ in }.lines
    return options.events * sample / max(1, lines)
  }
}
