import Testing

@testable import Feed

/// Which app a line names (Definitions, "Several apps").
@Suite struct AppFieldTests {
  /// The app of the only event, and all that the counts name.
  private func app(_ line: String) throws -> (event: String, counted: [String]) {
    let reading = try readLines([line])
    var events: [String] = []
    reading.forEachEvent { _, event, _ in events.append(reading.strings.string(event.app)) }
    try #require(events.count == 1, "\(reading.rejects)")
    return (events[0], reading.counts.apps.map(reading.strings.string))
  }

  private static let native =
    #"{"event":"app_session","timestamp":"2026-01-01T09:00:00Z","user_id":"u","#

  @Test(
    "Natively the field app, its other names, and whatever stands in properties",
    arguments: [
      (#""app":"fit"}"#, "fit"), (#""bundle_id":"com.fit"}"#, "com.fit"),
      (#""packageName":"com.fit"}"#, "com.fit"), (#""app_id":"7","app":"fit"}"#, "fit"),
      (#""properties":{"app":"fit"}}"#, "fit"), (#""app":{"name":"fit"}}"#, ""), ("\"x\":1}", ""),
    ])
  func native(rest: String, expected: String) throws {
    let found = try app(Self.native + rest)
    #expect(found.event == expected)
    #expect(found.counted == (expected.isEmpty ? [] : [expected]))
  }

  @Test("A store's line names the bundle id or the package, a row of Analytics the app's id")
  func stores() throws {
    let transaction =
      #"{"transactionId":"1","originalTransactionId":"1","productId":"p","bundleId":"com.inner","purchaseDate":1767258000000,"appAccountToken":"u"}"#
    #expect(try app(transaction).event == "com.inner")
    let notification =
      #"{"notificationType":"DID_RENEW","notificationUUID":"n","signedDate":1767258000000,"data":{"bundleId":"com.outer","transactionInfo":\#(transaction)}}"#
    #expect(try app(notification).event == "com.outer")
    #expect(
      try app(
        #"{"packageName":"com.play","eventTimeMillis":"1767258000000","subscriptionNotification":{"notificationType":2,"purchaseToken":"t","subscriptionId":"p"}}"#
      ).event == "com.play")
    #expect(
      try app(
        #"{"event_name":"screen","event_date":"20260101","event_timestamp":"1767258000000999","user_pseudo_id":"P","event_params":[],"app_info":{"id":"com.fire"}}"#
          .replacing("\"screen\"", with: "\"session_start\"")
      ).event == "com.fire")
  }

  @Test("RevenueCat's app_id is no app: each store's app has one of its own")
  func revenueCat() throws {
    let line =
      #"{"event":{"type":"EXPIRATION","id":"1","app_id":"app1","app_user_id":"u","event_timestamp_ms":1767258000000,"product_id":"p"}}"#
    #expect(try app(line).event.isEmpty)
  }
}
