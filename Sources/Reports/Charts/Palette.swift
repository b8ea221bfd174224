/// The same colours for the same things in every format. Each is told apart from its neighbours
/// by lightness, too, and no picture relies on colour alone.
enum Palette {
  static let level: UInt32 = 0x2F5FC4
  static let new: UInt32 = 0x2F6FDE
  static let reactivation: UInt32 = 0x12908A
  static let expansion: UInt32 = 0x6FA82E
  static let contraction: UInt32 = 0xE39A1C
  static let churn: UInt32 = 0xCB3A3A
  static let fx: UInt32 = 0x8A8F98
  static let commission: UInt32 = 0x8A8F98
  static let tax: UInt32 = 0xB9BEC7
}
