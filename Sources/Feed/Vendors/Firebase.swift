import CSimdJSON
import Values

// Rows of the Google Analytics export to BigQuery
// (https://support.google.com/analytics/answer/7029846), as JSON. An app's own events are read as
// natively, with the parameters as their fields.

extension Vendor {
  static let firebase = Vendor(
    dialect: .firebase,
    isMarked: {
      $0["event_name"].isText && $0["event_timestamp"].isSet
        && ($0["event_params"].isList || $0["user_pseudo_id"].isSet || $0["event_date"].isSet)
    }, read: { reader, line throws(Rejection) in try reader.readFirebase(line) })
}

/// The value of a parameter: the one of `string_value`, `int_value`, `float_value` and
/// `double_value` that is not null.
private struct FirebaseValue {
  let value: LineValue
  var isInteger = false
  /// As what it is read: BigQuery writes integers as texts.
  let type: UInt32

  init(_ typed: LineValue) {
    let (text, integer) = (typed["string_value"], typed["int_value"])
    isInteger = !text.isSet && integer.isSet
    let decimal = typed["float_value"].isSet ? typed["float_value"] : typed["double_value"]
    value = text.isSet ? text : integer.isSet ? integer : decimal
    type = value.isText && !text.isSet ? UInt32(RR_NUMBER) : value.type
  }

  /// In automatic events an integer is millionths, a double major units.
  var automaticAmount: LineAmount { value.amount(places: isInteger ? 6 : 0) }
}

/// The parameters that mean more than the field that they may be.
private struct FirebaseParameters {
  enum Name: Int, CaseIterable {
    case currency, price, value, freeTrial, cancellationReason, environment, coupon
  }

  private var values = InlineArray<7, FirebaseValue?>(repeating: nil)

  subscript(name: Name) -> FirebaseValue? { values[name.rawValue] }

  /// `code` is twice the name's number, and one more where the key is another spelling of it: the
  /// exact one wins.
  mutating func set(_ code: Int32, _ value: FirebaseValue) {
    let isExact = code & 1 == 0
    guard isExact || values[Int(code / 2)]?.value.isSet != true else { return }
    values[Int(code / 2)] = value
  }

  private static let keys = [
    "currency", "price", "value", "free_trial", "cancellation_reason", "environment", "coupon",
  ]

  /// Below 0 for a key that is none of them.
  static func code(of key: String) -> Int32 {
    let folded = KeyTable.folded(key)
    guard let number = keys.firstIndex(where: { KeyTable.folded($0) == folded }) else { return -1 }
    return Int32(2 * number + (keys[number] == key ? 0 : 1))
  }
}

extension LineReader {
  fileprivate mutating func readFirebase(_ row: LineValue) throws(Rejection) -> Outcome {
    let name = try requireType(row["event_name"])
    let parameters = readParameters(row["event_params"])
    let kind = automaticKind(name, parameters)
    if kind == nil || isOwn(name) {
      return try readOwn(row, name, parameters, automatic: kind)
    }
    draft.isSandbox = isSandbox(parameters[.environment]?.value ?? row.when(false))
    draft.start(kind ?? .custom)
    try putRow(row, parameters)
    if kind == .cancelled, let reason = parameters[.cancellationReason]?.value {
      try draft.put(.reason, lowerCase: reason)
    }
    if draft.canHave(.price) { putAutomaticMoney(row, parameters, kind) }
    return try acceptDraft()
  }

  /// What Analytics logs by itself (https://support.google.com/analytics/answer/9234069), but for
  /// what goes under the name of one of our events.
  private func automaticKind(_ name: LineValue, _ parameters: FirebaseParameters) -> EventKind? {
    if name.isWord("session_start") { return .appSession }
    if name.isWord("in_app_purchase") {
      let free = parameters[.freeTrial]?.value
      return free.map { $0 == "1" || $0 == "true" } == true ? .trialStarted : .purchased
    }
    if name.isWord("app_store_subscription_convert") { return .trialConverted }
    if name.isWord("app_store_subscription_renew") { return .renewed }
    if name.isWord("app_store_subscription_cancel") { return .cancelled }
    // Google does not export it; if somebody logs it.
    if name.isWord("app_store_refund") { return .refunded }
    return nil
  }

