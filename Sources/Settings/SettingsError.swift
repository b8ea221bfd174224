package import Values

/// Everything that can be wrong with the configuration and the files that it names: facts, no
/// text.
package enum SettingsError: Error, Sendable, Equatable {
  /// A file that was asked for does not exist.
  case missingFile(path: String)
  case unreadableFile(path: String, reason: String)
  /// The configuration is no JSON5.
  case syntax(JSON5Error.Fact, at: Place)
  /// The setting `key` (`products["st.family"].period`) is wrong.
  case setting(key: String, SettingFault, at: Place)
  /// A CSV file is wrong.
  case row(RowFault, at: Place)

  /// Where in which file.
  package struct Place: Sendable, Hashable {
    package let file: String
    package let position: TextPosition

    package init(file: String, position: TextPosition) {
      self.file = file
      self.position = position
    }
  }
}

/// What can be wrong with one setting.
package enum SettingFault: Error, Sendable, Equatable {
  /// No such setting; the nearest that exists, where there are any.
  case unknown(nearest: NearestName?)
  case missing
  case wrongType(found: String, expected: Requirement)
  /// The right type, but not a value that can be used.
  case wrongValue(found: String, expected: Requirement, nearest: String?)
  /// Two that must not share a name do.
  case duplicate(String)
}

/// What a setting wants.
package enum Requirement: Sendable, Equatable {
  case object, list, text, flag
  case wholeNumber(ClosedRange<Int>)
  /// A decimal number of at least 0, as a number or as text.
  case number
  /// An amount of money, not negative.
  case amount
  /// A number from 0 to 1.
  case share
  /// A number from 0.5 to below 1.
  case confidence
  case currency, period, date, timeZone, webAddress, mailAddress, mailServer, channelName
  case oneOf([String])
  case nonEmpty(String)
  case appVersion
  case canonicalEvent, canonicalField
  case certificate
  /// A metric of alert rules, or a column of a file.
  case figure
  /// A number beyond the rule's threshold.
  case worseThanThreshold
  /// The name of a default rule, in a rule that says nothing of its own.
  case ruleName
  /// Nothing at all: the setting makes no sense here, for the reason given.
  case absence(because: String)
}

extension Requirement: CustomStringConvertible {
  /// In words that follow "expected".
  package var description: String {
    switch self {
    case .object: "an object { … }"
    case .list: "a list [ … ]"
    case .text: "text in quotes"
    case .flag: "true or false"
    case .wholeNumber(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number: "a number, at least 0, with at most 12 decimals"
    case .amount: "an amount of money, at least 0"
    case .share: "a share from 0 to 1 (0.15 is 15 %)"
    case .confidence: "a confidence from 0.5 to below 1 (0.95 is 95 %)"
    case .webAddress: "an address that begins with https:// or http://, without spaces or quotes"
    case .mailAddress: "one mail address in ASCII, such as \"Team <team@example.com>\""
    case .mailServer:
      "smtp://host:port or smtps://host:port, without a user (the password is in the environment)"
    case .channelName:
      "a channel named by letters, digits, - or _, and not \"heartbeat\"; \"mail\" leads to mail"
    case .currency: "a currency code of ISO 4217, such as \"USD\""
    case .period: "a period of ISO 8601, such as \"P1M\" or \"P1Y\""
    case .date: "a date in quotes, such as \"2026-06-30\""
    case .timeZone: "a time zone of the IANA list, such as \"Europe/Berlin\""
    case .oneOf(let names): "one of " + names.joined(separator: ", ")
    case .nonEmpty(let what): "at least one \(what)"
    case .appVersion: "a version of an app, such as \"3.2.0\""
    case .canonicalEvent: "the name of an event that Runrate knows"
    case .canonicalField: "the name of a field that Runrate knows"
    case .certificate: "a file with a root certificate (PEM or DER) that signed itself"
    case .figure: "a metric, or a figure of a file such as \"churn.churn_rate\""
    case .worseThanThreshold: "a number that is worse than the rule's threshold"
    case .ruleName: "the name of a default rule, or a rule with a metric of its own"
    case .absence(let reason): "nothing here: \(reason)"
    }
  }
}

/// What can be wrong with a CSV file.
package enum RowFault: Error, Sendable, Equatable {
  case form(CSVRecords.Fault.Kind)
  case noHeader(expected: [String])
  case missingColumn(String, nearest: String?)
  case duplicateColumn(String)
  case fieldCount(found: Int, expected: Int)
  /// The text of `column` is not what it has to be.
  case badField(column: String, text: String, expected: String)
  /// A row that must be unique was there before.
  case duplicateRow(String, firstLine: Int)
}
