#pragma once

#include <stdio.h>

// Takes the place of the C library's rewind in the whole program, because of one caller that cannot
// be changed: libxlsxwriter fills temporary files, rewinds them and copies them into the workbook,
// and does not look whether all was written (jmcnamara/libxlsxwriter#234, closed by ignoring the
// results of writes explicitly; Debian 12 has 1.1.4). rewind() then clears the error of the file
// (C17 7.21.9.5), so that nobody can ask later, and a workbook lacks what a full disk did not take,
// without a word.
//
// The linker resolves the library's call to this symbol, as the program's own come before those of
// shared libraries. It does what the standard's does, but a file that was not written whole keeps
// its error and is emptied, so that reading the workbook back finds an empty part. Nothing else in
// the program calls rewind, and none of its other libraries relies on a cleared error. Once the
// library reports failed writes, this folder can go.

void rewind(FILE *file);
