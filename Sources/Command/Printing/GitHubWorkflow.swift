import Values

/// `runrate print github`: a workflow of GitHub Actions. It is a stopgap: no runner keeps a database.
enum GitHubWorkflow {
  static func text(_ job: NightlyJob) -> String {
    """
    # .github/workflows/runrate.yaml; made by "runrate print github".
    #
    # No runner keeps anything, so the database goes from night to night as a cache. GitHub deletes a
    # cache that was not used for 7 days, and the oldest ones beyond 10 GB. Without it the next run reads
    # all of the log again and finds the same figures: keep the whole log in the bucket. Only the history
    # of alerts and of past publications is lost. For more than a trial, use a server.
    #
    # For private repositories only: whoever can run a workflow here can read the cache, and whoever can
    # read the repository the report.
    #
    # Yours to name first: image, bucket and region, and the secrets AWS_ACCESS_KEY_ID and
    # AWS_SECRET_ACCESS_KEY (RUNRATE_SLACK_URL if you like). The repository has a folder "runrate" with
    # runrate.json5 and the files that it names.
    #
    \(NightlyJob.exitCodes(retryable: "run it again"))
    name: runrate
    on:
      schedule:
        # \(SystemFiles.time) in \(job.zone.name), an hour later in summer time: this schedule is in UTC.
        - cron: "\(schedule(in: job.zone))"
      workflow_dispatch:
    permissions:
      contents: read
      packages: read
    # A second night waits for the first.
    concurrency:
      group: runrate
      cancel-in-progress: false
    \(jobs)

    """
  }

  private static let jobs = """
    jobs:
      night:
        runs-on: ubuntu-latest
        timeout-minutes: \(NightlyJob.hours * 60)
        env:
          IMAGE: \(NightlyJob.image)
          LOG: s3://example-bucket/app
          AWS_DEFAULT_REGION: eu-central-1
        steps:
          - uses: actions/checkout@v4
          - name: The database of last night
            uses: actions/cache/restore@v4
            with:
              path: data
              # Caches never change: each night makes a new one, and takes the newest before it.
              key: runrate-${{ github.run_id }}-${{ github.run_attempt }}
              restore-keys: runrate-
          - name: The log
            run: aws s3 sync --only-show-errors "$LOG" log
            env:
              AWS_ACCESS_KEY_ID: ${{ secrets.AWS_ACCESS_KEY_ID }}
              AWS_SECRET_ACCESS_KEY: ${{ secrets.AWS_SECRET_ACCESS_KEY }}
          - name: Runrate
            run: |
              mkdir -p data
              docker run --rm --read-only --cap-drop ALL --user "$(id -u):$(id -g)" \\
                --env RUNRATE_SLACK_URL \\
                --volume "$PWD/data:\(NightlyJob.data)" --volume "$PWD/log:\(NightlyJob.logs):ro" \\
                --volume "$PWD/runrate:/etc/runrate:ro" \\
                "$IMAGE" \(NightlyJob.containerWords(indented: 12))
            env:
              RUNRATE_SLACK_URL: ${{ secrets.RUNRATE_SLACK_URL }}
          # Also after an error: a run keeps nothing half done.
          - name: The database for the next night
            if: ${{ !cancelled() }}
            uses: actions/cache/save@v4
            with:
              path: data
              key: runrate-${{ github.run_id }}-${{ github.run_attempt }}
          - name: The report
            if: ${{ !cancelled() }}
            uses: actions/upload-artifact@v4
            with:
              name: report
              path: data/reports/latest/
              if-no-files-found: warn
              retention-days: 30
    """

  /// ``SystemFiles/time`` of the zone in UTC. In summer time it is an hour later there: the other way
  /// round, yesterday would not be over in half of the year's nights.
  private static func schedule(in zone: Zone) -> String {
    let local: Int64 = 4 * 60 + 15
    let behind = [Self.winter, Self.summer].compactMap(\.self).map { day in
      (zone.start(of: day).milliseconds - Zone.utc.start(of: day).milliseconds) / 60_000
    }
    let minutes = (local + (behind.max() ?? 0) + 2 * 1440) % 1440
    return "\(minutes % 60) \(minutes / 60) * * *"
  }

  /// Days by which clocks have changed, on either half of the earth.
  private static let winter = Day("2026-01-15")
  private static let summer = Day("2026-07-15")
}
