import Foundation
import Testing

/// Runs a program to its end, and gives what it said. Foundation's `Process` would wait for a
/// server that it starts, too, which goes on with all files that it was given.
@discardableResult
func launch(_ path: String, _ arguments: [String], in folder: String = "/") throws -> String {
  let said = "\(NSTemporaryDirectory())runrate-\(UUID().uuidString)"
  defer { unlink(said) }
  let status = try spawn(
    ["/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder, path] + arguments, said)
  let text = try String(contentsOfFile: said, encoding: .utf8)
  try #require(status == 0, "\(path): \(text)")
  return text
}

/// The status of a program when it has ended; all that it says goes to a file.
private func spawn(_ command: [String], _ said: String) throws -> Int32 {
  var files = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&files)
  defer { posix_spawn_file_actions_destroy(&files) }
  posix_spawn_file_actions_addopen(&files, 1, said, O_WRONLY | O_CREAT, 0o600)
  posix_spawn_file_actions_adddup2(&files, 1, 2)
  var words = command.map { strdup($0) } + [nil]
  var environment = environment().map { strdup($0) } + [nil]
  defer { (words + environment).forEach { free($0) } }
  var (process, status): (pid_t, Int32) = (0, 0)
  let code = posix_spawn(&process, command[0], &files, nil, &words, &environment)
  try #require(code == 0, "\(command): \(String(cString: strerror(code)))")
  waitpid(process, &status, 0)
  return status
}

private func environment() -> [String] {
  let java = ProcessInfo.processInfo.environment["JAVA_HOME"].map { "JAVA_HOME=\($0)" }
  return ["PATH=/usr/bin:/bin"] + (java.map { [$0] } ?? [])
}
