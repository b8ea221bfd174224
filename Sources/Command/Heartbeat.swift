import HTTP
import Values

/// Tells a watchdog that the nightly job begins, and how it ended: a job that never ran is noticed
/// by who does not hear of it. Speaks as healthchecks.io and its like understand it:
///
///     <address>/start      the job begins
///     <address>            it ran; that alerts fire (codes 0 to 3) is no failure of the job
///     <address>/65         it failed, with its exit code
struct Heartbeat {
  static let variable = "RUNRATE_HEARTBEAT_URL"
  /// A watchdog that does not answer must not hold up the job.
  private static let timeout = 5000

  private let address: Address?
  private let console: Console

  /// Only what a watchdog waits for has a heartbeat: the nightly job.
  init(_ watcher: CommandConfiguration.Supervisor, _ console: Console) {
    self.console = console
    guard watcher == .watchdog else {
      address = nil
      return
    }
    do {
      address = try Address.find(Heartbeat.variable, in: console.environment)
    } catch {
      console.warn(Failure(of: error).message)
      address = nil
    }
  }

  func begin() { if let address { send(to: address.appending("start")) } }

  func end(_ code: ExitCode) {
    guard let address else { return }
    send(to: code.isError ? address.appending("\(code.rawValue)") : address)
  }

  private func send(to address: Address) {
    let answer = HTTPClient.send(nil, to: address, timeout: Heartbeat.timeout)
    if !answer.isSuccess { console.warn("the heartbeat was not heard: \(answer.text)") }
  }
}
