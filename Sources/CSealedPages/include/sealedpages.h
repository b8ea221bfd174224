#pragma once

// A layer between SQLite and the file of a database that seals each page it writes and checks the
// seal of each page it reads: garbage that a disk has put into a cell is an error, not a figure.
//
// Seals stand in the last 8 bytes of a page, which SQLite leaves free where the header of the file
// says so (sqlite.org/fileformat2.html, byte 20). A database without such bytes is let through as
// it is. The idea is that of sqlite.org/cksumvfs.html.

/// The bytes that a page gives to its seal.
#define SEALED_PAGES_BYTES 8
/// The name to open a database with, once sealed_pages_register has answered 0 (SQLITE_OK).
#define SEALED_PAGES_NAME "sealed"

// A page that a disk lost the newest writing of bears the valid seal of an older one. So a connection
// can also keep account of the sum of all seals, in a file beside the database (SEALED_PAGES_SUMS), which
// is on the disk before a transaction is over:
//
//   open → sealed_pages_check (adds all seals up, compares) → from then on each commit writes the sum
//
// The file has two slots, written in turn: the sums of the last two states, as a commit that is
// undone after a crash leaves the one before.

/// What follows the name of a database in that of its sums.
#define SEALED_PAGES_SUMS "-sums"

enum {
  /// The sum is that of one of the two states, or there is no account yet; it is kept from now on.
  SEALED_PAGES_KNOWN = 0,
  /// The pages are each whole, but not of one state that is known.
  SEALED_PAGES_UNKNOWN = 1,
  /// A page is not as it was written.
  SEALED_PAGES_DAMAGED = 2,
  /// There are no seals in this database, and nothing says that there should be.
  SEALED_PAGES_NONE = 3,
  /// The file or its sums cannot be read or written.
  SEALED_PAGES_FAILED = 4,
};

struct sqlite3;

/// Checks the database of a connection that holds no transaction, and that alone may write from now
/// on. `accept`: begin the account anew, whatever was known.
int sealed_pages_check(struct sqlite3 *connection, int accept);

/// Reads bytes of the file of a connection that holds a read transaction, whatever they are. Returns a code
/// of SQLite's.
int sealed_pages_read_file(struct sqlite3 *connection, void *bytes, int count, long long at);

/// Says before the pages of `source` are copied into the new file of `copy` whether they bear seals there: as
/// the first page will say, which SQLite may write last. Answers a code of SQLite's.
int sealed_pages_expect_those_of(struct sqlite3 *copy, struct sqlite3 *source);

/// Where the system names the open files of this process.
#define SEALED_PAGES_DESCRIPTORS "/proc/self/fd/"

int sealed_pages_register(void);
