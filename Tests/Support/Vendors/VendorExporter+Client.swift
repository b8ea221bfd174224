import Foundation
import Values

extension VendorExporter {
  /// What an app on a device says of purchases that the store reports, too: minutes later, without
  /// the transaction, and not of all. Nil for the others, and for what a family shares.
  package func toldByClient(_ line: some StringProtocol) -> String? {
    guard let event = LoggedEvent(line), ["purchased", "trial_started"].contains(event.name),
      let id = event["event_id"], event["ownership"] == nil
    else { return nil }
    let chance = id.utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) } % 100
    guard chance >= 20 else { return nil }
    let kept = ["user_id", "product_id", "price", "currency", "platform", "country", "environment"]
    let fields = event.fields.filter { kept.contains($0.key) }
    return envelope(
      LoggedEvent(
        name: event.name, time: event.time + Int64(chance) * 30_000,
        fields: [("event_id", quoted("client-" + id))] + fields))
  }

  /// Adds such a log to the folder of a simulated one.
  package func addClient(to folder: String) throws {
    var lines: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    where name.hasSuffix(".ndjson") {
      let log = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      lines += log.split(separator: "\n").compactMap { toldByClient($0) }
    }
    let text = lines.joined(separator: "\n") + "\n"
    try text.write(toFile: "\(folder)/client.ndjson", atomically: true, encoding: .utf8)
  }
}
