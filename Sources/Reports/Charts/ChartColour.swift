/// One colour for one thing in every format, named after what it mostly shows: the classes of
/// pictures are called so. Lightness differs, too. Red, green, blue.
enum ChartColour: String, CaseIterable, Sendable {
  case level, new, reactivation, expansion, contraction, churn, fx, tax, commission, heat

  /// On a light ground, and in the workbook.
  var onLight: UInt32 {
    switch self {
    case .level: 0x2F5FC4
    case .new: 0x2F6FDE
    case .reactivation: 0x12908A
    case .expansion: 0x6FA82E
    case .contraction: 0xE39A1C
    case .churn: 0xCB3A3A
    case .fx, .commission: 0x8A8F98
    case .tax: 0xB9BEC7
    case .heat: 0x1D4ED8
    }
  }

  var onDark: UInt32 {
    switch self {
    case .level: 0x79A6FF
    case .new: 0x5B93F5
    case .reactivation: 0x2FB9B0
    case .expansion: 0x8BC34A
    case .contraction: 0xF0B13E
    case .churn: 0xF0706A
    case .fx: 0x9EA7B3
    case .tax: 0x4D5561
    case .commission: 0x7D8590
    case .heat: 0x2F63E6
    }
  }
}
