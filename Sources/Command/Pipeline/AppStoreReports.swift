import Feed
import Foundation
import Metrics
import Settings
import Store
import Timeline
import Values

extension Settings {
  /// Apple's reports that the configuration names: files, and all files of folders.
  func loadAppStoreReports() throws -> SubscriptionReport {
    var report = SubscriptionReport()
    for path in try appStore.reports.flatMap(Self.files) {
      let bytes: [UInt8]
      do {
        bytes = try UnpackedFile.bytes(of: path)
      } catch {
        throw Failure("\(path) cannot be read: \(error.text)", exit: .inputOutput)
      }
      try report.add(bytes, file: path)
    }
    return report
  }

  private static func files(_ path: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Failure.notFound(path)
    }
    guard isFolder.boolValue else { return [path] }
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    return names.filter { name in !name.hasPrefix(".") && endings.contains(where: name.hasSuffix) }
      .map { "\(path)/\($0)" }
  }

  private static let endings = [".txt", ".tsv", ".csv"].flatMap { [$0, $0 + ".gz", $0 + ".zst"] }
}

extension Session {
  /// Apple's reports beside what only the events tell of our side; nil without reports.
  func appStoreComparison() throws -> AppStoreComparison? {
    guard !settings.appStore.reports.isEmpty else { return nil }
    let report = try during("reading Apple's reports") { try settings.loadAppStoreReports() }
    return AppStoreComparison(report, cancellations: try cancellations())
  }

  /// Renewals switched off, and access that ended with a failed payment, by product.
  private func cancellations() throws -> [AppStoreComparison.Cancellation] {
    var found: [AppStoreComparison.Cancellation] = []
    try store.forEachUser(strings) { user in
      var product: StringID = 0
      for event in user.events.events {
        if event.product != 0 { product = event.product }
        let isCancellation =
          event.kind == .cancelled
          || event.kind == .expired && strings.string(event.reason).hasPrefix("billing")
        guard isCancellation, product != 0 else { continue }
        found.append(.init(time: event.time, product: strings.string(product)))
      }
    }
    return found
  }

  /// Warns of counts that differ from Apple's.
  func tellAppStoreDifferences(in figures: Figures) {
    guard let count = figures.appStoreDifferences, count > 0 else { return }
    let verb = count == 1 ? "differs" : "differ"
    console.warn(
      "\(counted(Int64(count), "count")) of the App Store \(verb) from Apple's reports: see "
        + "reconciliation_app_store.csv")
  }
}
