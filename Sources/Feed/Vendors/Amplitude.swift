import Values

// Events of Amplitude's export (https://amplitude.com/docs/apis/analytics/export), whose times are
// in UTC and name no zone, and of its HTTP API (.../apis/analytics/http-v2). `event_id` is a
// device's counter and identifies nothing.

extension Vendor {
  static let amplitude = Vendor(
    dialect: .amplitude,
    isMarked: {
      $0["event_type"].isText && $0["event_properties"].isNamed
        && ($0["amplitude_id"].isNamed || $0["uuid"].isNamed || $0["$insert_id"].isNamed
          || $0["insert_id"].isNamed || $0["client_event_time"].isNamed)
    }, read: { reader, line throws(Rejection) in try reader.readAmplitude(line) })
}

extension LineReader {
  fileprivate mutating func readAmplitude(_ line: LineValue) throws(Rejection) -> Outcome {
    guard let event = try openEnvelope(line["event_type"], line["event_properties"]) else {
      return .ignored
    }
    draft.put(.timestamp, utc: line["event_time"].or(line["time"]))
    draft.put(.eventID, line["uuid"].or(line["$insert_id"]).or(line["insert_id"]))
    putPerson(line["user_id"], device: line["device_id"])
    if !draft.has(.country) { draft.put(.country, line["country"]) }
    if !draft.has(.platform) { try draft.put(.platform, lowerCase: line["platform"]) }
    putMissing(.appVersion, line["version_name"].or(line["app_version"]))
    let person = line["user_properties"]
    putMissing(.channel, person["initial_utm_source"].or(person["utm_source"]))
    putMissing(.campaign, person["initial_utm_campaign"].or(person["utm_campaign"]))
    return try acceptEnvelope(event)
  }
}
