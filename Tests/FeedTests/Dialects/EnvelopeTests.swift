import Testing
import Values

@testable import Feed

/// What each analytics tool makes of one event: a trial of `pro`, told by the app.
private let told: [(tool: Dialect, line: String)] = [
  (
    .segment,
    #"{"type":"track","event":"trial_started","userId":"u1","anonymousId":"d1","messageId":"m-0123456789abcdef","#
      + #""timestamp":"2026-01-01T09:00:00.000Z","context":{"app":{"version":"1.2","namespace":"com.example"},"#
      + #""device":{"type":"iOS"},"campaign":{"source":"ads","name":"jan"},"location":{"country":"DE"}},"#
      + #""properties":{"productId":"pro","expires_at":"2026-01-08T09:00:00Z","price":"free"}}"#
  ),
  (
    .amplitude,
    #"{"event_type":"trial_started","user_id":"u1","device_id":"d1","uuid":"m-0123456789abcdef","event_id":7,"#
      + #""event_time":"2026-01-01 09:00:00.000000","version_name":"1.2","platform":"iOS","country":"Germany","#
      + #""amplitude_id":12345,"user_properties":{"initial_utm_source":"ads","utm_campaign":"jan"},"#
      + #""event_properties":{"product_id":"pro","expires_at":"2026-01-08T09:00:00Z","app":"com.example"}}"#
  ),
  (
    .mixpanel,
    #"{"event":"trial_started","properties":{"time":1767258000,"distinct_id":"u1","$user_id":"u1","#
      + #""$device_id":"d1","$insert_id":"m-0123456789abcdef","$os":"iOS","mp_country_code":"DE","#
      + #""$app_version_string":"1.2","utm_source":"ads","utm_campaign":"jan","bundle_id":"com.example","#
      + #""product_id":"pro","expires_at":"2026-01-08T09:00:00Z"}}"#
  ),
  (
    .postHog,
    #"{"uuid":"m-0123456789abcdef","event":"trial_started","distinct_id":"u1","#
      + #""timestamp":"2026-01-01 09:00:00.000","properties":"{\"$os\":\"iOS\",\"$app_version\":\"1.2\","#
      + #"\"$app_namespace\":\"com.example\",\"$geoip_country_code\":\"DE\",\"utm_source\":\"ads\","#
      + #"\"utm_campaign\":\"jan\",\"product_id\":\"pro\",\"expires_at\":\"2026-01-08T09:00:00Z\"}"}"#
  ),
  (
    .snowplow,
    #"{"app_id":"com.example","platform":"mob","collector_tstamp":"2026-01-01T09:00:03.000Z","#
      + #""derived_tstamp":"2026-01-01 09:00:00.000","event":"unstruct","event_name":"trial_started","#
      + #""event_id":"m-0123456789abcdef","user_id":"u1","geo_country":"DE","mkt_source":"ads","#
      + #""mkt_campaign":"jan","contexts_com_snowplowanalytics_snowplow_client_session_1":[{"userId":"d1"}],"#
      + #""contexts_com_snowplowanalytics_snowplow_mobile_context_1":[{"osType":"ios"}],"#
      + #""contexts_com_snowplowanalytics_mobile_application_1":[{"version":"1.2","build":"3"}],"#
      + #""unstruct_event_com_example_trial_started_1":{"product_id":"pro","expires_at":"2026-01-08T09:00:00Z"}}"#
  ),
]

private let event = [
  "event": "trial_started", "timestamp": "2026-01-01T09:00:00.000Z", "user_id": "u1",
  "event_id": "m-0123456789abcdef", "product_id": "pro", "expires_at": "2026-01-08T09:00:00.000Z",
  "country": "DE", "platform": "ios", "app_version": "1.2", "channel": "ads", "campaign": "jan",
]

@Suite struct EnvelopeTests {
  @Test("The same event is the same, whichever tool it was logged with")
  func sameEvent() throws {
    for (tool, line) in told {
      var expected = event
      if tool != .postHog { expected["previous_id"] = "d1" }
      #expect(try tell(line) == .event(expected), "\(tool)")
      #expect(try tell(line, in: tool) == .event(expected), "\(tool)")
      let counts = try readLines([line]).counts
      #expect(counts.dialects == [tool: 1], "\(tool)")
    }
  }

  @Test("An unknown name is ignored, and one of the configuration's is what it says")
  func names() throws {
    let names = EventNames(eventNames: ["Began": "trial_started"])
    for (tool, line) in told {
      let own = line.replacing("trial_started", with: "Began")
      #expect(try tell(own) == .ignored("Began"), "\(tool)")
      #expect(try tell(own, names: names)["event"] == "trial_started", "\(tool)")
    }
  }

  @Test("What an event of its kind cannot say is not looked at")
  func uselessPrice() throws {
    for (tool, line) in told where tool == .segment {
      #expect(try tell(line)["price"] == nil)
      let shown = line.replacing("trial_started", with: "paywall_shown")
      #expect(try tell(shown)["event"] == "paywall_shown")
      let bought = line.replacing("trial_started", with: "purchased")
      #expect(try tell(bought) == .rejected(.badAmount, "price"))
    }
  }

