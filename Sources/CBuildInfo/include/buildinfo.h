#pragma once

// What the program was built from, for `runrate --version`. Package.swift defines both from the
// environment, which the Makefile fills from git. They stand in a file of their own so that a new
// commit compiles nothing else. Empty where nobody said it.

// The shortened hash of the commit, with "-dirty" after it where files differed from it.
const char *_Nonnull build_commit(void);

// The day of the commit in UTC, YYYY-MM-DD.
const char *_Nonnull build_commit_date(void);
