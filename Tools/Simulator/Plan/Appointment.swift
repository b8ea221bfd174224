/// Something that happens to one customer at one time.
struct Appointment {
  enum Kind: UInt8 {
    case install, session, convert, renew, billing, recover, cancel, uncancel, expire, refund
    case reverse, upgrade, downgrade, winback, approve, extend

    /// Whether it belongs to one coverage, and lapses with it.
    var isOfTerm: Bool {
      switch self {
      case .install, .session, .winback, .approve: false
      default: true
      }
    }
  }

  let kind: Kind
  let time: Int64
  let slot: Int
  let term: UInt8
}
