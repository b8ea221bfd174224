extension Country {
  /// How stores and analytics write the countries the apps are sold in: alpha-3 code and name.
  private static let others: [String: (alpha3: String, name: String)] = [
    "US": ("USA", "United States"), "DE": ("DEU", "Germany"), "GB": ("GBR", "United Kingdom"),
    "JP": ("JPN", "Japan"), "IN": ("IND", "India"), "BR": ("BRA", "Brazil"),
    "FR": ("FRA", "France"), "CA": ("CAN", "Canada"), "AU": ("AUS", "Australia"),
  ]

  static func alpha3(_ code: String) -> String? { others[code]?.alpha3 }
  static func name(of code: String) -> String { others[code]?.name ?? code }
}
