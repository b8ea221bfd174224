/// The currency codes of ISO 4217 that a price may be in (list one, active codes, and those
/// withdrawn since the App Store's first day).
enum Currencies {
  static let codes = """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN \
    BWP BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP \
    ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR \
    ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD \
    MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR \
    PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL \
    THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD \
    XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWG ZWL \
    BYR EEK LTL LVL MRO SKK STD TMM VEB VEF ZMK ZWD ZWR
    """

  /// One bit for each three-letter code, by ``index(_:)``.
  static func bits() -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: (26 * 26 * 26 + 63) / 64)
    for code in codes.split(separator: " ") {
      let letters = Array(code.utf8)
      guard letters.count == 3, let index = index(letters[0], letters[1], letters[2]) else {
        continue
      }
      bits[index / 64] |= 1 << UInt64(index % 64)
    }
    return bits
  }

  /// The number of three letters in either case; nil for anything else.
  @inline(__always)
  static func index(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> Int? {
    let x = (a | 32) &- 97
    let y = (b | 32) &- 97
    let z = (c | 32) &- 97
    guard x < 26, y < 26, z < 26 else { return nil }
    return (Int(x) * 26 + Int(y)) * 26 + Int(z)
  }
}
