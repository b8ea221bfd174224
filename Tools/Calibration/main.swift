import Foundation

/// Writes into the folder given, of one file or of all, what the statistics did on made-up data whose truth is known.
/// The same program writes the same numbers: all chance is seeded.
let arguments = CommandLine.arguments
guard arguments.count == 2 || arguments.count == 3 else {
  print("usage: calibrate FOLDER [FILE]")
  exit(64)
}
let folder = URL(filePath: arguments[1], directoryHint: .isDirectory)
let results: [(String, () -> String)] = [
  ("experiments.md", ExperimentCalibration.report),
  ("predicted-value.md", PredictionCalibration.report),
  ("outlook.md", OutlookCalibration.report), ("nowcast.md", NowcastCalibration.report),
]
for (name, report) in results where arguments.count == 2 || arguments[2] == name {
  let text = report()
  try Data(text.utf8).write(to: folder.appending(path: name))
  print(text)
}
