#pragma once
#include <sqlite3.h>

// Macros with casts or variadic arguments, which Swift cannot call.

static inline int csqlite_bind_transient_blob(sqlite3_stmt *s, int i, const void *p, int n) {
  return sqlite3_bind_blob(s, i, p, n, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_transient_text(sqlite3_stmt *s, int i, const char *p, int n) {
  return sqlite3_bind_text(s, i, p, n, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_static_blob(sqlite3_stmt *s, int i, const void *p, int n) {
  return sqlite3_bind_blob(s, i, p, n, SQLITE_STATIC);
}

static inline int csqlite_set_flag(sqlite3 *db, int op, int on) {
  return sqlite3_db_config(db, op, on, (int *)0);
}
