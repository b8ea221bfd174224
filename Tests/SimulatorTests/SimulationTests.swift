import Foundation
import Simulator
import Testing
import Values

/// A finished log, kept whole.
struct Log {
  var days: [Day: [UInt8]] = [:]
  var order: [Day] = []
  let summary: SimulationSummary

  init(_ options: SimulationOptions) {
    var days: [Day: [UInt8]] = [:]
    var order: [Day] = []
    summary = Simulation(options).run { day, bytes in
      if order.last != day { order.append(day) }
      days[day, default: []].append(contentsOf: bytes)
    }
    self.days = days
    self.order = order
    let text = String(decoding: order.flatMap { days[$0] ?? [] }, as: UTF8.self)
    lines = text.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init)
  }

  var bytes: [UInt8] { order.flatMap { days[$0] ?? [] } }
  let lines: [Substring]

  /// The lines as dictionaries; nil for one that is no JSON object.
  var objects: [[String: Any]?] { lines.map(parsed) }

  private func parsed(_ line: Substring) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
  }
}

let spring = Day(20_148)

func options(
  seed: UInt64 = 1, days: Int = 60, customers: Int = 400, incident: Incident? = nil,
  disorder: Disorder = Disorder()
) -> SimulationOptions {
  SimulationOptions(
    seed: seed, firstDay: spring, days: days, customers: customers, incident: incident,
    disorder: disorder)
}

@Suite("A simulated log")
struct SimulationTests {
  @Test("is the same bytes for the same seed")
  func sameSeed() {
    #expect(Log(options()).bytes == Log(options()).bytes)
  }

  @Test("is the same bytes on every machine")
  func pinned() {
    // Whoever changes the simulated world on purpose changes this number with it.
    #expect(Log(options()).bytes.reduce(into: fnvBasis, hash) == 13_039_991_192_609_949_507)
  }

  @Test("is other bytes for another seed")
  func otherSeed() {
    #expect(Log(options(seed: 1)).bytes != Log(options(seed: 2)).bytes)
  }

  @Test("hands over its days in order, each with whole lines")
  func daysInOrder() {
    let log = Log(options())
    #expect(log.order == log.order.sorted())
    #expect(log.order.first == spring)
    #expect(log.order.count == 60)
    #expect(log.days.values.allSatisfy { $0.last == UInt8(ascii: "\n") })
  }

  @Test("counts in its summary what it hands over")
  func summary() {
    let log = Log(options())
    #expect(log.summary.lines == log.lines.count)
    #expect(log.summary.bytes == log.bytes.count)
    let sent = log.summary.events + log.summary.duplicates
    #expect(sent == log.summary.lines + log.summary.undelivered + log.summary.lost)
  }

  @Test("holds about as many lines as were asked for", arguments: [20_000, 60_000])
  func size(events: Int) {
    var options = options(days: 120)
    options.customers = nil
    options.events = events
    let lines = Log(options).summary.lines
    #expect(abs(lines - events) < events / 10)
  }

  @Test("can be of one day, one customer, or nothing but its first minutes")
  func smallest() {
    let log = Log(options(days: 1, customers: 1))
    #expect(log.order == [spring])
    #expect(log.summary.customers == 1)
    #expect(log.lines.first?.contains("\"app_installed\"") == true)
  }

  @Test("has no line before the first day or after the last")
  func bounds() {
    let log = Log(options(days: 5, disorder: .none))
    let times = log.objects.compactMap { $0?["timestamp"] as? String }
    #expect(times.count == log.lines.count)
    #expect(times.allSatisfy { $0 >= "\(spring)" && $0 < "\(spring.advanced(by: 5))" })
  }
}

/// FNV-1a, 64 bits.
private let fnvBasis: UInt64 = 0xCBF2_9CE4_8422_2325

private func hash(_ state: inout UInt64, _ byte: UInt8) {
  state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
}
