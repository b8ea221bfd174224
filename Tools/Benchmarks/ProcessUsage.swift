import Foundation

/// What one process took.
struct ProcessUsage {
  /// From start to end, in seconds.
  var wall: Double
  /// Time on all cores, the kernel's included, in seconds.
  var cpu: Double
  /// Peak resident memory in bytes.
  var memory: Int
}

/// Runs a program, found on the path, to its end. `mayFire`: 1 to 3 are Runrate's alerts, no
/// failure.
func measure(_ command: [String], mayFire: Bool = true) throws -> ProcessUsage {
  let began = ContinuousClock.now
  let process = try spawn(command)
  var status: Int32 = 0
  var usage = rusage()
  guard wait4(process, &status, 0, &usage) == process else {
    throw Failure("cannot wait: \(errno)")
  }
  let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
  guard code == 0 || mayFire && (1...3).contains(code) else {
    throw Failure("\(command.joined(separator: " ")) ended with \(code)")
  }
  return ProcessUsage(
    wall: seconds(ContinuousClock.now - began),
    cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime), memory: usage.ru_maxrss * 1024)
}

/// Several runs of several commands in alternation, so that a busy machine is busy for all.
func alternate(_ runs: Int, _ commands: [() throws -> ProcessUsage]) throws -> [ProcessUsage] {
  var all = [[ProcessUsage]](repeating: [], count: commands.count)
  for _ in 0..<runs {
    for (index, command) in commands.enumerated() { all[index].append(try command()) }
  }
  return all.map(median)
}

/// The same for one command.
func alternate(_ runs: Int, _ command: () throws -> ProcessUsage) throws -> ProcessUsage {
  median(try (0..<runs).map { _ in try command() })
}

/// The medians of all that is measured, each by itself.
func median(_ runs: [ProcessUsage]) -> ProcessUsage {
  func middle<Value: Comparable>(_ values: [Value]) -> Value { values.sorted()[values.count / 2] }
  return ProcessUsage(
    wall: middle(runs.map(\.wall)), cpu: middle(runs.map(\.cpu)),
    memory: middle(runs.map(\.memory)))
}

/// What a program prints, run to its end.
func output(_ command: [String]) throws -> String {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(filePath: command[0])
  process.arguments = Array(command.dropFirst())
  process.standardOutput = pipe
  try process.run()
  let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw Failure("\(command.joined(separator: " ")) failed")
  }
  return String(decoding: bytes, as: UTF8.self)
}

private func spawn(_ command: [String]) throws -> pid_t {
  var process: pid_t = 0
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
  var arguments = command.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  let code = posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
  guard code == 0 else {
    throw Failure("cannot start \(command[0]): \(String(cString: strerror(code)))")
  }
  return process
}

private func seconds(_ time: timeval) -> Double {
  Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
}

private func seconds(_ duration: Duration) -> Double {
  Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
}
