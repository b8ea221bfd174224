/// What figures can be split by. Raw values are stored: never renumber.
public enum Dimension: Int32, CaseIterable, Sendable {
  /// Everything together.
  case all = 0
  case tier = 1
  case product = 2
  case period = 3
  case country = 4
  case channel = 5
  case campaign = 24
  case platform = 6
  case paywall = 7
  case trigger = 8
  case variant = 9
  /// Why auto-renew was switched off.
  case reason = 10
  /// What is doubtful about a charge; a number.
  case doubt = 11
  case appVersion = 12
  /// The app, where the log tells of several.
  case app = 13
  case offer = 20
  case offerCode = 21
  case feature = 22
  /// Whether the customer was referred.
  case referral = 23
  /// A monthly-equivalent price in hundredths of its currency.
  case price = 25
}

extension Dimension {
  /// Whose value it is.
  package enum Source: Sendable { case customer, product, event }

  /// What the lower half of a segment holds.
  package enum Value: Sendable {
    /// A string of the database, a packed period, a yes or no, or a number of its own.
    case string, period, flag, number
  }

  private struct Declaration {
    let name: String
    let source: Source
    var value = Value.string
    /// Alert rules can be split by it.
    var isConfigurable = false
    /// Its values have segments in `daily_segments`, `operations`.
    var hasDays = false
    var hasOperations = false
    /// In which order a change is split by dimensions, first what somebody can act on.
    var actionRank: Int?
    /// Whether reports list its values as segments.
    var isListed = true
  }

  private var declaration: Declaration {
    switch self {
    case .all: Declaration(name: "all", source: .event)
    case .tier:
      Declaration(
        name: "tier", source: .product, isConfigurable: true, hasDays: true, actionRank: 5)
    case .product:
      Declaration(
        name: "product", source: .product, isConfigurable: true, hasDays: true, actionRank: 4)
    case .period:
      Declaration(
        name: "period", source: .product, value: .period, isConfigurable: true, hasDays: true,
        actionRank: 6)
    case .country:
      Declaration(
        name: "country", source: .customer, isConfigurable: true, hasDays: true,
        hasOperations: true, actionRank: 1)
    case .channel:
      Declaration(
        name: "channel", source: .customer, isConfigurable: true, hasDays: true,
        hasOperations: true, actionRank: 2)
    case .campaign: Declaration(name: "campaign", source: .customer, isConfigurable: true)
    case .platform:
      Declaration(
        name: "platform", source: .customer, isConfigurable: true, hasDays: true,
        hasOperations: true, actionRank: 3)
    case .paywall: Declaration(name: "paywall", source: .event, isConfigurable: true)
    case .trigger: Declaration(name: "trigger", source: .event, isConfigurable: true)
    case .variant:
      Declaration(
        name: "variant", source: .event, isConfigurable: true, hasOperations: true, actionRank: 8)
    case .app:
      Declaration(
        name: "app", source: .product, isConfigurable: true, hasDays: true, hasOperations: true,
        actionRank: 9)
    case .appVersion:
      Declaration(name: "app_version", source: .event, hasOperations: true, actionRank: 7)
    case .offer: Declaration(name: "offer", source: .event)
    case .offerCode: Declaration(name: "offer_code", source: .event)
    case .feature: Declaration(name: "feature", source: .event)
    case .referral: Declaration(name: "referral", source: .customer, value: .flag)
    case .reason: Declaration(name: "reason", source: .event, isListed: false)
    case .doubt: Declaration(name: "doubt", source: .event, value: .number, isListed: false)
    case .price: Declaration(name: "price", source: .event, value: .number, isListed: false)
    }
  }

  /// The name in the column `dimension` of the CSV files, and in the configuration.
  package var name: String { declaration.name }
  package var source: Source { declaration.source }
  package var value: Value { declaration.value }
  package var isListed: Bool { declaration.isListed }

  /// That of a name in a CSV file.
  package init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// What funnels are split by: the customer at their entry, and the paywall that led him in.
  package static let ofFunnels =
    ofCustomers.filter(ofDays.contains) + [.paywall, .trigger, .variant, .app]
  /// What alert rules can be split by; which of these a figure has, its file says.
  package static let configurable = allCases.filter(\.declaration.isConfigurable)
  /// What is known of a customer for good: columns of the table `customer`.
  package static let ofCustomers = allCases.filter { $0.source == .customer && $0.value == .string }
  /// Those of whose values each day has figures, and each day's operations.
  package static let ofDays = allCases.filter(\.declaration.hasDays)
  package static let ofOperations = allCases.filter(\.declaration.hasOperations)

  /// Those that explain a change to somebody who can act, the most useful first.
  package static let actionable = allCases.filter { $0.declaration.actionRank != nil }
    .sorted { ($0.declaration.actionRank ?? 0) < ($1.declaration.actionRank ?? 0) }
}