  @Test("A device is whose event it is before anybody logs in")
  func anonymous() throws {
    let changes: [Dialect: (String, String)] = [
      .segment: (#""userId":"u1""#, #""userId":null"#),
      .amplitude: (#""user_id":"u1""#, #""user_id":null"#),
      .mixpanel: (#""distinct_id":"u1","$user_id":"u1""#, #""distinct_id":"$device:d1""#),
      .snowplow: (#""user_id":"u1""#, #""user_id":null"#),
    ]
    for (tool, line) in told {
      guard let (known, unknown) = changes[tool] else { continue }
      let anonymous = try tell(line.replacing(known, with: unknown))
      #expect(anonymous["user_id"] == "d1" && anonymous["previous_id"] == nil, "\(tool)")
    }
  }

  private let aliases: [(String, String)] = [
    (
      #"{"type":"identify","userId":"u1","anonymousId":"d1","messageId":"m1","timestamp":"2026-01-01T09:00:00Z"}"#,
      "identify"
    ),
    (
      #"{"type":"alias","userId":"u1","previousId":"d1","messageId":"m1","timestamp":"2026-01-01T09:00:00Z"}"#,
      "alias"
    ),
    (
      #"{"event":"$identify","properties":{"time":1767258000,"distinct_id":"u1","$identified_id":"u1","$anon_id":"d1","$insert_id":"m1"}}"#,
      "$identify"
    ),
    (
      #"{"event":"$create_alias","properties":{"time":1767258000,"distinct_id":"d1","alias":"u1","$insert_id":"m1"}}"#,
      "$create_alias"
    ),
    (
      #"{"event":"$merge","properties":{"time":1767258000,"distinct_id":"d1","$distinct_ids":["d1","u1"],"$insert_id":"m1"}}"#,
      "$merge"
    ),
    (
      #"{"uuid":"m1","event":"$identify","distinct_id":"u1","timestamp":"2026-01-01T09:00:00Z","properties":{"$anon_distinct_id":"d1"}}"#,
      "$identify"
    ),
    (
      #"{"uuid":"m1","event":"$create_alias","distinct_id":"u1","timestamp":"2026-01-01T09:00:00Z","properties":{"alias":"d1"}}"#,
      "$create_alias"
    ),
  ]

  @Test("What a tool says of identity is an alias, as natively; of one id alone it says nothing")
  func identity() throws {
    for (line, name) in aliases {
      #expect(
        try tell(line)
          == .event([
            "event": "user_aliased", "user_id": "u1", "previous_id": "d1", "event_id": "m1",
            "timestamp": "2026-01-01T09:00:00.000Z",
          ]), "\(line)")
      #expect(try tell(line.replacing("d1", with: "")) == .ignored(name), "\(line)")
    }
  }

  @Test("A path leads into objects; one that no line has is counted as none")
  func paths() throws {
    let rules = ReadingRules(
      names: EventNames(),
      fieldNames: [
        "properties.plan.sku": "product_id", "event_properties.plan.sku": "product_id",
        "payload.plan.sku": "product_id", "payload.nothing": "tier",
      ], now: later)
    let lines = [
      #"{"uuid":"1","event":"trial_started","distinct_id":"u","timestamp":"2026-01-01T09:00:00Z","properties":"{\"plan\":{\"sku\":\"a\"}}"}"#,
      #"{"uuid":"2","event_type":"trial_started","user_id":"u","event_time":"2026-01-01 09:00:00","event_properties":{"plan":{"sku":"b"}}}"#,
      #"{"event_id":"3","event":"trial_started","user_id":"u","timestamp":"2026-01-01T09:00:00Z","payload":{"plan":[{"sku":"c"}]}}"#,
      #"{"event_id":"4","event":"trial_started","user_id":"u","timestamp":"2026-01-01T09:00:00Z","product_id":"d","payload":{"plan":{"sku":"e"}}}"#,
    ]
    let folder = try Folder()
    let path = try folder.write("log.ndjson", lines.joined(separator: "\n") + "\n")
    let reading = try read([path], rules: rules)
    var products: [String] = []
    reading.forEachEvent { _, event, _ in products.append(reading.strings.string(event.product)) }
    #expect(products.sorted() == ["a", "b", "c", "d"])
    #expect(
      reading.counts.paths == [
        "properties.plan.sku": 1, "event_properties.plan.sku": 1, "payload.plan.sku": 2,
        "payload.nothing": 0,
      ])
  }

  @Test("A native line with a tool's key stays native")
  func nativeWithMark() throws {
    let line =
      #"{"event":"trial_started","user_id":"u1","timestamp":"2026-01-01T09:00:00Z","messageId":"m","#
      + #""properties":{"product_id":"pro"}}"#
    let reading = try readLines([line, line])
    #expect(reading.counts.dialects == [.native: 2] && reading.counts.accepted == 2)
    #expect(try tell(line)["product_id"] == "pro")
  }
}
