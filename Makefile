# make          installs what is missing, builds, and reports on sample-data/ into reports/
# make test     all tests, optimised (CONFIGURATION=debug: with Swift's checks of unsafe memory);
#   SUITES='ScenarioTests|ReportsTests': those alone
# make lint     the style
# make nightly  what a test run has no time for: unoptimised tests, random logs of the day's seed, all
#   checks on 2,100 days of simulated apps, Spark
# make clients  installs what tests ask for figures with (mcp, duckdb); make test does it by itself
# make dbt      builds what "runrate print dbt" writes, and compares every metric; takes some minutes
# make spark    two nights through Spark, against a single machine's; takes some minutes
# make tools    installs the programs that some tests look through; without them these do not run
# make sample   sample-data/ anew    make install  to PREFIX (default /usr/local)
# make bench    timings, against others too
# make calibrate  Tools/Calibration/results anew: do the statistics keep what they promise
# make guides   the tables and guides that are made of declarations anew
# make pictures the README's pictures, of the sample's report
# make clean    forgets all that was built
#
# make deb      .build/deb/runrate_VERSION_ARCHITECTURE.deb, with the Swift runtime linked in
# make package-test           that package on a Debian system made for it, as root, and by lintian
# make package-reproducible   that package once more in another folder: the same bytes
# make container              an image with the package, where podman, buildah or docker runs
# make container-test         builds it and tries it: size, user, a run on a read-only file system
#
# What Sources/Command/Runrate.docc/Reliability.md tells of; all but the first take an hour or so:
# make faults EVERY=60 SHARE=20 (every 60th fault, logs a twentieth as large; without both: all)
#   OFFSET=1 takes the next ones: EVERY=60 with 0 to 59 are all
# make fuzz SECONDS=60
# make invariance CASES=1000    random logs; ONLY=InvarianceTests for those alone
# make sharing CUSTOMERS="1000 10000" SEEDS="1 2"   what a shared report hides, looked for in all that it shows
# make mutants EVERY=10 OFFSET=1 (every tenth of the fold, from the second on; AGAIN=LOG: what lived in a log)
# make races    the program and its concurrent tests under the thread sanitizer

PREFIX ?= /usr/local
PACKAGES = libsqlite3-dev libxlsxwriter-dev libsimdjson-dev libzstd-dev zlib1g-dev \
	libcurl4-openssl-dev libssl-dev pkg-config
# What people open the reports with.
TOOLS = libreoffice-calc chromium poppler-utils python3-openpyxl python3-uno
# Besides, for tests.
TEST_PACKAGES = strace python3 python3-yaml python3-aiosmtpd openssl logrotate
DEB_PACKAGES = debhelper dpkg-dev python3
RUNRATE = .build/release/runrate

# One optimised build for the program and its tests: what is tested is what reports are made with.
# A debug build of the tests is faster made, and takes four times as long to run.
CONFIGURATION ?= release
RELEASE = -c release -Xswiftc -enable-testing -debug-info-format none
FLAGS = $(if $(filter release,$(CONFIGURATION)),$(RELEASE),-c $(CONFIGURATION))
# `swift test` by itself would build with other flags, and everything anew.
BUILD_TESTS = $(SOURCE) swift build $(FLAGS) --build-tests
RUN_TESTS = $(IN_MEMORY) swift test $(FLAGS) --skip-build
# Tests make thousands of small files: in memory, where there is room, in a fifth less time.
IN_MEMORY = $(shell test "$$(df -k --output=avail /dev/shm 2>/dev/null | tail -1)" -gt 4000000 \
	2>/dev/null && echo TMPDIR=/dev/shm)

# What `runrate --version` names beside its number, and the age of a package's files. Without git the
# environment can say them.
RUNRATE_COMMIT ?= $(shell git describe --always --abbrev=12 --exclude '*' --dirty 2>/dev/null)
RUNRATE_COMMIT_DATE ?= $(shell TZ=UTC git log -1 --format=%cd --date=format-local:%F 2>/dev/null)
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null)
SOURCE = RUNRATE_COMMIT=$(RUNRATE_COMMIT) RUNRATE_COMMIT_DATE=$(RUNRATE_COMMIT_DATE) \
	SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH)

