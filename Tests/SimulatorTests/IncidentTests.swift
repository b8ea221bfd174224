import Foundation
import Simulator
import Testing
import Values

@Suite("An incident")
struct IncidentTests {
  private static let calm = Log(options(customers: 2500, disorder: .none))

  private var calm: Log { IncidentTests.calm }

  private func log(_ incident: Incident) -> Log {
    Log(options(customers: 2500, incident: incident, disorder: .none))
  }

  /// The first day of an incident, as lines write it.
  private func start(_ incident: Incident) -> String {
    "\(spring.advanced(by: 59 - incident.daysBeforeEnd))"
  }

  private func count(_ log: Log, _ event: String, since day: String, _ matches: (Substring) -> Bool)
    -> Int
  {
    log.lines.count {
      $0.contains("\"event\":\"\(event)\"") && timestamp($0) >= day && matches($0)
    }
  }

  private func timestamp(_ line: Substring) -> Substring {
    guard let at = line.range(of: "\"timestamp\":\"") else { return "" }
    return line[at.upperBound...].prefix(24)
  }

  @Test("leaves everything before its first day as it was", arguments: Incident.allCases)
  func nothingBefore(incident: Incident) {
    let before = start(incident)
    let broken = log(incident)
    for day in calm.order where "\(day)" < before {
      #expect(broken.days[day] == calm.days[day])
    }
    #expect(broken.bytes != calm.bytes)
  }

  @Test("at the paywall stops the purchases of one variant in one country, and no others")
  func paywall() {
    let broken = log(.paywall)
    let day = start(.paywall)
    let victims = victims(in: calm)
    let isVictim = { victims.contains(user($0)) }
    #expect(count(calm, "purchase_started", since: day, isVictim) > 10)
    #expect(count(broken, "purchase_started", since: day, isVictim) == 0)
    let isOthers: (Substring) -> Bool = { $0.contains("\"platform\"") && !isVictim($0) }
    #expect(calm.lines.filter(isOthers) == broken.lines.filter(isOthers))
  }

  @Test("of renewals turns most of them into failed payments")
  func renewals() {
    let broken = log(.renewals)
    let day = start(.renewals)
    #expect(
      count(broken, "renewed", since: day) { _ in true } * 10
        < count(calm, "renewed", since: day) { _ in true } * 9)
    let failures = count(broken, "grace_period_entered", since: day) { _ in true }
    #expect(failures > 5 * count(calm, "grace_period_entered", since: day) { _ in true })
  }

  @Test("of the receipt validation makes it fail")
  func validation() {
    let day = start(.validation)
    let failed: (Substring) -> Bool = { $0.contains("\"ok\":false") }
    #expect(
      count(log(.validation), "receipt_validated", since: day, failed)
        > 5 * count(calm, "receipt_validated", since: day, failed))
  }

  @Test("begins on the day that the options name")
  func ownDay() {
    var options = options(customers: 2500, incident: .delivery, disorder: .none)
    options.incidentDay = spring.advanced(by: 20)
    let broken = Log(options)
    #expect(!broken.order.contains(spring.advanced(by: 21)))
    #expect(broken.order.last == calm.order.last)
  }

  @Test("of the delivery leaves a gap")
  func delivery() {
    let broken = log(.delivery)
    #expect(broken.summary.lost > 0)
    #expect(broken.order.count == calm.order.count - 1)
    #expect(broken.lines.count + broken.summary.lost == calm.lines.count)
  }
}

private func user(_ line: Substring) -> Substring {
  guard let at = line.range(of: "\"user_id\":\"") else { return "" }
  return line[at.upperBound...].prefix { $0 != "\"" }
}

/// Everybody who saw the variant in the country that the incident strikes, by all of their ids.
private func victims(in log: Log) -> Set<Substring> {
  var victims = Set(
    log.lines.filter {
      $0.contains("\"variant\":\"\(Incident.brokenVariant)\"")
        && $0.contains("\"country\":\"\(Incident.brokenCountry)\"")
    }.map(user))
  for line in log.lines where line.contains("\"user_aliased\"") {
    guard let at = line.range(of: "\"previous_id\":\"") else { continue }
    let previous = line[at.upperBound...].prefix { $0 != "\"" }
    if victims.contains(previous) { victims.insert(user(line)) }
  }
  return victims
}
