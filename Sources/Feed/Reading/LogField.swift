/// The canonical fields, in the order in which a line's fields are checked. A field's raw value
/// is its bit in the masks of ``LineReader``.
enum LogField: UInt8, CaseIterable {
  case event, environment, timestamp
  case userID, deviceID, familyID, appAccountToken, userPseudoID
  case originalTransactionID, previousID
  case expiresAt, graceExpiresAt, price, currency
  case eventID, transactionID, referrerID
  case platform, country, channel, campaign, app, appVersion, productID, tier
  case offerID, offerCode, offerType, reason, error, paywallID, trigger, experiment, variant
  case feature
  case period, ownership, access, hasSubscription, ok, crashed, anr, latency
  case autoRenew, subtype

  @inline(__always)
  var bit: UInt64 { 1 << UInt64(rawValue) }

  /// Groups of fields that are read alike, as masks.
  static let amounts = mask(from: .expiresAt, through: .currency)
  static let identifiers =
    mask(from: .originalTransactionID, through: .previousID)
    | mask(from: .eventID, through: .referrerID)
  /// Those of the identifiers that name people, or stand for somebody without a name.
  static let customers =
    LogField.originalTransactionID.bit | LogField.previousID.bit | LogField.referrerID.bit
  static let texts = mask(from: .platform, through: .feature) & ~LogField.offerType.bit
  static let rare = mask(from: .period, through: .latency) | LogField.offerType.bit

  private static func mask(from first: LogField, through last: LogField) -> UInt64 {
    (last.bit &<< 1) &- first.bit
  }

  /// The canonical name, then the other names in order of preference.
  var names: [String] {
    switch self {
    case .event: ["event", "event_name", "event_type"]
    case .environment: ["environment"]
    case .timestamp: ["timestamp", "event_time", "time"]
    case .userID: ["user_id"]
    case .deviceID: ["device_id"]
    case .familyID: ["family_id"]
    case .appAccountToken: ["app_account_token"]
    case .userPseudoID: ["user_pseudo_id"]
    case .originalTransactionID: ["original_transaction_id"]
    case .previousID: ["previous_id"]
    case .expiresAt: ["expires_at", "expiration_date", "expiry_date"]
    case .graceExpiresAt: ["grace_expires_at"]
    case .price: ["price"]
    case .currency: ["currency"]
    case .eventID: ["event_id"]
    case .transactionID: ["transaction_id"]
    case .referrerID: ["referrer_id"]
    case .platform: ["platform"]
    case .country: ["country"]
    case .channel: ["channel"]
    case .campaign: ["campaign"]
    case .app: ["app", "bundle_id", "package_name", "app_id"]
    case .appVersion: ["app_version"]
    case .productID: ["product_id"]
    case .tier: ["tier"]
    case .offerID: ["offer_id"]
    case .offerCode: ["offer_code", "offer_code_used"]
    case .offerType: ["offer_type"]
    case .reason: ["reason"]
    case .error: ["error"]
    case .paywallID: ["paywall_id"]
    case .trigger: ["trigger"]
    case .experiment: ["experiment"]
    case .variant: ["variant"]
    case .feature: ["feature"]
    case .period: ["period"]
    case .ownership: ["ownership"]
    case .access: ["access"]
    case .hasSubscription: ["has_subscription"]
    case .ok: ["ok"]
    case .crashed: ["crashed"]
    case .anr: ["anr"]
    case .latency: ["latency_ms"]
    case .autoRenew: ["auto_renew"]
    case .subtype: ["subtype"]
    }
  }

  var name: String { names[0] }
}

/// What a key of a line stands for: a field and how good a name for it the key is.
enum KeyMeaning: Equatable {
  case field(LogField, rank: UInt8)
  /// `properties`, `parameters`, `event_params`: fields may stand inside.
  case container
  case other

  /// Added to the rank of a key that stands in a container.
  static let nestedRank: UInt8 = 64

  /// As one integer for the cache: field in the low byte, rank in the next.
  var packed: Int32 {
    switch self {
    case .field(let field, let rank): Int32(field.rawValue) | Int32(rank) << 8
    case .container: KeyMeaning.containerCode
    case .other: KeyMeaning.otherCode
    }
  }

  static let containerCode: Int32 = 0xFE
  static let otherCode: Int32 = 0xFF
}

/// The fields that a line can have, by their canonical names.
package enum FieldNames {
  package static let canonical = LogField.allCases.map(\.name)

  private static let keys = KeyTable()

  /// What a key of a native line stands for; nil for one that is not read.
  package static func canonical(of key: String) -> String? {
    if case .field(let field, _) = keys.meaning(of: key) { field.name } else { nil }
  }

  /// Whether fields may stand inside of a key's object.
  package static func isContainer(_ key: String) -> Bool { keys.meaning(of: key) == .container }

  /// The field that a key which is not read may well stand for, by the names that other systems
  /// give it; nil where none is known.
  package static func similar(to key: String) -> String? {
    let folded = KeyTable.folded(key)
    return LogField.allCases.first { $0.otherNames.contains { KeyTable.folded($0) == folded } }?
      .name
  }
}

/// All names of fields, folded: the slow path behind the readers' key caches.
struct KeyTable: Sendable {
  private var byFoldedName: [String: [(field: LogField, rank: UInt8, name: String)]] = [:]
  private static let containers: Set<String> = ["properties", "parameters", "eventparams"]

  /// `own`: a log's own name of a field → its canonical name. It stands behind the usual ones, and
  /// takes a usual name from its field.
  init(own: [String: String] = [:]) {
    for field in LogField.allCases {
      for (i, name) in field.names.enumerated() { add(name, field, rank: i) }
    }
    for (name, canonical) in own.sorted(by: { $0.key < $1.key }) {
      guard let field = LogField.allCases.first(where: { $0.name == canonical }) else { continue }
      byFoldedName[KeyTable.folded(name)] = nil
      add(name, field, rank: field.names.count)
    }
  }

  private mutating func add(_ name: String, _ field: LogField, rank: Int) {
    byFoldedName[KeyTable.folded(name), default: []].append((field, UInt8(2 * rank), name))
  }

  /// Exact names rank even, other spellings of the same name odd, one worse.
  func meaning(of key: String) -> KeyMeaning {
    let folded = KeyTable.folded(key)
    if let found = byFoldedName[folded]?.first {
      return .field(found.field, rank: found.rank + (found.name == key ? 0 : 1))
    }
    return KeyTable.containers.contains(folded) ? .container : .other
  }

  /// Lower case without underscores.
  static func folded(_ key: String) -> String {
    String(decoding: key.utf8.lazy.filter { $0 != 95 }.map(lowerCase), as: UTF8.self)
  }
}

/// ASCII upper case letters in lower case, all other bytes as they are.
@inline(__always)
func lowerCase(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 32 : byte }
