import Values

// What single values may be. An empty text is nothing: no setting can be one.

extension Kind<String> {
  static var text: Kind {
    Kind("text", example: "\"…\"", Entry.text) { $0.isEmpty ? nil : .string($0) }
  }
  static var name: Kind {
    Kind("text", example: "\"…\"", Entry.name) { $0.isEmpty ? nil : .string($0) }
  }
  static var file: Kind { Kind("file", example: "\"…\"", Entry.filePath, JSONValue.string) }
  static var currency: Kind {
    Kind("currency", example: "\"EUR\"", Entry.currency, JSONValue.string)
  }
  static var webAddress: Kind {
    Kind("address", example: "\"https://example.com\"", Entry.webAddress, JSONValue.string)
  }
}

extension Kind<Bool> {
  /// What is false adds nothing to a fingerprint.
  static var flag: Kind { Kind("flag", example: "true", Entry.flag, JSONValue.bool) }
}

extension Kind where Value: BinaryInteger {
  static func whole(_ range: ClosedRange<Int>) -> Kind {
    Kind(
      form: Form(
        words: "\(range.lowerBound) to \(grouped(Int64(range.upperBound)))",
        example: "\(range.lowerBound)")
    ) { (entry, _) throws(SettingsError) in
      Value(try entry.wholeNumber(in: range))
    } write: { number, _ in
      .number(number)
    }
  }
}

extension Kind<TimeSpan> {
  static func hours(_ range: ClosedRange<Int>) -> Kind {
    let hours = Kind<Int>.whole(range)
    return Kind(form: hours.form) { (entry, _) throws(SettingsError) in
      .hours(try hours.read(entry, nil))
    } write: { span, _ in
      .number(span.milliseconds / TimeSpan.hours(1).milliseconds)
    }
  }
}

extension Kind<Fraction> {
  static var share: Kind { Kind("share", example: "0.1", Entry.share) { .decimal($0.decimalText) } }
  static var number: Kind {
    Kind("number", example: "1", Entry.number) { .decimal($0.decimalText) }
  }
}

extension Kind<Amount> {
  static var amount: Kind {
    Kind("amount", example: "4.99", Entry.amount) { .decimal($0.decimalText) }
  }
}

extension Kind<Period> {
  static var period: Kind {
    Kind("period", example: "\"P1M\"", Entry.period) { .string($0.description) }
  }
}

extension Kind<Day> {
  static var day: Kind {
    Kind("date", example: "\"2026-06-30\"", Entry.day) { .string($0.description) }
  }
}

extension Kind<AppVersion> {
  static var appVersion: Kind {
    Kind("version", example: "\"3.2.0\"", Entry.appVersion) { .string($0.description) }
  }
}

extension Kind<Zone> {
  static var zone: Kind {
    Kind("time zone", example: "\"Europe/Berlin\"", Entry.zone) { .string($0.name) }
  }
}

extension Kind<Dimension> {
  /// What funnels can be split by.
  static var dimension: Kind {
    Kind("dimensions", example: "\"country\"", Entry.dimension) { .string($0.name) }
  }
}

extension Kind where Value: RawRepresentable<String> & CaseIterable {
  /// One of the names of an enumeration.
  static var choice: Kind {
    let names = Value.allCases.map { "`\($0.rawValue)`" }
    return Kind(
      form: Form(
        words: names.joined(separator: ", "),
        example: Value.allCases.first.map { "\"\($0.rawValue)\"" } ?? "")
    ) { (entry, _) throws(SettingsError) in
      try entry.choice()
    } write: { value, _ in
      .string(value.rawValue)
    }
  }
}
