#!/usr/bin/env python3
"""Measures the alert rules on simulated logs: false alarms of quiet years, and how soon each kind of
incident is noticed. The figures in Alerts.md come from here.

    Tools/Benchmarks/alerts.py PROGRAM quiet [--seeds 10] [--first-seed 1] [--customers 20000] [--days 365]
    Tools/Benchmarks/alerts.py PROGRAM incidents [--seeds 1] [--first-seed 7] [--customers 60000]
                               [--days 70] [--within 2]
    Tools/Benchmarks/alerts.py PROGRAM told [--seeds 10] [--first-seed 1] [--customers 20000] [--days 365]
                               [--incident NAME …]

told: an incident 35 days before the end of a log, its nights run again from a fortnight before: how many nights
until somebody is told (1: as of its first day), whether the named cause is the planted one, how many nights after its
last day the first alert is told to be over, and what fired before.

Ends with 1 when a quiet seed raises more than one critical alert, or when an incident is not
noticed within so many days of its start: within 2 the nights after, within 7 what a small app has.
"""
import argparse
import datetime
import json
import math
import os
import subprocess
import sys
import tempfile

FIRST_DAY = datetime.date(2025, 1, 1)
# How long before the last day each incident begins, and the rules of which one has to notice it.
INCIDENTS = {
    "paywall": (4, ["paywall-start"]),
    "renewals": (10, ["payment-failure", "renewal-rate"]),
    "validation": (2, ["validation-failures"]),
    "delivery": (1, ["freshness"]),
}
# Days that incidents of `told` last which end before the log does.
LASTS = {"paywall": 7, "crossed": 7, "tablet": 7, "billing": 3}
# Of each incident of `told`: the rules that tell of it, the segments of its cause, and others that mean the
# same customers.
TOLD = {
    "paywall": (["paywall-start", "funnel-step-paywall-2", "funnel-step-acquisition-3"],
                {"country US", "variant benefits"}, set()),
    "crossed": (["paywall-start", "funnel-step-paywall-2", "funnel-step-acquisition-3"],
                {"country US", "variant benefits", "channel organic"}, set()),
    "tablet": (["paywall-start", "funnel-step-paywall-2", "funnel-step-acquisition-3"],
               {"platform ipados"}, {"app_version"}),
    "onboarding": (["trial-opt-outs", "trial-nowcast"], set(), set()),
    "checkout": (["trial-nowcast", "trial-conversion", "funnel-step-acquisition-4"],
                 {"product st.individual.monthly"}, {"tier", "period", "app"}),
    "billing": (["payment-failure", "renewal-rate"], set(), set()),
}


