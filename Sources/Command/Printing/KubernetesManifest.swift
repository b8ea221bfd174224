import Values

/// `runrate print kubernetes`: a CronJob with its configuration and its volume.
enum KubernetesManifest {
  static func text(_ job: NightlyJob) -> String {
    """
    # Made by "runrate print kubernetes", for Kubernetes 1.31 or newer:  kubectl apply -f runrate.yaml
    # Yours to name first: the image (make container), and the claim that the app's log is in (app-log).
    # A secret "runrate" is optional: RUNRATE_SLACK_URL, RUNRATE_HEARTBEAT_URL and the like.
    # A night is one pod that ends: it has no probes, because nothing asks it anything.
    #
    \(NightlyJob.exitCodes(retryable: "tried again"))
    \(configMap(job.configuration))
    ---
    \(claim)
    ---
    \(cronJob(job))

    """
  }

  private static func configMap(_ configuration: String) -> String {
    """
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: runrate
    data:
      # Files that it names, such as exchange-rates.csv, go beside it as further keys.
      runrate.json5: |2
    \(block(configuration))
    """
  }

  /// Text as a literal block of YAML, which ends with one newline.
  private static func block(_ text: String) -> String {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
  }

  /// SQLite needs locks that hold, and only one pod may write.
  private static let claim = """
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata:
      name: runrate
    spec:
      # Database and reports. A disk: SQLite's locks do not hold on NFS.
      accessModes: [ReadWriteOncePod]
      resources:
        requests:
          storage: 10Gi
    """

  private static func cronJob(_ job: NightlyJob) -> String {
    """
    apiVersion: batch/v1
    kind: CronJob
    metadata:
      name: runrate
    spec:
      # In the time zone of the configuration, in which yesterday is over by then.
      schedule: "\(NightlyJob.schedule)"
      timeZone: \(job.zone.name)
      concurrencyPolicy: Forbid
      # A night that could not begin in time is made up for within 12 hours.
      startingDeadlineSeconds: 43200
      successfulJobsHistoryLimit: 3
      failedJobsHistoryLimit: 3
      jobTemplate:
        spec:
          activeDeadlineSeconds: \(NightlyJob.hours * 3600)
          backoffLimit: \(NightlyJob.retries)
          podFailurePolicy:
            rules:
              # What no other try would mend. All other codes, and signals, are tried again.
              - action: FailJob
                onExitCodes:
                  containerName: runrate
                  operator: In
                  values: [\(NightlyJob.lastingErrors)]
              # A node that was drained is no failure of the job: an interrupted run changes nothing.
              - action: Ignore
                onPodConditions:
                  - type: DisruptionTarget
                    status: "True"
          template:
    \(pod)
    """
  }

  private static let pod = """
            spec:
              restartPolicy: Never
              automountServiceAccountToken: false
              securityContext:
                runAsNonRoot: true
                runAsUser: \(NightlyJob.user)
                runAsGroup: \(NightlyJob.user)
                fsGroup: \(NightlyJob.user)
                fsGroupChangePolicy: OnRootMismatch
                seccompProfile:
                  type: RuntimeDefault
              containers:
                - name: runrate
                  image: \(NightlyJob.image)
                  args: \(NightlyJob.containerArguments(indented: 16))
                  envFrom:
                    - secretRef:
                        name: runrate
                        optional: true
                  securityContext:
                    allowPrivilegeEscalation: false
                    readOnlyRootFilesystem: true
                    capabilities:
                      drop: [ALL]
                  resources:
                    requests:
                      cpu: "1"
                      memory: 1Gi
                    limits:
                      memory: 2Gi
                  # Temporary files are in the volume of the data, too (TMPDIR of the image).
                  volumeMounts:
                    - name: data
                      mountPath: \(NightlyJob.data)
                    - name: configuration
                      mountPath: /etc/runrate
                      readOnly: true
                    - name: log
                      mountPath: \(NightlyJob.logs)
                      readOnly: true
              volumes:
                - name: data
                  persistentVolumeClaim:
                    claimName: runrate
                - name: configuration
                  configMap:
                    name: runrate
                - name: log
                  persistentVolumeClaim:
                    claimName: app-log
                    readOnly: true
    """
}

/// `runrate print docker-compose`: one service, which the host's clock starts.
enum ComposeFile {
  static let text = """
    # compose.yaml; made by "runrate print docker-compose". Compose starts nothing at a time of day: a
    # line of the host's crontab does, in the host's time zone, by which yesterday has to be over.
    #
    #   15 4 * * *  docker compose --file /srv/runrate/compose.yaml run --rm runrate
    #
    # Yours to name first: the image (make container), and the folder of the app's log. Secrets, such as
    # RUNRATE_SLACK_URL, go into /etc/runrate/environment.
    #
    \(NightlyJob.exitCodes(retryable: "worth another try"))
    services:
      runrate:
        image: \(NightlyJob.image)
        command: \(NightlyJob.containerArguments(indented: 6))
        # "docker compose up" leaves it alone.
        profiles: [night]
        restart: "no"
        user: "\(NightlyJob.user):\(NightlyJob.user)"
        # Temporary files are in the volume of the data, too (TMPDIR of the image).
        read_only: true
        cap_drop: [ALL]
        security_opt: ["no-new-privileges:true"]
        env_file:
          - path: /etc/runrate/environment
            required: false
        volumes:
          - data:\(NightlyJob.data)
          - /etc/runrate:/etc/runrate:ro
          - \(NightlyJob.logs):\(NightlyJob.logs):ro
    volumes:
      data: {}

    """
}
