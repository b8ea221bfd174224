import Values

// Enriched events of Snowplow as its analytics SDKs write them
// (https://docs.snowplow.io/docs/fundamentals/canonical-event). Times are in UTC. What an app's own
// schema says stands in `unstruct_event_VENDOR_NAME_VERSION`.

extension Vendor {
  static let snowplow = Vendor(
    dialect: .snowplow, namesEvents: true,
    isMarked: { $0["collector_tstamp"].isNamed && ($0["event_name"].isText || $0["event"].isText) },
    read: { reader, line throws(Rejection) in try reader.readSnowplow(line) })
}

extension LineReader {
  fileprivate mutating func readSnowplow(_ line: LineValue) throws(Rejection) -> Outcome {
    let isStructured = line["event"] == "struct"
    let name = isStructured ? line["se_action"] : line["event_name"].or(line["event"])
    let event = try openEnvelope(name, line.snowplowProperties, at: "unstruct_event")
    guard let event else { return .ignored }
    draft.put(
      .timestamp,
      utc: line["derived_tstamp"].or(line["dvce_created_tstamp"]).or(line["collector_tstamp"]))
    draft.put(.eventID, line["event_id"])
    // https://docs.snowplow.io/docs/events/identifiers
    let session = line["contexts_com_snowplowanalytics_snowplow_client_session_1"].first
    putPerson(
      line["user_id"],
      device: session["userId"].or(line["domain_userid"]).or(line["network_userid"]))
    putMissing(.country, line["geo_country"])
    let mobile = line["contexts_com_snowplowanalytics_snowplow_mobile_context_1"].first
    if !draft.has(.platform) {
      try draft.put(.platform, lowerCase: mobile["osType"].or(line["platform"]))
    }
    putMissing(.app, line["app_id"])
    putMissing(
      .appVersion, line["contexts_com_snowplowanalytics_mobile_application_1"].first["version"])
    putMissing(.channel, line["mkt_source"])
    putMissing(.campaign, line["mkt_campaign"])
    return try acceptEnvelope(event)
  }
}

extension LineValue {
  /// What the app's own schema says: under the schema's name, or whole with it.
  fileprivate var snowplowProperties: LineValue {
    let whole = self["unstruct_event"]
    if whole.isObject { return whole["data"]["data"].or(whole["data"]) }
    return elements.first { $0.isObject && $0.hasKey(beginning: "unstruct_event_") }
      ?? when(false)
  }
}
