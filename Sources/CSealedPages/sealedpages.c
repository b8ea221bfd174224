#define _GNU_SOURCE
#include "sealedpages.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

/// What stands in front of the system's own file.
typedef struct {
  sqlite3_file base;
  int has_seals;
} SealedFile;

static sqlite3_vfs *system_files;

static sqlite3_file *inner(sqlite3_file *file) { return (sqlite3_file *)((SealedFile *)file + 1); }

/// Any change of one word, and pages that stand in each other's place, give another seal.
static uint64_t seal(const unsigned char *page, int count, sqlite3_int64 at) {
  uint64_t hash = 0x9E3779B97F4A7C15u ^ (uint64_t)at;
  for (int i = 0; i < count - SEALED_PAGES_BYTES; i += 8) {
    uint64_t word;
    memcpy(&word, page + i, 8);
    hash = (hash ^ word) * 0xD6E8FEB86659FD93u;
    hash ^= hash >> 32;
  }
  return hash;
}

static int is_page(int count, sqlite3_int64 at) {
  return count >= 512 && (count & (count - 1)) == 0 && at % count == 0;
}

/// Byte 20 of the file says how many bytes of each page SQLite leaves free.
static int look_at_header(SealedFile *file, const unsigned char *header) {
  file->has_seals = header[20] == SEALED_PAGES_BYTES;
  return file->has_seals || header[20] == 0;
}

static int read_page(sqlite3_file *file, void *page, int count, sqlite3_int64 at) {
  SealedFile *sealed = (SealedFile *)file;
  int code = inner(file)->pMethods->xRead(inner(file), page, count, at);
  if (code != SQLITE_OK) return code;
  if (at == 0 && count >= 100 && !look_at_header(sealed, page)) return SQLITE_IOERR_DATA;
  if (!sealed->has_seals || !is_page(count, at)) return SQLITE_OK;
  uint64_t expected = seal(page, count, at);
  int differs = memcmp((char *)page + count - SEALED_PAGES_BYTES, &expected, sizeof expected);
  return differs ? SQLITE_IOERR_DATA : SQLITE_OK;
}

static int write_page(sqlite3_file *file, const void *page, int count, sqlite3_int64 at) {
  SealedFile *sealed = (SealedFile *)file;
  if (at == 0 && count >= 100) look_at_header(sealed, page);
  if (sealed->has_seals && is_page(count, at)) {
    // The bytes are nobody's but ours: SQLite hands out its own buffer.
    uint64_t fresh = seal(page, count, at);
    memcpy((char *)page + count - SEALED_PAGES_BYTES, &fresh, sizeof fresh);
  }
  return inner(file)->pMethods->xWrite(inner(file), page, count, at);
}

// Everything else is the system's.

static int close_file(sqlite3_file *file) { return inner(file)->pMethods->xClose(inner(file)); }

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
  return inner(file)->pMethods->xTruncate(inner(file), size);
}

static int sync_file(sqlite3_file *file, int flags) {
  return inner(file)->pMethods->xSync(inner(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return inner(file)->pMethods->xFileSize(inner(file), size);
}

static int lock_file(sqlite3_file *file, int level) {
  return inner(file)->pMethods->xLock(inner(file), level);
}

static int unlock_file(sqlite3_file *file, int level) {
  return inner(file)->pMethods->xUnlock(inner(file), level);
}

static int is_reserved(sqlite3_file *file, int *answer) {
  return inner(file)->pMethods->xCheckReservedLock(inner(file), answer);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return inner(file)->pMethods->xFileControl(inner(file), operation, argument);
}

static int sector_size(sqlite3_file *file) {
  return inner(file)->pMethods->xSectorSize(inner(file));
}

static int device_characteristics(sqlite3_file *file) {
  return inner(file)->pMethods->xDeviceCharacteristics(inner(file));
}

/// Version 1: neither shared memory nor memory maps, which would pass us by.
static const sqlite3_io_methods methods = {
  1,         close_file,  read_page,   write_page,  truncate_file, sync_file,
  file_size, lock_file,   unlock_file, is_reserved, file_control,  sector_size,
  device_characteristics,
};

static int open_file(
  sqlite3_vfs *layer, sqlite3_filename name, sqlite3_file *file, int flags, int *flags_out) {
  (void)layer;
  if (!(flags & SQLITE_OPEN_MAIN_DB)) {
    return system_files->xOpen(system_files, name, file, flags, flags_out);
  }
  memset(file, 0, sizeof(SealedFile));
  int code = system_files->xOpen(system_files, name, inner(file), flags, flags_out);
  if (inner(file)->pMethods) file->pMethods = &methods;
  return code;
}

static int is_descriptor(const char *name) {
  return strncmp(name, SEALED_PAGES_DESCRIPTORS, strlen(SEALED_PAGES_DESCRIPTORS)) == 0;
}

static int (*system_open)(const char *, int, int);

/// SQLite follows no links; the names of descriptors are such.
static int open_path(const char *path, int flags, int mode) {
  return system_open(path, is_descriptor(path) ? flags & ~O_NOFOLLOW : flags, mode);
}

/// A file without a name is opened under the one of its descriptor, which must not be resolved: what
/// the link there leads to is no path.
static int full_path(sqlite3_vfs *layer, const char *name, int room, char *path) {
  (void)layer;
  size_t length = strlen(name);
  if (!is_descriptor(name)) {
    return system_files->xFullPathname(system_files, name, room, path);
  }
  if (length >= (size_t)room) return SQLITE_CANTOPEN;
  memcpy(path, name, length + 1);
  return SQLITE_OK;
}

int sealed_pages_register(void) {
  static sqlite3_vfs layer;
  system_files = sqlite3_vfs_find(0);
  if (!system_files) return SQLITE_ERROR;
  layer = *system_files;
  system_open = (int (*)(const char *, int, int))system_files->xGetSystemCall(system_files, "open");
  system_files->xSetSystemCall(system_files, "open", (sqlite3_syscall_ptr)open_path);
  layer.pNext = 0;
  layer.zName = SEALED_PAGES_NAME;
  layer.szOsFile += (int)sizeof(SealedFile);
  layer.xOpen = open_file;
  layer.xFullPathname = full_path;
  return sqlite3_vfs_register(&layer, 0);
}
