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
