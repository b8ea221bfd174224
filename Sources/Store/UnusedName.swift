import Foundation

extension Store {
  /// The name, with a number behind it where it is taken: what was kept before stays.
  static func unusedName(_ name: String) -> String {
    var (found, number) = (name, 1)
    while FileManager.default.fileExists(atPath: found) {
      number += 1
      found = "\(name)-\(number)"
    }
    return found
  }
}
