/// What every kind of appointment brings.
extension Market {
  mutating func perform(_ kind: Appointment.Kind, _ time: Int64, _ customer: inout Customer) {
    switch kind {
    case .install: install(time, &customer)
    case .session: session(time, &customer)
    case .winback: winBack(time, &customer)
    case .approve: approve(time, &customer)
    case .refund: refund(time, &customer)
    case .reverse: reverse(time, &customer)
    case .upgrade: upgrade(time, &customer)
    case .downgrade: downgrade(time, &customer)
    default: performOnTerm(kind, time, &customer)
    }
  }

  private mutating func performOnTerm(
    _ kind: Appointment.Kind, _ time: Int64, _ customer: inout Customer
  ) {
    switch kind {
    case .convert: convert(time, &customer)
    case .renew: renew(time, &customer)
    case .billing: failBilling(time, &customer)
    case .recover: recover(time, &customer)
    case .cancel: cancel(time, &customer)
    case .uncancel: uncancel(time, &customer)
    case .expire: expire(time, &customer)
    case .extend: extend(time, &customer)
    default: break
    }
  }
}
