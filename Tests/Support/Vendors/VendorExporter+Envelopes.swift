import Values

// Events as analytics tools export them: every one, for what an app logs is theirs.

extension VendorExporter {
  func envelope(_ event: LoggedEvent) -> String? {
    let own = ["event_id", "user_id", "platform", "country", "app_version"]
    let properties = event.fields.filter { !own.contains($0.key) }.map {
      ($0.key, Optional($0.json))
    }
    let (id, user) = (event.json("event_id"), event.json("user_id") ?? "null")
    let (name, time) = (quoted(event.name), Instant(milliseconds: event.time).iso8601)
    let (country, version) = (event.json("country"), event.json("app_version"))
    let platform = event["platform"].map { quoted($0.uppercased()) }
    let local = quoted(time.replacing("T", with: " ").replacing("Z", with: ""))
    switch vendor {
    case .segment:
      return object([
        ("type", quoted("track")), ("messageId", id), ("userId", user), ("event", name),
        ("timestamp", quoted(time)),
        (
          "context",
          object([
            ("app", object([("version", version)])), ("os", object([("name", platform)])),
            ("location", object([("country", country)])),
          ])
        ), ("properties", object(properties)),
      ])
    case .amplitude:
      return object([
        ("event_type", name), ("uuid", id), ("user_id", user), ("event_time", local),
        ("platform", platform), ("country", event.countryName.map(quoted)),
        ("version_name", version), ("event_properties", object(properties)),
      ])
    case .mixpanel:
      let all: [(String, String?)] = [
        ("time", quoted(time)), ("distinct_id", user), ("$insert_id", id), ("$os", platform),
        ("mp_country_code", country), ("$app_version_string", version),
      ]
      return object([("event", name), ("properties", object(all + properties))])
    case .postHog:
      let all =
        properties + [
          ("$os", platform), ("$geoip_country_code", country), ("$app_version", version),
        ]
      let text = object(all).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return object([
        ("uuid", id), ("event", name), ("distinct_id", user), ("timestamp", local),
        ("properties", quoted(text)),
      ])
    default:
      return object([
        ("event", quoted("unstruct")), ("event_name", name), ("event_id", id), ("user_id", user),
        ("collector_tstamp", quoted(time)), ("derived_tstamp", quoted(time)),
        ("platform", platform), ("geo_country", country),
        (
          "contexts_com_snowplowanalytics_mobile_application_1",
          "[\(object([("version", version)]))]"
        ), ("unstruct_event_com_example_event_1", object(properties)),
      ])
    }
  }
}