  /// Whether `eventNames` knows the name, which then comes first.
  private func isOwn(_ name: LineValue) -> Bool {
    rules.names.hasOwnNames
      && rules.names.isOwn(String(decoding: name.bytes, as: UTF8.self))
  }

  /// Reads an event as natively, its fields being the parameters; but for the money of one that is
  /// automatic.
  private mutating func readOwn(
    _ row: LineValue, _ name: LineValue, _ parameters: FirebaseParameters, automatic: EventKind?
  ) throws(Rejection) -> Outcome {
    guard let field = name.field, let event = meaning(of: field.pointee) else { return .ignored }
    draft.isSandbox = isSandbox(parameters[.environment]?.value ?? row.when(false))
    draft.remove(.environment)
    try putRow(row, parameters)
    if automatic != nil { draft.remove(.price, .currency) }
    switch event.kind {
    case .purchased, .renewed, .trialConverted, .offerRedeemed, .productChanged, .refunded:
      if automatic != nil {
        putAutomaticMoney(row, parameters, automatic)
      } else if !draft.has(.price) {
        putValue(row, parameters, isRefund: event.kind == .refunded)
      }
    default: break
    }
    return try acceptDraft(event)
  }

  // MARK: - Fields

  /// What every row says; of channel, product and the like only what no parameter said.
  private mutating func putRow(_ row: LineValue, _ parameters: FirebaseParameters)
    throws(Rejection)
  {
    draft.put(.timestamp, microseconds: row["event_timestamp"])
    let user = row["user_id"]
    if !draft.has(.userID) || draft.isID(user) { draft.put(.userID, user) }
    draft.put(.country, row["geo"]["country"])
    try draft.put(.platform, lowerCase: row["platform"])
    draft.put(.app, row["app_info"]["id"])
    draft.put(.appVersion, row["app_info"]["version"])
    try putIDs(row)
    let (collected, source) = (row["collected_traffic_source"], row["traffic_source"])
    putMissing(.channel, collected["manual_source"].known.or(source["source"].known))
    putMissing(.campaign, collected["manual_campaign_name"].known.or(source["name"].known))
    putMissing(.productID, row["items"].first["item_id"].known)
    putMissing(.transactionID, row["ecommerce"]["transaction_id"].known)
    if let coupon = parameters[.coupon]?.value { putMissing(.offerID, coupon) }
  }

  /// The same row comes in the tables `events_intraday_` and `events_`. An installation stands for
  /// whoever has not logged in.
  private mutating func putIDs(_ row: LineValue) throws(Rejection) {
    if !draft.has(.eventID) {
      var id = draft.text()
      try draft.append(row["event_timestamp"], to: &id)
      try draft.append(":", to: &id)
      try draft.append(row["event_bundle_sequence_id"], to: &id)
      try draft.append(":", to: &id)
      try draft.append(row["batch_event_index"], to: &id)
      try draft.append(":", to: &id)
      try draft.append(row["event_name"], to: &id)
      draft.put(.eventID, id)
    }
    let installation = row["user_pseudo_id"]
    guard !draft.has(.originalTransactionID), draft.isID(installation) else { return }
    var id = draft.text()
    try draft.append(Event.installationPrefix, to: &id)
    try draft.append(installation, to: &id)
    draft.put(.originalTransactionID, id)
  }

  // MARK: - Money

  private mutating func putAutomaticMoney(
    _ row: LineValue, _ parameters: FirebaseParameters, _ kind: EventKind?
  ) {
    draft.remove(.price, .currency)
    if kind == .refunded {
      draft.put(.price, parameters.plain(.price).or(parameters.plain(.value)))
      return put(.currency, parameters[.currency])
    }
    let value = parameters[.value].map(\.automaticAmount) ?? .absent
    let amount = value.or(parameters[.price].map(\.automaticAmount) ?? .absent)
    if amount.isAbsent, row["event_value_in_usd"].isPresent { return putDollars(row) }
    draft.put(.price, amount)
    put(.currency, parameters[.currency])
  }

