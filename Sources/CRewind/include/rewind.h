#pragma once

#include <stdio.h>

// The workbook's library fills temporary files, rewinds them and copies them, and never asks
// whether all was written; the C library's own rewind forgets that it was not (C17 7.21.9.5). A
// workbook then lacks what a full disk did not take, without a word. This one takes its place in
// the whole program: a file that was not written whole keeps its error and is emptied, so that
// reading the workbook back finds an empty part.

void rewind(FILE *file);
