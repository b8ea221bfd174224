import Support
import Testing
import Values

@testable import Feed

/// Every field of the log is declared once, and nothing that is made of the declarations lacks one.
@Suite struct VendorDeclarationTests {
  private var places: [EventPlace] { LogField.allCases.map(\.declaration.place) }

  @Test("Every number of the packed form belongs to one field")
  func packedNumbers() {
    let ofEvents: [PackedField] = [.name, .flags, .identityIsHash]
    let numbers = (places.compactMap(\.packed) + ofEvents).map(\.rawValue)
    #expect(numbers.sorted() == PackedField.allCases.map(\.rawValue).sorted())
    #expect(PackedField.allCases.allSatisfy { $0.rawValue != 31 }, "it says that more follow")
    #expect(PackedField.allCases.allSatisfy { $0.rawValue < PackedForm.fieldCount })
  }

  @Test("Every field that an event keeps counts in the order of contents, once")
  func contentOrder() {
    let counted = ContentOrder.fields
    let kept = LogField.allCases.filter { field in
      switch field.declaration.place {
      case .flag, .words: true
      default: field.declaration.place.packed != nil && field != .eventID
      }
    }
    #expect(Set(counted) == Set(kept))
    #expect(counted.count == kept.count)
  }

  @Test("No two fields have a name in common, nor a guess that another field is called")
  func names() {
    let names = LogField.allCases.flatMap(\.names).map(KeyTable.folded)
    let guesses = LogField.allCases.flatMap(\.declaration.guesses).map(KeyTable.folded)
    #expect(Set(names).count == names.count)
    #expect(Set(guesses).count == guesses.count)
  }

  @Test(
    "What a line says is what is printed of its event, whichever way it is packed",
    arguments: [("feature_used", ""), ("usage_reported", #","metric":"m","value":3"#)])
  func everyField(event: String, usage: String) throws {
    let line =
      #"{"event":"\#(event)","timestamp":"2026-01-14T10:00:00.000Z","event_id":"e1","#
      + #""user_id":"u1","previous_id":"p1","referrer_id":"r1","platform":"ios","country":"DE","#
      + #""channel":"ads","campaign":"c","app":"a","app_version":"1.2","product_id":"pro","#
      + #""tier":"gold","transaction_id":"t1","original_transaction_id":"o1","payment_id":"pi","#
      + #""linked_transaction_id":"o0","subscription_group":"g1","price":4.99,"#
      + #""currency":"EUR","period":"P1M","expires_at":"2026-03-01T10:00:00.000Z","#
      + #""grace_expires_at":"2026-03-17T10:00:00.000Z","recurring_price":3.99,"tax":0.8,"#
      + #""fee":0.6,"converted_price":5.5,"converted_currency":"USD","#
      + #""starts_at":"2026-02-01T10:00:00.000Z","charge_price":4.99,"revokes":true,"#
      + #""offer_id":"of","offer_code":"oc","#
      + #""ownership":"family_shared","reason":"r","error":"x","paywall_id":"w","trigger":"tr","#
      + #""experiment":"ex","variant":"B","feature":"f","access":"trial","ok":false,"#
      + #""latency_ms":12,"crashed":true,"anr":true,"#
      + #""validated_at":"2026-01-12T10:00:00.000Z"\#(usage),"consent":"all","granted_by":"g"}"#
    let printed = LogField.allCases.filter { field in
      if [.metric, .value].contains(field) { return !usage.isEmpty }
      if case .words = field.declaration.place { return true }
      if case .flag = field.declaration.place { return true }
      return field.declaration.place.packed != nil
    }
    for field in printed { #expect(line.contains("\"\(field.name)\":"), "\(field) is not tried") }
    let reading = try read(text: line + "\n")
    let batch = try #require(reading.batches.first)
    batch.forEachFrame { frame, bytes in
      let event = Event(unpacking: bytes, at: frame.packed.lowerBound)
      #expect(text(of: event, Array(bytes), reading.strings) == line)
      var packed = [UInt8](repeating: 0, count: event.packedCapacity)
      let count = packed.withUnsafeMutableBytes { target in
        target.baseAddress.map { event.pack(from: bytes, to: $0) } ?? 0
      }
      #expect(Array(packed.prefix(count)) == Array(bytes[frame.packed]))
    }
  }

  @Test("What only a report of use says is passed over on other events, whatever it is")
  func usageOnly() throws {
    let line =
      #"{"event":"feature_used","timestamp":"2026-01-14T10:00:00Z","event_id":"e1","#
      + #""user_id":"u1","metric":7,"value":"high"}"#
    let reading = try read(text: line + "\n")
    #expect(reading.counts.mistyped.isEmpty, "\(reading.counts.mistyped)")
    let batch = try #require(reading.batches.first)
    batch.forEachFrame { frame, bytes in
      let event = Event(unpacking: bytes, at: frame.packed.lowerBound)
      #expect(event.metric == 0 && event.value == nil)
    }
  }

  private func text(of event: Event, _ bytes: [UInt8], _ strings: StringTable) -> String {
    event.line(of: "u1", bytes, strings, namesApp: true).line
  }
}
