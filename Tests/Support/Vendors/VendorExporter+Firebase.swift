import Values

// Rows of the Google Analytics export to BigQuery.

extension VendorExporter {
  func firebase(_ event: LoggedEvent) -> String? {
    let automatic = [
      "purchased": "in_app_purchase", "renewed": "app_store_subscription_renew",
      "trial_converted": "app_store_subscription_convert",
    ]
    let name = automatic[event.name] ?? event.name
    let row = ["user_id", "platform", "country", "app_version"]
    let parameters = event.fields.filter { !row.contains($0.key) }.map { key, json in
      parameter(key == "price" && name != event.name ? "value" : key, json)
    }
    let version = event.json("app_version").map { object([("version", $0)]) }
    let country = event.countryName.map { object([("country", quoted($0))]) }
    return object([
      (
        "event_date",
        quoted(Instant(milliseconds: event.time).iso8601.prefix(10).filter { $0 != "-" })
      ),
      ("event_timestamp", quoted("\(event.time)000")), ("event_name", quoted(name)),
      ("event_params", "[\(parameters.joined(separator: ","))]"),
      ("user_id", event.json("user_id") ?? "null"),
      ("platform", event["platform"].map { quoted($0.uppercased()) }), ("geo", country),
      ("app_info", version),
    ])
  }

  private func parameter(_ key: String, _ json: String) -> String {
    let value =
      switch json.first {
      case "\"": ("string_value", json)
      case "t", "f": ("int_value", quoted(json == "true" ? "1" : "0"))
      default:
        json.contains(".") || key == "value" || key == "price"
          ? ("double_value", json) : ("int_value", quoted(json))
      }
    return #"{"key":"\#(key)","value":\#(object([value]))}"#
  }
}
