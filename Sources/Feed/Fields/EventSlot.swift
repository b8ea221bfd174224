import Values

/// Where an ``Event`` in memory has the value of one packed field, for the decoder: it knows the
/// field by its number alone, and a key path would cost it a call for each.
struct EventSlot: Sendable {
  private enum Content: UInt8 { case none, text, identifier, amount, time, period, number, flags }

  private var content = Content.none
  private var offset = 0

  /// By the number of the field.
  static let all: [EventSlot] = {
    var slots = Array(repeating: EventSlot(), count: PackedForm.fieldCount)
    for place in Event.places {
      if let field = place.packed { slots[field.rawValue] = EventSlot(place) }
    }
    slots[PackedField.name.rawValue] = EventSlot(.text, \.name)
    slots[PackedField.flags.rawValue] = EventSlot(.flags, \.flags)
    return slots
  }()

  private init() {}

  private init(_ content: Content, _ path: PartialKeyPath<Event>) {
    guard let offset = MemoryLayout<Event>.offset(of: path) else {
      preconditionFailure("\(path) is no stored property")
    }
    (self.content, self.offset) = (content, offset)
  }

  private init(_ place: EventPlace) {
    switch place {
    case .text(_, let path, _): self.init(.text, path)
    case .identifier(_, let path, _): self.init(.identifier, path)
    case .amount(_, let path): self.init(.amount, path)
    case .time(_, let path): self.init(.time, path)
    case .period(_, let path): self.init(.period, path)
    case .number(_, let path): self.init(.number, path)
    case .reading, .unused, .folded, .flag, .words: self.init()
    }
  }

  /// Reads the field's value into the bytes of an event of that `time`.
  @inline(__always)
  func read(
    from reader: inout PackedReader, _ time: Instant, into event: UnsafeMutableRawBufferPointer
  ) {
    switch content {
    case .none: break
    case .text: store(reader.text(), in: event)
    case .identifier: store(reader.identifier(), in: event)
    case .amount: store(Optional(Amount(micros: reader.number())), in: event)
    case .time: store(Optional(time + TimeSpan(milliseconds: reader.number())), in: event)
    case .period: store(Period(packed: Int32(truncatingIfNeeded: reader.number())), in: event)
    case .number: store(Optional(reader.number()), in: event)
    case .flags:
      store(EventFlags(rawValue: UInt16(truncatingIfNeeded: reader.number())), in: event)
    }
  }

  @inline(__always)
  private func store<Value>(_ value: Value, in event: UnsafeMutableRawBufferPointer) {
    guard let start = event.baseAddress else { return }
    (start + offset).assumingMemoryBound(to: Value.self).pointee = value
  }
}
