import Values

// Events of PostHog's batch exports (https://posthog.com/docs/cdp/batch-exports/s3), which may have
// the properties as a text, and of its API (https://posthog.com/docs/api/events). Times are in UTC.

extension Vendor {
  static let postHog = Vendor(
    dialect: .postHog, namesEvents: true,
    isMarked: {
      $0["event"].isText && $0["distinct_id"].isNamed
        && ($0["properties"].isNamed || $0["uuid"].isNamed || $0["person_id"].isNamed)
    }, read: { reader, line throws(Rejection) in try reader.readPostHog(line) })
}

extension LineReader {
  fileprivate mutating func readPostHog(_ line: LineValue) throws(Rejection) -> Outcome {
    let name = try requireType(line["event"])
    let properties = try object(line["properties"])
    switch name {
    // https://posthog.com/docs/product-analytics/identify
    case "$identify":
      putPostHogEvent(line)
      return try acceptAlias(line["distinct_id"], properties["$anon_distinct_id"], name)
    case "$create_alias", "$merge_dangerously":
      putPostHogEvent(line)
      return try acceptAlias(line["distinct_id"], properties["alias"], name)
    default: break
    }
    guard let event = try openEnvelope(name, properties, at: "properties") else { return .ignored }
    putPostHogEvent(line)
    putPerson(line["distinct_id"], device: line.when(false))
    putMissing(.country, properties["$geoip_country_code"])
    if !draft.has(.platform) { try draft.put(.platform, lowerCase: properties["$os"]) }
    putMissing(.appVersion, properties["$app_version"])
    putMissing(.app, properties["$app_namespace"])
    putMissing(.channel, properties["utm_source"].or(properties["$initial_utm_source"]))
    putMissing(.campaign, properties["utm_campaign"].or(properties["$initial_utm_campaign"]))
    return try acceptEnvelope(event)
  }

  private mutating func putPostHogEvent(_ line: LineValue) {
    draft.put(.timestamp, utc: line["timestamp"])
    draft.put(.eventID, line["uuid"].or(line["id"]))
  }
}
