import Foundation
import Support
import Testing
import Values

@testable import Command

/// What `print` prints for orchestrators, read by the languages that it is in.
struct OrchestratorTests {
  private static let yaml = Tool.python(with: "yaml")
  private static let noYAML: Comment = "NOT RUN: python3-yaml is not installed"
  private static let failing = ExitCode.allCases.filter(\.isError).map { "\($0.rawValue)" }

  private let folder: Scratch
  private let config: String

  init() throws {
    folder = try Scratch()
    config = try folder.write(
      """
      // Ours: "quoted", 'both'.

        {
      \ttimezone: "America/New_York",
      }


      """, to: "own.json5")
  }

  private func printed(_ what: String) throws -> String {
    let recording = Recording()
    let code = Program.run(["print", what, "--config", config], on: recording.console())
    #expect(code == .allWell && recording.errors.isEmpty, "\(recording.errors)")
    return recording.output
  }

  /// The values of all documents of a YAML file, by their paths: `2.spec.schedule`.
  private func fields(_ what: String) throws -> [String: String] {
    let path = try folder.write(try printed(what), to: "\(what).yaml")
    let answer = try Tool.run("python3", ["-c", Self.flatten, path])
    #expect(answer.code == 0, "\(answer.errors)")
    let pairs = answer.output.split(separator: "\n").map {
      $0.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
    return Dictionary(pairs.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
  }

  /// Refuses keys that are there twice, which PyYAML by itself does not.
  private static let flatten = """
    import json, sys, yaml
    class Strict(yaml.SafeLoader):
        def construct_mapping(self, node, deep=False):
            keys = [key.value for key, _ in node.value]
            assert len(keys) == len(set(keys)), keys
            return super().construct_mapping(node, deep)
    def show(path, value):
        if isinstance(value, dict) and value:
            for key in value: show(path + [str(key)], value[key])
        elif isinstance(value, list) and value:
            for index, item in enumerate(value): show(path + [str(index)], item)
        else:
            print('.'.join(path) + '\\t' + (value if isinstance(value, str) and '\\n' not in value
                                            else json.dumps(value)))
    show([], list(yaml.load_all(open(sys.argv[1]), Strict)))
    """

  private func expect(_ fields: [String: String], _ wanted: [String: String]) {
    for (path, value) in wanted { #expect(fields[path] == value, "\(path)") }
  }

  private func list(_ path: String, in fields: [String: String]) -> [String] {
    (0...).lazy.map { fields["\(path).\($0)"] }.prefix { $0 != nil }.compactMap(\.self)
  }

  @Test(
    "The CronJob forbids two nights at once, and tries again what another try can mend",
    .enabled(if: yaml, noYAML))
  func kubernetes() throws {
    let fields = try fields("kubernetes")
    let (job, pod) = ("2.spec.jobTemplate.spec", "2.spec.jobTemplate.spec.template.spec")
    expect(
      fields,
      [
        "0.kind": "ConfigMap", "1.kind": "PersistentVolumeClaim", "2.kind": "CronJob",
        "2.apiVersion": "batch/v1", "2.spec.concurrencyPolicy": "Forbid",
        "2.spec.timeZone": "America/New_York", "2.spec.schedule": "15 4 * * *",
        "\(pod).restartPolicy": "Never", "\(job).podFailurePolicy.rules.0.action": "FailJob",
        "\(job).podFailurePolicy.rules.0.onExitCodes.containerName": "runrate",
        "\(pod).securityContext.runAsNonRoot": "true",
        "\(pod).securityContext.runAsUser": "10001",
        "\(pod).containers.0.name": "runrate",
        "\(pod).containers.0.securityContext.readOnlyRootFilesystem": "true",
        "\(pod).containers.0.securityContext.allowPrivilegeEscalation": "false",
        "\(pod).containers.0.securityContext.capabilities.drop.0": "ALL",
      ])
    let lasting = list("\(job).podFailurePolicy.rules.0.onExitCodes.values", in: fields)
    #expect(lasting == Self.failing.filter { $0 != "74" && $0 != "75" })
    #expect(!fields.keys.contains { $0.contains("Probe") })
    checkVolumes(fields, pod)
  }

  private func checkVolumes(_ fields: [String: String], _ pod: String) {
    let words = list("\(pod).containers.0.args", in: fields)
    #expect(Array(words.prefix(5)) == ["run", "/var/log/app", "--exit", "errors", "--quiet"])
    let mounts = (0..<3).map { fields["\(pod).containers.0.volumeMounts.\($0).mountPath"] }
    #expect(mounts == ["/var/lib/runrate", "/etc/runrate", "/var/log/app"])
    for (name, value) in fields where name.hasSuffix("volumeMounts.0.name") {
      #expect(value == fields["\(pod).volumes.0.name"])
    }
    #expect(fields["\(pod).volumes.0.persistentVolumeClaim.claimName"] == "runrate")
    #expect(fields["1.metadata.name"] == "runrate")
  }

  @Test(
    "The ConfigMap has the configuration as it is, but for empty lines at its end",
    .enabled(if: yaml, noYAML))
  func configMap() throws {
    let written = try fields("kubernetes").first { $0.key.hasPrefix("0.data.runrate") }?.value
    let text = try JSONDecoder().decode(String.self, from: Data(try #require(written).utf8))
    #expect(try text + "\n" == String(contentsOfFile: config, encoding: .utf8))
  }

  @Test(
    "The service of Compose is nobody's root, on a read-only file system",
    .enabled(if: yaml, noYAML))
  func compose() throws {
    let fields = try fields("docker-compose")
    expect(
      fields,
      [
        "0.services.runrate.read_only": "true", "0.services.runrate.user": "10001:10001",
        "0.services.runrate.cap_drop.0": "ALL", "0.services.runrate.restart": "no",
        "0.services.runrate.volumes.0": "data:/var/lib/runrate", "0.volumes.data": "{}",
      ])
    let words = list("0.services.runrate.command", in: fields)
    #expect(words.contains("--exit") && words.contains("errors"))
  }

  @Test(
    "The workflow keeps the database as a cache, and begins when yesterday is over in New York",
    .enabled(if: yaml, noYAML))
  func github() throws {
    let fields = try fields("github")
    expect(
      fields,
      [
        // YAML 1.1 reads "on" as true.
        "0.True.schedule.0.cron": "15 9 * * *", "0.permissions.contents": "read",
        "0.concurrency.cancel-in-progress": "false",
        "0.jobs.night.steps.1.uses": "actions/cache/restore@v4",
        "0.jobs.night.steps.1.with.path": "data",
        "0.jobs.night.steps.1.with.restore-keys": "runrate-",
        "0.jobs.night.steps.4.uses": "actions/cache/save@v4",
        "0.jobs.night.steps.4.with.path": "data",
      ])
    #expect(fields["0.jobs.night.steps.3.run"]?.contains("--exit errors") == true)
    #expect(
      fields["0.jobs.night.steps.1.with.key"] == fields["0.jobs.night.steps.4.with.key"])
  }

  @Test("In UTC it is never before 04:15 in the zone of the configuration")
  func utc() throws {
    for (zone, cron) in [
      ("UTC", "15 4 * * *"), ("Europe/Berlin", "15 3 * * *"), ("Asia/Kolkata", "45 22 * * *"),
      ("Pacific/Auckland", "15 16 * * *"), ("America/Los_Angeles", "15 12 * * *"),
    ] {
      try folder.write("{ timezone: '\(zone)' }", to: "own.json5")
      #expect(try printed("github").contains("- cron: \"\(cron)\"\n"), "\(zone)")
    }
  }

  @Test(
    "Airflow and Dagster try again what another try can mend, and nothing else",
    .enabled(if: Tool.python(with: "json"), "NOT RUN: python3 is not installed"),
    arguments: ["airflow", "dagster"])
  func python(what: String) throws {
    let path = try folder.write(try printed(what), to: "\(what)_night.py")
    let answer = try Tool.run("python3", ["-c", Self.stubs + Self.trial(of: what), path])
    #expect(answer.code == 0, "\(answer.errors)")
    let lines = answer.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "America/New_York 15 4 * * *")
    let outcomes = ["0 done"] + Self.failing.map { $0 < "74" ? "\($0) failed" : "\($0) again" }
    #expect(Array(lines.dropFirst()) == outcomes)
  }

  /// As much of both as the files use.
  private static let stubs = """
    import subprocess, sys, types

    class Again(RuntimeError): pass
    class Failed(Exception): pass
    said = {}
    def module(name, **members):
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(members)
    def decorator(*functions, **options):
        said.update(options)
        if functions: return functions[0]
        return lambda function: function
    def outcome(run, code):
        def answer(command, **options):
            assert command[1:5] == ['run', '/var/log/app', '--exit', 'errors'], command
            return types.SimpleNamespace(returncode=code, stdout='')
        subprocess.run = answer
        try: run()
        except Failed: return 'failed'
        except RuntimeError: return 'again'
        return 'done'

    """

  private static func trial(of what: String) -> String {
    let codes = "[0, \(failing.joined(separator: ", "))]"
    return what == "airflow"
      ? """
      module('pendulum', datetime=lambda *day, tz: tz)
      module('airflow')
      module('airflow.sdk', dag=decorator, task=decorator)
      module('airflow.sdk.exceptions', AirflowFailException=Failed)
      text = open(sys.argv[1]).read()
      assert text.endswith('\\n\\nrunrate_night()\\n')
      space = {}
      exec(compile(text.removesuffix('runrate_night()\\n'), sys.argv[1], 'exec'), space)
      print(said['start_date'], said['schedule'])
      assert said['catchup'] is False and said['max_active_runs'] == 1
      for code in \(codes): print(code, outcome(space['runrate_night'], code))
      """
      : """
      class RetryRequested(Again):
          def __init__(self, max_retries, seconds_to_wait): pass
      class Failure(Failed):
          def __init__(self, text, allow_retries): assert not allow_retries
      module('dagster', DefaultScheduleStatus=types.SimpleNamespace(RUNNING=1), Failure=Failure,
             RetryRequested=RetryRequested, Definitions=dict, ScheduleDefinition=dict,
             job=lambda function: 'job', op=decorator)
      space = {}
      exec(compile(open(sys.argv[1]).read(), sys.argv[1], 'exec'), space)
      schedule = space['defs']['schedules'][0]
      print(schedule['execution_timezone'], schedule['cron_schedule'])
      context = types.SimpleNamespace(log=types.SimpleNamespace(info=lambda text: None))
      for code in \(codes): print(code, outcome(lambda: space['run'](context), code))
      """
  }

  @Test(
    "The schemas accept the YAML (skipped where check-jsonschema is not installed)",
    .enabled(
      if: Tool.isInstalled("check-jsonschema"), "NOT RUN: check-jsonschema is not installed"),
    arguments: [
      ("github", "vendor.github-workflows"), ("docker-compose", "vendor.compose-spec"),
    ])
  func schemas(what: String, schema: String) throws {
    let path = try folder.write(try printed(what), to: "file.yaml")
    let answer = try Tool.run("check-jsonschema", ["--builtin-schema", schema, path])
    #expect(answer.code == 0, "\(answer.output)")
  }

  @Test(
    "Kubernetes' schema accepts the manifest (skipped where kubernetes-validate is not installed)",
    .enabled(
      if: Tool.isInstalled("kubernetes-validate"), "NOT RUN: kubernetes-validate is not installed"))
  func kubernetesSchema() throws {
    let path = try folder.write(try printed("kubernetes"), to: "file.yaml")
    let answer = try Tool.run("kubernetes-validate", ["--strict", path])
    #expect(answer.code == 0, "\(answer.output)\(answer.errors)")
  }

  @Test(
    "Every file names every error, and says that only errors fail the job",
    arguments: ["kubernetes", "airflow", "dagster", "github", "docker-compose"])
  func exitCodes(what: String) throws {
    let text = try printed(what)
    for code in ExitCode.allCases where code.isError {
      #expect(text.contains("#   \(code.rawValue)  \(code.meaning)"))
    }
    #expect(text.contains("With --exit errors 0 says"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 110 })
  }
}