def runrate(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if not 0 <= done.returncode <= 3:
        sys.exit(f"{' '.join(map(str, arguments))}: {done.returncode}\n{done.stderr}")
    return done.stdout


def backtest(program, folder, simulate, first, last):
    """Simulates a log into `folder` and runs its nights again."""
    log = os.path.join(folder, "log")
    runrate(program, "simulate", "--output", log, "--quiet", *simulate)
    common = ["--database", os.path.join(folder, "runrate.db"), "--config", f"{log}/runrate.json5"]
    runrate(program, "ingest", log, "--quiet", *common)
    return json.loads(
        runrate(program, "backtest", "--json", "--from", first, "--to", last, *common))["rules"]


def quiet(options):
    totals, worst = {}, 0
    last = FIRST_DAY + datetime.timedelta(days=options.days - 1)
    for seed in range(options.first_seed, options.first_seed + options.seeds):
        with tempfile.TemporaryDirectory() as folder:
            rules = backtest(
                options.program, folder,
                ["--seed", seed, "--customers", options.customers, "--days", options.days,
                 "--first-day", FIRST_DAY], FIRST_DAY, last)
        critical = sum(firing["critical"] for rule in rules for firing in rule["firings"])
        worst = max(worst, critical)
        print(f"seed {seed}: {critical} critical alerts", flush=True)
        for rule in rules:
            add(totals, rule)
            for firing in rule["firings"]:
                print(f"  {rule['rule']} {firing['first']} to {firing['last']}: "
                      f"{firing['message']}", flush=True)
    nights = options.seeds * options.days
    print(f"\n| rule | severity | judged nights | alerts | nights firing | false starts |"
          f" alerts a year |\n| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for name, t in totals.items():
        print(f"| {name} | {t['severity']} | {t['judged']:,} | {t['firings']} | {t['days']} | "
              f"{t['false']} | {t['firings'] * 365 / nights:.2f} |")
    return worst <= 1


def add(totals, rule):
    t = totals.setdefault(
        rule["rule"],
        {"severity": rule["severity"], "firings": 0, "days": 0, "false": 0, "judged": 0})
    t["firings"] += len(rule["firings"])
    t["days"] += rule["days_firing"]
    t["false"] += rule["false_starts"]
    t["judged"] += rule["days_ok"] + rule["days_firing"] + rule["days_recovering"]


def incidents(options):
    last = FIRST_DAY + datetime.timedelta(days=options.days - 1)
    missed = []
    print("| seed | incident | begins | rule | first fires as of | the alert |\n"
          "| --- | --- | --- | --- | --- | --- |")
    for seed in range(options.first_seed, options.first_seed + options.seeds):
        for name, (before, wanted) in INCIDENTS.items():
            # A backtest knows late lines as if in time: it sees a gap only at the log's end.
            before = before if name == "delivery" else max(before, options.within)
            start = last - datetime.timedelta(days=before)
            with tempfile.TemporaryDirectory() as folder:
                rules = backtest(
                    options.program, folder,
                    ["--seed", seed, "--customers", options.customers, "--days", options.days,
                     "--first-day", FIRST_DAY, "--incident", name, "--incident-day", start],
                    start - datetime.timedelta(days=7), last)
            found = [
                (firing["first"], rule["rule"], firing["message"])
                for rule in rules for firing in rule["firings"]
                # What only waits for newer data tells nothing of itself.
                if rule["rule"] == "freshness" or not firing["stale"]
            ]
            for first, rule, message in sorted(found):
                print(f"| {seed} | {name} | {start} | {rule} | {first} | {message} |", flush=True)
            limit = str(start + datetime.timedelta(days=options.within))
            if not any(rule in wanted and str(start) <= first <= limit for first, rule, _ in found):
                missed.append(f"{name} of seed {seed}")
    print(f"\n{len(missed)} of {options.seeds * len(INCIDENTS)} incidents not noticed within "
          f"{options.within} days: {', '.join(missed) or 'none'}")
    return not missed


def told(options):
    start = FIRST_DAY + datetime.timedelta(days=options.days - 35)
    end = FIRST_DAY + datetime.timedelta(days=options.days - 1)
    print(f"{options.customers:,} customers, {options.days} days, seeds {options.first_seed} to "
          f"{options.first_seed + options.seeds - 1}, from {start}\n")
    rows = []
    for name in options.incident or TOLD:
        nights, causes, over, before = [], [], [], 0
        for seed in range(options.first_seed, options.first_seed + options.seeds):
            with tempfile.TemporaryDirectory() as folder:
                rules = backtest(
                    options.program, folder,
                    ["--seed", seed, "--customers", options.customers, "--days", options.days,
                     "--first-day", FIRST_DAY, "--incident", name, "--incident-day", start],
                    start - datetime.timedelta(days=14), end)
            found = sorted(
                (firing["first"], rule["rule"], firing["critical"], firing["stands_out"] or "",
                 firing["message"], firing["resolved"] or "never")
                for rule in rules for firing in rule["firings"] if not firing["stale"])
            before += sum(first < str(start) for first, *_ in found)
            ours = [f for f in found if f[1] in TOLD[name][0] and f[0] >= str(start)]
            if ours:
                first = datetime.date.fromisoformat(ours[0][0])
                nights.append((first - start).days + 1)
                causes.append(judged(ours[0][3], *TOLD[name][1:]))
                over.append(nights_over(ours[0][5], name, start))
            told_on = f"{nights[-1]}, cause {causes[-1]}, over {over[-1]}" if ours else "never"
            print(f"{name} seed {seed}: {told_on}", flush=True)
            for firing in found:
                print(f"  {firing[0]} {firing[1]}{' critical' if firing[2] else ''}: {firing[4][:160]}"
                      f"\n    {firing[3]}", flush=True)
        rows.append((name, nights, causes, over, before))
    print("\n| incident | told | median night | nine of ten | cause right | in part | wrong | none | "
          "over | alerts in the fortnights before |\n"
          "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: |")
    for name, nights, causes, over, before in rows:
        missing = [10 ** 6] * (options.seeds - len(nights))
        ordered = sorted(nights + missing)
        def night(share):
            found = ordered[math.ceil(share * len(ordered)) - 1]
            return "–" if found == 10 ** 6 else found
        counts = " | ".join(str(causes.count(c)) for c in ["right", "part", "wrong", "none"])
        print(f"| {name} | {len(nights)} of {options.seeds} | {night(0.5)} | {night(0.9)} | {counts} | "
              f"{', '.join(map(str, over))} | {before} |")
    return True


def nights_over(resolved, name, start):
    """How many nights after the last day of an incident it is told to be over (1: as of the next day)."""
    if resolved == "never" or name not in LASTS:
        return "–"
    end = start + datetime.timedelta(days=LASTS[name] - 1)
    return (datetime.date.fromisoformat(resolved) - end).days


def judged(text, truth, same):
    """Whether the first cause is the planted one, a part of it, another or none."""
    head = (text or "").split(",")[0]
    if not head or head.startswith("cause "):
        return "none"
    named = {n for n in head.split(" × ") if n.split(" ")[0] not in same}
    return "right" if named == truth else "part" if named < truth else "wrong"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("what", choices=["quiet", "incidents", "told"])
    parser.add_argument("--seeds", type=int)
    parser.add_argument("--first-seed", type=int)
    parser.add_argument("--within", type=int, default=2)
    parser.add_argument("--customers", type=int)
    parser.add_argument("--days", type=int)
    parser.add_argument("--incident", action="append", choices=list(TOLD))
    options = parser.parse_args()
    isQuiet = options.what != "incidents"
    options.seeds = options.seeds or (10 if isQuiet else 1)
    options.first_seed = options.first_seed or (1 if isQuiet else 7)
    options.customers = options.customers or (20000 if isQuiet else 60000)
    options.days = options.days or (365 if isQuiet else 70)
    measures = {"quiet": quiet, "incidents": incidents, "told": told}
    sys.exit(0 if measures[options.what](options) else 1)


main()
