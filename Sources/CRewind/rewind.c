#include "rewind.h"

#include <unistd.h>

void rewind(FILE *file) {
  // What is still in memory goes to the disk here, and may fail, too.
  int failed = fflush(file) != 0 || ferror(file);
  failed |= fseek(file, 0, SEEK_SET) != 0;
  if (!failed) {
    clearerr(file);
  } else if (ftruncate(fileno(file), 0) != 0) {
    // Nothing to empty: the error, which stays, has to do.
    return;
  }
}
