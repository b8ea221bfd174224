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

/// Where the system names the open files of this process.
#define SEALED_PAGES_DESCRIPTORS "/proc/self/fd/"

int sealed_pages_register(void);
