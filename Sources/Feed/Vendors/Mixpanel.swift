import Values

// Events of Mixpanel's raw export (https://docs.mixpanel.com/docs/export-methods). Everything but
// the name is a property: times are seconds, `$device:` stands before an id that nobody logged in
// under (https://docs.mixpanel.com/docs/tracking-methods/id-management/identifying-users-simplified).

extension Vendor {
  static let mixpanel = Vendor(
    dialect: .mixpanel, namesEvents: true,
    isMarked: { line in
      let properties = line["properties"]
      return line["event"].isText
        && (properties["distinct_id"].isNamed || properties["$insert_id"].isNamed)
    }, read: { reader, line throws(Rejection) in try reader.readMixpanel(line) })
}

extension LineReader {
  fileprivate mutating func readMixpanel(_ line: LineValue) throws(Rejection) -> Outcome {
    let (name, properties) = (line["event"], line["properties"])
    try requireType(name)
    switch name {
    // https://docs.mixpanel.com/docs/tracking-methods/id-management/identifying-users-original
    case "$identify":
      putMixpanelEvent(properties)
      return try acceptAlias(
        properties["$identified_id"].or(properties["distinct_id"]),
        properties["$anon_id"].or(properties["$anon_distinct_id"]), name)
    case "$create_alias":
      putMixpanelEvent(properties)
      return try acceptAlias(properties["alias"], properties["distinct_id"], name)
    case "$merge":
      var ids = properties["$distinct_ids"].elements
      putMixpanelEvent(properties)
      let none = line.when(false)
      let (first, second) = (ids.next() ?? none, ids.next() ?? none)
      return try acceptAlias(second, first, name)
    default: break
    }
    guard let event = try openEnvelope(name, properties) else { return .ignored }
    putMixpanelEvent(properties)
    let id = properties["distinct_id"]
    putPerson(
      properties["$user_id"].or(id.when(!id.begins(with: "$device:"))),
      device: properties["$device_id"].or(id))
    draft.drop("$device:", of: .userID)
    putMissing(.country, properties["mp_country_code"])
    if !draft.has(.platform) { try draft.put(.platform, lowerCase: properties["$os"]) }
    putMissing(.appVersion, properties["$app_version_string"].or(properties["$app_version"]))
    putMissing(.channel, properties["utm_source"].or(properties["initial_utm_source"]))
    putMissing(.campaign, properties["utm_campaign"].or(properties["initial_utm_campaign"]))
    return try acceptEnvelope(event)
  }

  private mutating func putMixpanelEvent(_ properties: LineValue) {
    draft.put(.timestamp, utc: properties["time"])
    draft.put(.eventID, properties["$insert_id"])
  }
}