  /// The value of an event that has no parameter `price`.
  private mutating func putValue(
    _ row: LineValue, _ parameters: FirebaseParameters, isRefund: Bool
  ) {
    let value = parameters.plain(.value)
    if value.isAbsent, !isRefund { return putDollars(row) }
    draft.put(.price, value)
  }

  private mutating func putDollars(_ row: LineValue) {
    let dollars = row["event_value_in_usd"].amount()
    guard !dollars.isAbsent else { return }
    draft.put(.price, dollars)
    draft.put(.currency, "USD")
  }

  private mutating func put(_ field: LogField, _ parameter: FirebaseValue?) {
    if let parameter { draft.put(field, parameter.value, as: parameter.type) }
  }

  // MARK: - Parameters

  /// Reads the list of `{"key": …, "value": {"string_value": …}}`, and sets the fields that its
  /// keys name.
  private mutating func readParameters(_ list: LineValue) -> FirebaseParameters {
    var parameters = FirebaseParameters()
    guard list.isList else { return parameters }
    for parameter in list.elements {
      let (key, value) = (parameter["key"], FirebaseValue(parameter["value"]))
      guard key.isText, let letters = key.bytes.baseAddress else { continue }
      var code = vendorLines.parameters.value(of: letters, key.bytes.count)
      if code == ByteCache.unknown {
        code = FirebaseParameters.code(of: String(decoding: key.bytes, as: UTF8.self))
        vendorLines.parameters.insert(letters, key.bytes.count, code)
      }
      if code >= 0 { parameters.set(code, value) }
      putParameter(key, value)
    }
    return parameters
  }

  /// Takes the parameter as a field when its name is at least as good as the one found so far.
  private mutating func putParameter(_ key: LineValue, _ parameter: FirebaseValue) {
    let name = LineKey(start: key.field?.pointee.value ?? 0, count: UInt32(key.bytes.count))
    guard let (field, rank) = betterField(name), LineReader.parameters & field.bit != 0 else {
      return
    }
    let mayBeUnknown =
      field == .channel || field == .campaign || field == .transactionID || field == .productID
    if !parameter.value.isSet || (mayBeUnknown && !parameter.value.known.isPresent) {
      if draft.has(field), rank == ranks[Int(field.rawValue)] { draft.remove(field) }
      return
    }
    if LineReader.flags & field.bit != 0, let answer = parameter.value.answer {
      draft.put(field, answer)
    } else {
      put(field, parameter)
    }
    if draft.has(field) { ranks[Int(field.rawValue)] = rank }
  }

  /// The fields that a parameter can be: all but those that the row says.
  private static let parameters =
    UInt64.max
    & ~(LogField.event.bit | LogField.timestamp.bit | LogField.deviceID.bit
    | LogField.familyID.bit | LogField.appAccountToken.bit | LogField.userPseudoID.bit)
  private static let flags =
    LogField.ok.bit | LogField.crashed.bit | LogField.anr.bit | LogField.hasSubscription.bit
    | LogField.autoRenew.bit | LogField.revokes.bit
}

extension LineValue {
  /// Absent where Analytics writes that it knows nothing.
  fileprivate var known: LineValue {
    when(!(self == "(direct)" || self == "(none)" || self == "(not set)"))
  }

  /// Yes and no as Analytics can write them.
  fileprivate var answer: Bool? {
    if isTrue || self == "1" { return true }
    return isFalse || self == "0" ? false : nil
  }
}

extension FirebaseParameters {
  /// An amount in major units.
  func plain(_ name: Name) -> LineAmount { self[name]?.value.amount() ?? .absent }
}

extension LineAmount {
  fileprivate func or(_ other: LineAmount) -> LineAmount { isAbsent ? other : self }
}
