import Foundation
import Values

extension VendorExporter {
  /// Rewrites the folder of a simulated log: its lines, and what its configuration has to say about
  /// the vendor. A signer's root certificate is written beside them.
  package func rewrite(_ folder: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasSuffix(".ndjson") {
      try edit("\(folder)/\(name)") { log in
        log.split(separator: "\n").map { (exported($0) ?? String($0)) + "\n" }.joined()
      }
    }
    try edit("\(folder)/runrate.json5") { $0.replacing(/\}\s*$/, with: settings + "}\n") }
    try signer?.root.write(toFile: "\(folder)/root.pem", atomically: true, encoding: .utf8)
  }

  private func edit(_ path: String, _ body: (String) -> String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try body(text).write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// What stores call the apps, and that signatures are checked where there are any.
  private var settings: String {
    guard [.appStore, .googlePlay].contains(vendor) else { return "" }
    let apps = LoggedEvent.apps.map { "\($0.name): [\"\($0.bundle)\"]" }.joined(separator: ", ")
    return "  apps: { \(apps) },\n"
      + (signer == nil ? "" : "  appStore: { verify: true, roots: [\"root.pem\"] },\n")
  }
}
