import Foundation
package import Values

/// What the `run.json` of a published report says (``RunFile`` writes it).
package struct PublishedRun: Decodable, Sendable {
  /// Whether a run has written it.
  let isOurs: Bool
  /// The files of the folder; nil where the version that wrote it did not list them.
  let files: [String]?
  package let currency: String?
  package let trialGraceDays: Int?
  /// How long its figures take until nothing can change them any more.
  package let trialDays, renewalToleranceDays, maturingDays: Int?
  package let smallestCell, hiddenBelow: Int64?
  package let asOf: Day?
  /// The first day that its figures tell of; nil where nothing was read.
  package let firstDay: Day?
  /// The columns that are empty because a check of them failed.
  package let unproven: [String]?
  package let proofs: [Proof]?
  /// Of the CSV files by their names; nil where the version that wrote it did not say them.
  package let hashes: [String: String]?
  /// What the report itself is known by, and what it took the place of.
  package let versions: [Version]

  /// A check with the columns that it looks at.
  package struct Proof: Decodable, Sendable {
    package let check, result: String
    package let columns: [String]
  }

  /// A report of the day, as it was published once.
  package struct Version: Decodable, Sendable, Hashable {
    package let report, version, configuration: String
  }

  private enum CodingKeys: String, CodingKey {
    case program, files, currency, unproven, proofs, hashes, report, version, configuration
    case replaced
    case asOf = "as_of"
    case firstDay = "first_day"
    case trialGraceDays = "trial_grace_days"
    case trialDays = "trial_days"
    case renewalToleranceDays = "renewal_tolerance_days"
    case maturingDays = "maturing_days"
    case smallestCell = "smallest_cell"
    case hiddenBelow = "hidden_below"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func optional<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
      try values.decodeIfPresent(Value.self, forKey: key)
    }
    isOurs = try values.decode(String.self, forKey: .program) == RunFile.program
    files = try optional(.files)
    currency = try optional(.currency)
    trialGraceDays = try optional(.trialGraceDays)
    trialDays = try optional(.trialDays)
    renewalToleranceDays = try optional(.renewalToleranceDays)
    maturingDays = try optional(.maturingDays)
    smallestCell = try optional(.smallestCell)
    hiddenBelow = try optional(.hiddenBelow)
    asOf = try (optional(.asOf) as String?).flatMap(Day.init)
    firstDay = try (optional(.firstDay) as String?).flatMap(Day.init)
    unproven = try optional(.unproven)
    proofs = try optional(.proofs)
    hashes = try optional(.hashes)
    let own = try (optional(.report) as String?).map { report in
      Version(
        report: report, version: try optional(.version) ?? "",
        configuration: try optional(.configuration) ?? "")
    }
    versions = [own].compactMap(\.self) + (try optional(.replaced) ?? [])
  }

  /// Nil where the folder has none. Throws for an unreadable file.
  package static func read(in folder: String) throws -> PublishedRun? {
    let path = "\(folder)/\(RunFile.fileName)"
    guard try kind(of: path) != .nothing else { return nil }
    let bytes = try readFile(path)
    do {
      return try JSONDecoder().decode(PublishedRun.self, from: Data(bytes))
    } catch {
      throw Failure(
        "\(path) does not say what it should of its report",
        hint:
          "it is damaged, or no run wrote it; make the report anew with \"runrate report --as-of DAY\"",
        exit: .noInput)
    }
  }
}

// MARK: - Hashes

extension PublishedRun {
  /// The SHA-256 of a file.
  package struct Hash: Sendable {
    package let file, digits: String

    package init(_ file: String, _ digits: String) { (self.file, self.digits) = (file, digits) }
  }

  /// Of all CSV files together: what `sha256sum csv/*.csv | sha256sum` says in the folder.
  package static func hash(of files: [Hash]) -> String {
    let lines = files.sorted { $0.file < $1.file }.map { "\($0.digits)  \($0.file)\n" }.joined()
    return hexadecimal(SHA256.digest(Array(lines.utf8)))
  }
}
