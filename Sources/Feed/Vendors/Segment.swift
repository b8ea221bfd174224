import Values

// Calls of Segment's specification (https://segment.com/docs/connections/spec/common), which
// RudderStack shares (https://www.rudderstack.com/docs/event-spec/standard-events/common-fields).

extension Vendor {
  static let segment = Vendor(
    dialect: .segment, namesEvents: true,
    isMarked: { line in
      guard line["messageId"].isNamed || line["anonymousId"].isNamed else { return false }
      switch line["type"] {
      case "track", "identify", "alias", "screen", "page", "group": return true
      default: return false
      }
    }, read: { reader, line throws(Rejection) in try reader.readSegment(line) })
}

extension LineReader {
  fileprivate mutating func readSegment(_ line: LineValue) throws(Rejection) -> Outcome {
    let type = try requireType(line["type"])
    let (user, device) = (line["userId"], line["anonymousId"])
    switch type {
    case "track": return try readSegmentEvent(line, line["event"], user, device)
    // https://segment.com/docs/connections/spec/identify
    case "identify":
      putSegmentEvent(line)
      return try acceptAlias(user, device, type)
    // https://segment.com/docs/connections/spec/alias
    case "alias":
      putSegmentEvent(line)
      return try acceptAlias(user, line["previousId"], type)
    // A screen is an event where the configuration says so.
    case "screen", "page":
      let name = line["name"]
      guard name.isText, rules.names.isOwn(String(decoding: name.bytes, as: UTF8.self)) else {
        return ignoreType(type)
      }
      return try readSegmentEvent(line, name, user, device)
    default:
      return ignoreType(type)
    }
  }

  private mutating func readSegmentEvent(
    _ line: LineValue, _ name: LineValue, _ user: LineValue, _ device: LineValue
  ) throws(Rejection) -> Outcome {
    guard let event = try openEnvelope(name, line["properties"]) else { return .ignored }
    putSegmentEvent(line)
    putPerson(user, device: device)
    let context = line["context"]
    putMissing(.country, context["location"]["country"])
    if !draft.has(.platform) {
      try draft.put(.platform, lowerCase: context["device"]["type"].or(context["os"]["name"]))
    }
    putMissing(.appVersion, context["app"]["version"])
    putMissing(.app, context["app"]["namespace"])
    putMissing(.channel, context["campaign"]["source"])
    putMissing(.campaign, context["campaign"]["name"])
    return try acceptEnvelope(event)
  }

  private mutating func putSegmentEvent(_ line: LineValue) {
    draft.put(.timestamp, utc: line["timestamp"].or(line["originalTimestamp"]))
    draft.put(.eventID, line["messageId"])
    let environment = line["context"]["environment"]
    if environment.isPresent { draft.isSandbox = isSandbox(environment) }
  }
}
