import Values

/// `runrate print dagster`: a job of one op with its schedule, for machines that the program is
/// installed on.
enum DagsterDefinitions {
  static func text(_ job: NightlyJob) -> String {
    """
    # runrate_night.py, a code location of Dagster; made by "runrate print dagster":
    #   dagster dev -f runrate_night.py
    # The program, its database and the log have to be where Dagster's runs are. A run that begins while
    # another one goes on ends with 75, and is tried again.
    #
    \(NightlyJob.exitCodes(retryable: "tried again"))
    import subprocess

    from dagster import (
        DefaultScheduleStatus,
        Definitions,
        Failure,
        RetryRequested,
        ScheduleDefinition,
        job,
        op,
    )

    COMMAND = \(job.command)
    # What no other try would mend.
    LASTING = {\(NightlyJob.lastingErrors)}


    @op
    def run(context):
        done = subprocess.run(
            COMMAND,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=\(NightlyJob.hours * 3600),
        )
        context.log.info(done.stdout)
        if done.returncode == 0:
            return
        failure = Failure(f"runrate: exit code {done.returncode}", allow_retries=False)
        if done.returncode in LASTING:
            raise failure
        raise RetryRequested(
            max_retries=\(NightlyJob.retries), seconds_to_wait=\(NightlyJob.minutesBetween * 60)
        ) from failure


    @job
    def runrate_night():
        run()


    defs = Definitions(
        jobs=[runrate_night],
        schedules=[
            ScheduleDefinition(
                job=runrate_night,
                cron_schedule="\(NightlyJob.schedule)",
                # That of the configuration, in which yesterday is over by then.
                execution_timezone="\(job.zone.name)",
                default_status=DefaultScheduleStatus.RUNNING,
            )
        ],
    )

    """
  }
}
