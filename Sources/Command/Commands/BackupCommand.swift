import Foundation
import Store

/// `runrate backup`: a copy of the database that can take its place.
func backup(_ options: Options, _ console: Console) throws -> ExitCode {
  let store = try during("opening the database") { try Store(reading: options.database) }
  let file = options.arguments[0]
  try during("copying the database") { try store.backUp(to: file) }
  console.note("wrote \(file)")
  return .allWell
}
