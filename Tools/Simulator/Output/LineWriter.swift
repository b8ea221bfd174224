import Values

/// Writes one JSON line into a fixed scratch of memory, byte by byte, without a `String`.
struct LineWriter: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer
  private(set) var count = 0
  private var style = LineStyle.canonical
  private var isNested = false

  init() {
    memory = .allocate(byteCount: 4096, alignment: 16)
  }

  deinit { memory.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

  /// Begins a line with what every event carries.
  mutating func begin(_ name: EventName, id: UInt64, at time: Int64, style: LineStyle) {
    self.style = style
    isNested = false
    count = 0
    byte(UInt8(ascii: "{"))
    quoted(style == .camelCase ? "eventId" : "event_id")
    byte(UInt8(ascii: ":"))
    hexadecimal("e", id)
    event(name)
    style == .badTime ? text("timestamp", "2025-02-31T25:61:00.000Z") : self.time("timestamp", time)
  }

  private mutating func event(_ name: EventName) {
    switch style {
    case .nameless: break
    case .wrongType: number("event", Int64(name.rawValue))
    case .camelCase: text("event", name.spellings.other)
    default: text("event", name.spellings.canonical)
    }
  }

  /// From here on a nested line keeps its fields in `properties`.
  mutating func nest() {
    guard style == .nested else { return }
    key("properties")
    byte(UInt8(ascii: "{"))
    isNested = true
  }

  /// Ends the line; a torn one loses its second half.
  mutating func end() {
    byte(UInt8(ascii: "}"))
    if isNested { byte(UInt8(ascii: "}")) }
    if style == .torn { count = count * 3 / 5 }
    byte(UInt8(ascii: "\n"))
  }
}

/// How a line is spelt, or how it is broken.
enum LineStyle {
  case canonical, camelCase, epoch, nested
  case torn, nameless, badTime, wrongType
}

// Fields
extension LineWriter {
  mutating func text(_ name: StaticString, _ value: StaticString) {
    key(name)
    quoted(value)
  }

  /// A field whose value is a letter and 16 hexadecimal digits.
  mutating func id(_ name: StaticString, _ prefix: StaticString, _ number: UInt64) {
    key(name)
    hexadecimal(prefix, number)
  }

  mutating func number(_ name: StaticString, _ value: Int64) {
    key(name)
    digits(value)
  }

  /// A number in quotes: identifiers of the store.
  mutating func numeral(_ name: StaticString, _ value: Int64) {
    key(name)
    byte(UInt8(ascii: "\""))
    digits(value)
    byte(UInt8(ascii: "\""))
  }

  mutating func flag(_ name: StaticString, _ value: Bool) {
    key(name)
    raw(value ? "true" : "false")
  }

  /// A price in the currency's smallest unit, with its currency.
  mutating func price(_ units: Int64, _ currency: Currency) {
    key("price")
    if currency.hasCents {
      digits(units / 100)
      byte(UInt8(ascii: "."))
      twoDigits(Int(units % 100))
    } else {
      digits(units)
    }
    text("currency", currency.code)
  }

  mutating func time(_ name: StaticString, _ time: Int64) {
    key(name)
    guard style != .epoch else { return digits(time) }
    byte(UInt8(ascii: "\""))
    date(time)
    clock(Int(time % Clock.day))
    byte(UInt8(ascii: "\""))
  }

  /// `major.minor.patch` of a packed version.
  mutating func version(_ name: StaticString, _ packed: Int64) {
    key(name)
    byte(UInt8(ascii: "\""))
    digits(packed / 10_000)
    byte(UInt8(ascii: "."))
    digits(packed / 100 % 100)
    byte(UInt8(ascii: "."))
    digits(packed % 100)
    byte(UInt8(ascii: "\""))
  }
}

// Bytes
extension LineWriter {
  private mutating func byte(_ value: UInt8) {
    memory[count] = value
    count &+= 1
  }

  private mutating func raw(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    precondition(count + length + 64 <= memory.count, "a line fits the scratch")
    let target = UnsafeMutableRawBufferPointer(rebasing: memory[count..<(count + length)])
    target.copyMemory(from: UnsafeRawBufferPointer(start: text.utf8Start, count: length))
    count &+= length
  }

  private mutating func quoted(_ text: StaticString) {
    byte(UInt8(ascii: "\""))
    raw(text)
    byte(UInt8(ascii: "\""))
  }

  private mutating func key(_ name: StaticString) {
    if memory[count - 1] != UInt8(ascii: "{") { byte(UInt8(ascii: ",")) }
    byte(UInt8(ascii: "\""))
    if style == .camelCase { camel(name) } else { raw(name) }
    byte(UInt8(ascii: "\""))
    byte(UInt8(ascii: ":"))
  }

  /// `user_id` as `userId`.
  private mutating func camel(_ name: StaticString) {
    var raises = false
    name.withUTF8Buffer { letters in
      for letter in letters {
        if letter != UInt8(ascii: "_") { byte(raises ? letter & ~32 : letter) }
        raises = letter == UInt8(ascii: "_")
      }
    }
  }

  private mutating func digits(_ value: Int64) {
    precondition(value >= 0, "the writer's numbers are not negative")
    var rest = UInt64(value)
    var length = 1
    var bound: UInt64 = 10
    while length < 19, rest >= bound {
      length += 1
      bound &*= 10
    }
    for place in stride(from: count + length - 1, through: count, by: -1) {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      memory[place] = 48 &+ UInt8(truncatingIfNeeded: digit)
      rest = quotient
    }
    count += length
  }

  private mutating func twoDigits(_ value: Int) {
    byte(48 &+ UInt8(truncatingIfNeeded: value / 10))
    byte(48 &+ UInt8(truncatingIfNeeded: value % 10))
  }

  private mutating func hexadecimal(_ prefix: StaticString, _ number: UInt64) {
    byte(UInt8(ascii: "\""))
    raw(prefix)
    for shift in stride(from: UInt64(60), through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: (number >> shift) & 15)
      byte(digit < 10 ? 48 &+ digit : 87 &+ digit)
    }
    byte(UInt8(ascii: "\""))
  }

  private mutating func date(_ time: Int64) {
    let civil = Day(Int(time / Clock.day)).civil
    digits(Int64(civil.year))
    byte(UInt8(ascii: "-"))
    twoDigits(civil.month)
    byte(UInt8(ascii: "-"))
    twoDigits(civil.day)
  }

  private mutating func clock(_ milliseconds: Int) {
    byte(UInt8(ascii: "T"))
    twoDigits(milliseconds / 3_600_000)
    byte(UInt8(ascii: ":"))
    twoDigits(milliseconds / 60_000 % 60)
    byte(UInt8(ascii: ":"))
    twoDigits(milliseconds / 1000 % 60)
    byte(UInt8(ascii: "."))
    byte(48 &+ UInt8(truncatingIfNeeded: milliseconds / 100 % 10))
    twoDigits(milliseconds % 100)
    byte(UInt8(ascii: "Z"))
  }
}
