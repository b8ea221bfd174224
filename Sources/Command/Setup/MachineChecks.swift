import Foundation
import HTTP
import Mail
import Metrics
import Settings
import Store
import Values

/// The machine: disk, permissions, lock, what starts the nightly run, and where messages go.
struct MachineChecks {
  private let options: Options
  private let console: Console
  private let store: Store?
  private let now: Instant

  init(_ options: Options, _ console: Console, _ store: Store?, _ now: Instant) {
    (self.options, self.console, self.store, self.now) = (options, console, store, now)
  }

  var all: [HealthCheck] {
    HealthCheck.of("disk") { [try disk()] } + [permissions, lock]
      + HealthCheck.of("nightly run") { [try schedule()] } + channels.compactMap(channel)
      + [mail].compactMap(\.self)
      + HealthCheck.of("messages") { [try droppedMessages()].compactMap(\.self) }
  }

  private var folder: String {
    let folder = (options.database as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  /// A run needs room for the journal and the new pages: about as much again as the database has.
  private func disk() throws -> HealthCheck {
    let files = FileManager.default
    let isThere = files.fileExists(atPath: options.database)
    let size =
      isThere ? try files.attributesOfItem(atPath: options.database)[.size] as? Int64 ?? 0 : 0
    guard
      let free = try? files.attributesOfFileSystem(forPath: folder)[.systemFreeSize] as? Int64
    else { return .broken("disk", "\(folder) cannot be looked at", "make the folder") }
    let room = "\(Self.megabytes(free)) free, the database has \(Self.megabytes(size))"
    let needed = size + Self.leastRoom
    if free < needed {
      return .broken("disk", room, "make room: the next run needs \(Self.megabytes(needed))")
    }
    return free < 2 * needed
      ? .look("disk", room, "make room: a run that folds anew needs \(Self.megabytes(2 * needed))")
      : .fine("disk", room)
  }

  private static let leastRoom: Int64 = 200_000_000

  private static func megabytes(_ bytes: Int64) -> String {
    "\(grouped((bytes + 500_000) / 1_000_000)) MB"
  }

  private var permissions: HealthCheck {
    let reports =
      FileManager.default.fileExists(atPath: options.reports)
      ? options.reports : (options.reports as NSString).deletingLastPathComponent
    let places =
      [folder, reports.isEmpty ? "." : reports]
      + (FileManager.default.fileExists(atPath: options.database) ? [options.database] : [])
    let closed = places.filter { !FileManager.default.isWritableFile(atPath: $0) }
    guard !closed.isEmpty else {
      return .fine("permissions", "database and reports can be written")
    }
    return .broken(
      "permissions", "\(NSUserName()) cannot write \(closed.joined(separator: ", "))",
      "chown or chmod them, or run as the user who owns them")
  }

  private var lock: HealthCheck {
    do {
      guard FileManager.default.fileExists(atPath: options.database + ".lock") else {
        return .fine("lock", "no run is going on")
      }
      _ = try RunLock(database: options.database, for: .brief("doctor"), lockTimeout: .none)
      return .fine("lock", "no run is going on")
    } catch {
      return .look(
        "lock", Failure(of: error).message, Failure(of: error).hint ?? "wait for its end")
    }
  }

  /// Whether something runs it every night: told by when it last did.
  private func schedule() throws -> HealthCheck {
    let newest = try store?.newestRunStart()
    let timer = "runrate print timer and runrate print cron show how it is run every night"
    guard let newest else { return .look("nightly run", "there was no run yet", timer) }
    let hours = (now - newest).milliseconds / 3_600_000
    return hours > 26
      ? .look("nightly run", "the last was \(StatusReport.duration(hours: hours)) ago", timer)
      : .fine("nightly run", "the last was at \(newest.iso8601)")
  }

  /// Messages that nobody got; nil where there are none.
  private func droppedMessages() throws -> HealthCheck? {
    let dropped = try store?.droppedMessages(now) ?? []
    guard let newest = dropped.first else { return nil }
    return .look(
      "messages",
      "\(counted(Int64(dropped.count), "message")) of the last 30 days could not be delivered; the "
        + "newest, of \(newest.made) for \(newest.channel): \(newest.error)",
      "look at what stands between this machine and the channel; reports/latest/alerts.md has the "
        + "alerts")
  }

  /// Nil where none is to be sent. Logs in, and sends nothing.
  private var mail: HealthCheck? {
    guard let settings = try? Settings.load(options).mail else { return nil }
    do {
      let answer = try SMTPClient(settings, console.environment).check()
      guard !answer.isSuccess else {
        return .fine("mail", "\(settings.server) answers (nothing was sent)")
      }
      return .broken(
        "mail", "\(settings.server): \(answer.text)",
        "look at the network, at mail.server and mail.user, and at \(SMTPClient.variable)")
    } catch {
      return HealthCheck("mail", failed: error)
    }
  }

  private var channels: [AlertChannel] {
    (try? Settings.load(options))?.alertChannels ?? AlertChannel.usual
  }

  /// Nil where no address is set and none is asked for, or where it is mail. Nothing is posted.
  private func channel(_ channel: AlertChannel) -> HealthCheck? {
    guard channel.service != .mail else { return nil }
    do {
      let isUsual = AlertChannel.usual.contains(channel)
      let hasSecret = channel.hasSecret(in: console.environment)
      let isSecretWanted = channel.service == .pagerDuty || channel.url == nil
      guard let address = try channel.address(in: console.environment),
        hasSecret || !isSecretWanted
      else {
        return isUsual
          ? nil
          : .broken(
            channel.name, "\(channel.variable) is not set", "set it, or leave the channel out")
      }
      let answer = HTTPClient.send(nil, to: address, timeout: 5_000)
      if case .failed(let reason) = answer {
        return .broken(
          channel.name, "the address cannot be reached: \(reason)",
          "look at the network, and at \(channel.variable)")
      }
      return .fine(channel.name, "the address answers (nothing was posted)")
    } catch {
      return HealthCheck(channel.name, failed: error)
    }
  }
}
