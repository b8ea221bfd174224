extension Entry {
  /// An address that needs no escaping in any format, besides a `{day}` that is to be filled in.
  func webAddress() throws(SettingsError) -> String {
    let address = try text()
    let isPlain = address.replacing("{day}", with: "").utf8.allSatisfy { byte in
      (byte | 32) &- 97 < 26 || byte &- 48 < 10 || "-._~:/?#@!$&*+,;=%".utf8.contains(byte)
    }
    guard isPlain, ["https://", "http://"].contains(where: address.hasPrefix) else {
      throw wrongValue(.webAddress)
    }
    return address
  }
}
