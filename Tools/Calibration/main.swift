import Foundation

/// Writes into the folder given what the statistics did on made-up data whose truth is known.
/// The same program writes the same numbers: all chance is seeded.
guard CommandLine.arguments.count == 2 else {
  print("usage: calibrate FOLDER")
  exit(64)
}
let folder = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
let results = [
  ("experiments.md", ExperimentCalibration.report()),
  ("predicted-value.md", PredictionCalibration.report()),
  ("outlook.md", OutlookCalibration.report()),
]
for (name, text) in results {
  try Data(text.utf8).write(to: folder.appending(path: name))
  print(text)
}
