import Values

/// `runrate print dagster`: a job of one op with its schedule.
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

/// `runrate print airflow`: a DAG of one task, for workers that the program is installed on.
enum AirflowDAG {
  static func text(_ job: NightlyJob) -> String {
    """
    # runrate_night.py for the folder of DAGs; made by "runrate print airflow" for Airflow 3.2 or newer.
    # (Before, AirflowFailException came from airflow.exceptions; in Airflow 2, "dag" and "task" from
    # airflow.decorators.) The program, its database and the log have to be on the worker.
    #
    \(NightlyJob.exitCodes(retryable: "tried again"))
    import subprocess
    from datetime import timedelta

    import pendulum
    from airflow.sdk import dag, task
    from airflow.sdk.exceptions import AirflowFailException

    COMMAND = \(job.command)
    # What no other try would mend.
    LASTING = {\(NightlyJob.lastingErrors)}


    @dag(
        dag_id="runrate_night",
        # In the time zone of the configuration, in which yesterday is over by then.
        schedule="\(NightlyJob.schedule)",
        start_date=pendulum.datetime(2026, 1, 1, tz="\(job.zone.name)"),
        # A run reads whatever is new: there is nothing to catch up on night by night.
        catchup=False,
        max_active_runs=1,
    )
    def runrate_night():
        @task(
            retries=\(NightlyJob.retries),
            retry_delay=timedelta(minutes=\(NightlyJob.minutesBetween)),
            execution_timeout=timedelta(hours=\(NightlyJob.hours)),
        )
        def run():
            done = subprocess.run(
                COMMAND, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
            print(done.stdout)
            if done.returncode in LASTING:
                raise AirflowFailException(f"runrate: exit code {done.returncode}")
            if done.returncode != 0:
                raise RuntimeError(f"runrate: exit code {done.returncode}")

        run()


    runrate_night()

    """
  }
}
