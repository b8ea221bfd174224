import Values

extension Entry {
  /// An address that needs no escaping in any format, besides a `{day}` that is to be filled in.
  func webAddress() throws(SettingsError) -> String {
    let address = try text()
    guard WebAddress(address.replacing("{day}", with: "")) != nil else {
      throw wrongValue(.webAddress)
    }
    return address
  }
}