# The last day of the sample, so that its report is the same for ever.
SAMPLE_DAY = 2026-06-30
# The last days of the sample are single files, the months before them archives: see its README.
SAMPLE = --seed 2028 --first-day 2025-04-01 --days 456 --customers 15900 --incident renewals --story

.DEFAULT_GOAL := reports
.PHONY: reports build packages test-packages tools bench test lint sample calibrate install clean
.PHONY: clients dbt java spark pictures sharing faults fuzz invariance nightly mutants races guides
.PHONY: install-files deb package-test package-reproducible container container-test

# Alerts may fire (exit codes 1 to 3); anything above is an error.
reports: build
	@database=$$(mktemp -d) && trap 'rm -rf "$$database"' EXIT && code=0 && \
	$(RUNRATE) run sample-data/events --config sample-data/runrate.json5 \
	  --database "$$database/runrate.db" --reports reports --as-of $(SAMPLE_DAY) || code=$$?; \
	test "$$code" -le 3

build: packages
	$(SOURCE) swift build $(RELEASE) --product runrate

packages:
	@$(call install,$(PACKAGES))

test-packages:
	@$(call install,$(PACKAGES) $(TEST_PACKAGES))

tools:
	@$(call install,$(TOOLS))

# Installs those of the Debian packages that are not there yet.
define install
missing=$$(for package in $(1); do \
  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' \
    || echo $$package; done); \
if [ -z "$$missing" ]; then exit 0; fi; \
if [ "$$(id -u)" = 0 ]; then root=; \
elif command -v sudo >/dev/null; then root=sudo; \
else echo "Missing Debian packages; ask an administrator for:" \
  "apt-get install" $$missing >&2; exit 1; fi; \
echo "installing" $$missing; \
$$root apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
  $$root apt-get install -y -qq --no-install-recommends $$missing
endef

# Timings against two scripts in DuckDB; QUICK=1 takes some six minutes, for every change.
ifdef QUICK
BENCH ?= --events 1000000 --growth 0 --runs 1
endif
bench: build
	$(SOURCE) swift build $(RELEASE) --product Benchmarks
	.build/release/Benchmarks $(BENCH)

test: test-packages clients
	$(BUILD_TESTS)
	$(RUN_TESTS) $(if $(SUITES),--filter '$(SUITES)')

EVERY ?= 1
OFFSET ?= 0
KILLS ?= 500
SHARE ?= 1
faults: test-packages build
	python3 Tests/Faults/faults.py $(RUNRATE) --every $(EVERY) \
	  --offset $(OFFSET) --kills $(KILLS) --seed $$(($(OFFSET) * $(KILLS) + 1))
	python3 Tests/Faults/storage.py $(RUNRATE) --every $(EVERY)
	python3 Tests/Faults/stale.py $(RUNRATE) --pages $$((300 / $(EVERY) + 8))
	python3 Tests/Faults/inputs.py $(RUNRATE) --share $(SHARE)

SECONDS ?= 60
fuzz: packages
	./Tools/Fuzz/run.sh $(SECONDS)

CASES ?= 1000
ONLY ?= InvarianceTests|PublishedTests|DifferentialTests|VendorExportTests
invariance: test-packages
	$(BUILD_TESTS)
	RUNRATE_CASES=$(CASES) $(RUN_TESTS) --filter '$(ONLY)'

# The programs of others that tests ask for figures with: an assistant's client, and DuckDB.
CLIENTS = Tests/ReceiptsTests/Clients
clients: .build/clients/pyvenv.cfg

.build/clients/pyvenv.cfg: $(CLIENTS)/requirements.txt
	@$(call install,python3-venv)
	/usr/bin/python3 -m venv --clear .build/clients
	.build/clients/bin/pip install --quiet --requirement $<
	touch $@

# What `runrate print dbt` writes, built by dbt and queried by MetricFlow.
dbt: build .build/dbt/pyvenv.cfg
	$(CLIENTS)/dbt_project.sh $(RUNRATE) reports .build/dbt/bin

.build/dbt/pyvenv.cfg: $(CLIENTS)/dbt-requirements.txt
	@$(call install,python3-venv)
	/usr/bin/python3 -m venv --clear .build/dbt
	.build/dbt/bin/pip install --quiet --requirement $<
	touch $@

java:
	@test -x "$${JAVA_HOME:-/usr}/bin/java" || { $(call install,openjdk-17-jre-headless); }

# Spark is kept apart from the Python of the system.
spark: build java .build/spark/pyvenv.cfg
	.build/spark/bin/python3 Tests/Spark/compare.py $(RUNRATE) .build/spark/bin

.build/spark/pyvenv.cfg: spark/requirements.txt
	@$(call install,python3-venv)
	/usr/bin/python3 -m venv --clear .build/spark
	.build/spark/bin/pip install --quiet --requirement spark/requirements.txt
	touch $@

# Logs that no night before had.
nightly: export RUNRATE_SEED = $(shell date +%Y%j)
nightly:
	$(MAKE) test CONFIGURATION=debug
	$(MAKE) invariance CASES=200
	$(MAKE) invariance CASES=700 ONLY=ProofTests
	$(MAKE) spark

CUSTOMERS ?= 1000 10000
SEEDS ?= 1
sharing: build
	./Tests/Sharing/attack.sh $(RUNRATE) "$(CUSTOMERS)" "$(SEEDS)"

mutants: packages
	python3 Tests/Mutants/fold.py --every $(EVERY) --offset $(OFFSET) $(if $(AGAIN),--again $(AGAIN))

races: packages
	./Tests/Races/run.sh

# The README's tables, and the guides that are made from declarations: Commands, Configuration, Log.
guides: packages
	$(BUILD_TESTS)
	RUNRATE_GUIDES=1 $(RUN_TESTS) --filter "DocumentationTests|ModelMutantTests/score"

# The README's pictures, from the committed report.
pictures: tools
	@$(call install,python3-pil)
	/usr/bin/python3 Tools/Pictures/draw.py reports/$(SAMPLE_DAY) Sources/Command/Runrate.docc/Resources

lint:
	swift format lint --strict --recursive Package.swift Sources Tools Tests

sample: build
	@$(call install,zstd)
	./sample-data/make.sh $(RUNRATE) $(SAMPLE)

calibrate: packages
	$(SOURCE) swift run $(RELEASE) calibrate Tools/Calibration/results

# The program, its manual, its completions and the dashboard for Grafana.
SHARED = $(DESTDIR)$(PREFIX)/share
ZSH = zsh/site-functions
install: build install-files

install-files:
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARED)/man/man1" \
	  "$(SHARED)/bash-completion/completions" "$(SHARED)/$(ZSH)" \
	  "$(SHARED)/fish/vendor_completions.d" "$(SHARED)/runrate"
	install -m 755 $(RUNRATE) "$(DESTDIR)$(PREFIX)/bin/runrate"
	$(RUNRATE) print man > "$(SHARED)/man/man1/runrate.1"
	$(RUNRATE) print completion bash > "$(SHARED)/bash-completion/completions/runrate"
	$(RUNRATE) print completion zsh > "$(SHARED)/$(ZSH)/_runrate"
	$(RUNRATE) print completion fish > "$(SHARED)/fish/vendor_completions.d/runrate.fish"
	install -m 644 Packaging/grafana-dashboard.json "$(SHARED)/runrate"

# The program of the package: it needs no Swift where it runs, and names no folder of this machine,
# so that every folder makes the same one.
STATIC = .build/package
deb: packages
	@$(call install,$(DEB_PACKAGES))
	icu=$$(./Packaging/smaller-icu.py $(STATIC)/icu.o) && \
	$(SOURCE) swift build -c release --product runrate --build-path $(STATIC) \
	  --static-swift-stdlib -debug-info-format none $$icu \
	  -Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=." -Xcc "-ffile-prefix-map=$(CURDIR)=."
	$(SOURCE) ./Packaging/make-deb.sh $(STATIC)/release/runrate .build/deb

package-test: deb
	@$(call install,lintian mmdebstrap)
	lintian --fail-on error --tag-display-limit 0 .build/deb/*.deb
	./Packaging/test-deb.sh .build/deb/*.deb

package-reproducible: deb
	./Packaging/test-reproducible.sh .build/deb/*.deb

container:
	$(SOURCE) ./Packaging/make-container.sh

container-test:
	$(SOURCE) ./Packaging/test-container.sh

clean:
	rm -rf .build
