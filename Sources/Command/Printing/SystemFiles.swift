import Values

/// What a system runs the nightly job with, at 04:15 in the configuration's time zone: the job
/// reports on yesterday in that zone, and at 04:15 UTC a day in America is not over yet. No zone
/// skips 04:15 in any night, as some skip 02:30.
struct SystemFiles {
  /// Where this program stands.
  let program: String
  let config: String
  let database: String
  let reports: String

  /// The places of `options` where they are absolute, else those of a service.
  init(program: String, _ options: Options) {
    func place(_ path: String?, _ usual: String) -> String {
      path.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? usual
    }
    self.program = program
    config = place(options.config, Self.usualConfig)
    database = place(options.database, "/var/lib/runrate/runrate.db")
    reports = place(options.reports, "/var/lib/runrate/reports")
  }

  /// Where a service keeps its configuration.
  static let usualConfig = "/etc/runrate/runrate.json5"

  private static let logs = "/var/log/app"

  /// The nightly run over `logs`, which may be a variable of the shell or of systemd.
  private func command(over logs: String) -> String {
    let places = ["--config", config, "--database", database, "--reports", reports]
    return "\(Self.word(program)) run \(logs) --quiet "
      + places.map(Self.word).joined(separator: " ")
  }

  /// A word of a command line of systemd or cron, where `%` and quotes mean something.
  private static func word(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("%", with: "%%").replacing("$", with: "$$")
    return escaped.contains { $0 == " " || $0 == "\"" || $0 == ";" } ? "\"\(escaped)\"" : escaped
  }

  /// A unit that may read the logs, write its own folder and reach a webhook, and nothing else.
  var service: String {
    """
    # runrate.service; made by "runrate print service" for /etc/systemd/system. The Debian package
    # brings it, and the user; else, before the first start:  useradd --system --groups adm runrate
    [Unit]
    Description=Runrate: subscription metrics of last night
    Documentation=man:runrate(1)
    After=network-online.target
    Wants=network-online.target

    [Service]
    Type=oneshot
    User=runrate
    # The app's log: files and folders, with spaces between. Say yours in the file below.
    Environment=RUNRATE_LOGS=\(Self.logs)
    # RUNRATE_LOGS=... and secrets, such as the address of a webhook.
    EnvironmentFile=-/etc/runrate/environment
    ExecStart=\(command(over: "$RUNRATE_LOGS"))
    # 1 to 3 tell of alerts (see "EXIT STATUS" in the manual): the job itself went well.
    SuccessExitStatus=1 2 3
    TimeoutStartSec=2h
    StateDirectory=runrate
    StateDirectoryMode=0750
    \(writablePaths)UMask=0027
    Nice=10
    IOSchedulingClass=best-effort
    IOSchedulingPriority=7

    CapabilityBoundingSet=
    LockPersonality=yes
    MemoryDenyWriteExecute=yes
    NoNewPrivileges=yes
    PrivateDevices=yes
    PrivateTmp=yes
    ProcSubset=pid
    ProtectClock=yes
    ProtectControlGroups=yes
    ProtectHome=yes
    ProtectHostname=yes
    ProtectKernelLogs=yes
    ProtectKernelModules=yes
    ProtectKernelTunables=yes
    ProtectProc=invisible
    ProtectSystem=strict
    RemoveIPC=yes
    RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
    RestrictNamespaces=yes
    RestrictRealtime=yes
    RestrictSUIDSGID=yes
    SystemCallArchitectures=native
    SystemCallFilter=@system-service
    SystemCallErrorNumber=EPERM

    """
  }

  /// The folders besides the service's own that have to be writable.
  private var writablePaths: String {
    let folders = Set([database, reports].map { $0.split(separator: "/").dropLast() })
      .map { "/" + $0.joined(separator: "/") }
      .filter { $0 != "/var/lib/runrate" && !$0.hasPrefix("/var/lib/runrate/") }
    return folders.sorted().map { "ReadWritePaths=\(Self.word($0))\n" }.joined()
  }

  /// systemd knows the zones by name, and follows their clocks.
  static func timer(in zone: Zone) -> String {
    """
    # runrate.timer; made by "runrate print timer" for /etc/systemd/system.
    # systemctl enable --now runrate.timer
    [Unit]
    Description=Runrate every night

    [Timer]
    # In the time zone of the configuration, in which yesterday is over by then.
    OnCalendar=*-*-* \(time):00 \(zone.name)
    # A night that the machine slept through is made up for.
    Persistent=true
    AccuracySec=1min

    [Install]
    WantedBy=timers.target

    """
  }

  /// Hours and minutes of a day.
  static let time = "04:15"

  /// Cron knows no zone but the machine's.
  var cron: String {
    """
    # A line for crontab -e; made by "runrate print cron". Times are the machine's: keep them out of
    # the hour that summer time skips. Exit codes 1 to 3 tell of alerts, above 63 of errors.
    15 4 * * *  \(command(over: Self.logs).replacing("%%", with: "\\%").replacing("$$", with: "\\$")) || echo "runrate: exit code $?"

    """
  }

  /// The log is named: `*.ndjson` would be true of what was rotated, too, and rotate it again.
  static let logrotate = """
    # /etc/logrotate.d/app; made by "runrate print logrotate". For the log that Runrate reads.
    # Name the file that the app writes, not *.ndjson: that would rotate the rotated ones again.
    # Rotated files keep an ending that Runrate reads, and stay longer than it could be down. It
    # knows a renamed or compressed file again by what is in it, and counts nothing twice.
    \(logs)/events.ndjson {
        daily
        rotate 30
        maxage 45
        dateext
        dateformat -%Y-%m-%d
        extension .ndjson
        # Not copytruncate: what is written between copy and truncation would be lost.
        create 0640
        # A day later, so that the app has closed the file before it is compressed.
        compress
        delaycompress
        missingok
        notifempty
    }

    """
}
