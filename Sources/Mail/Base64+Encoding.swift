import Foundation
import Values

extension Base64 {
  /// With padding, on one line.
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
  }
}
