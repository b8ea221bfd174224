/// The fields that are read alike, as masks.
struct FieldGroups {
  /// What a bad value of rejects the line.
  let amounts = LogField.mask { $0.isAmount }
  /// Those of the amounts and times that few payments have.
  let breakdown = LogField.mask {
    [
      .recurringPrice, .tax, .fee, .convertedPrice, .convertedCurrency, .startsAt, .chargePrice,
    ].contains($0)
  }
  let identifiers = LogField.mask { $0.declaration.place.isIdentifier }
  /// Those of the identifiers that name people and payments: one that many share would make them one.
  let customers = LogField.mask { $0.declaration.place.names(.person, .firstPayment, .payment) }
  let texts = LogField.mask { $0.isText }
  let rare = LogField.mask { $0.isRare }
  /// Names too common to be read on other events than those that report a use.
  let usage = LogField.metric.bit | LogField.value.bit
}

extension LogField {
  fileprivate var isAmount: Bool {
    switch declaration.place {
    case .time: self != .validatedAt
    case .amount, .text(_, _, .currency): true
    default: false
    }
  }

  fileprivate var isText: Bool {
    switch declaration.place {
    case .text(_, _, .kept), .text(_, _, .forgotten): true
    default: false
    }
  }

  fileprivate var isRare: Bool {
    switch declaration.place {
    case .time: self == .validatedAt
    case .period, .number, .flag, .words, .folded, .unused: true
    default: false
    }
  }
}
