#define _GNU_SOURCE
#include "sealedpages.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// What stands in front of the system's own file.
typedef struct {
  sqlite3_file base;
  int has_seals;
  const char *name;
  // The account of all seals, once sealed_pages_check has begun it.
  int keeps_account;
  int has_changed;
  uint64_t sum;
  uint64_t turn;
} SealedFile;

static sqlite3_vfs *system_files;

static sqlite3_file *inner(sqlite3_file *file) { return (sqlite3_file *)((SealedFile *)file + 1); }

static uint64_t first_hash(sqlite3_int64 at) { return 0x9E3779B97F4A7C15u ^ (uint64_t)at; }

static uint64_t next_hash(uint64_t hash, const unsigned char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  hash = (hash ^ word) * 0xD6E8FEB86659FD93u;
  return hash ^ hash >> 32;
}

/// Any change of one word, and pages that stand in each other's place, give another seal.
static uint64_t seal(const unsigned char *page, int count, sqlite3_int64 at) {
  uint64_t hash = first_hash(at);
  for (int i = 0; i < count - SEALED_PAGES_BYTES; i += 8) hash = next_hash(hash, page + i);
  return hash;
}

enum { AT_ONCE = 4 };

/// The seals of neighbouring pages: the processor works on one while it waits for another.
static void seals(const unsigned char *pages, int count, sqlite3_int64 at, uint64_t found[AT_ONCE]) {
  for (int i = 0; i < AT_ONCE; i++) found[i] = first_hash(at + i * count);
  for (int place = 0; place < count - SEALED_PAGES_BYTES; place += 8) {
    for (int i = 0; i < AT_ONCE; i++) found[i] = next_hash(found[i], pages + i * count + place);
  }
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

/// The seal that stands on the disk at the end of a page; 0 behind the end of the file.
static int stored_seal(SealedFile *file, int count, sqlite3_int64 at, uint64_t *found) {
  sqlite3_file *raw = inner(&file->base);
  *found = 0;
  sqlite3_int64 place = at + count - SEALED_PAGES_BYTES;
  int code = raw->pMethods->xRead(raw, found, sizeof *found, place);
  return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}

/// Writes a page and takes into account what stands there afterwards: where the disk is full, that
/// may still be the old one, or nothing.
static int write_accounted(SealedFile *file, const void *page, int count, sqlite3_int64 at) {
  uint64_t old, fresh;
  int code = stored_seal(file, count, at, &old);
  if (code != SQLITE_OK) return code;
  code = inner(&file->base)->pMethods->xWrite(inner(&file->base), page, count, at);
  memcpy(&fresh, (const char *)page + count - SEALED_PAGES_BYTES, sizeof fresh);
  if (code != SQLITE_OK && stored_seal(file, count, at, &fresh) != SQLITE_OK) return code;
  file->sum += fresh - old;
  file->has_changed = 1;
  return code;
}

static int write_page(sqlite3_file *file, const void *page, int count, sqlite3_int64 at) {
  SealedFile *sealed = (SealedFile *)file;
  if (at == 0 && count >= 100) look_at_header(sealed, page);
  if (sealed->has_seals && is_page(count, at)) {
    // The bytes are nobody's but ours: SQLite hands out its own buffer.
    uint64_t fresh = seal(page, count, at);
    memcpy((char *)page + count - SEALED_PAGES_BYTES, &fresh, sizeof fresh);
    if (sealed->keeps_account) return write_accounted(sealed, page, count, at);
  }
  return inner(file)->pMethods->xWrite(inner(file), page, count, at);
}

// The account of all seals.

/// One state of the database.
typedef struct {
  uint64_t turn;
  uint64_t sum;
  uint64_t check;
} Slot;

enum { SLOT_BYTES = 512, BLOCK_BYTES = 1 << 20, MANY_BYTES = 16 << 20 };
/// Where SQLite keeps its locks: the page there is never written (sqlite.org/fileformat2.html, 1.5).
static const sqlite3_int64 lock_byte = 0x40000000;

static uint64_t check_of(Slot slot) {
  unsigned char bytes[16 + SEALED_PAGES_BYTES] = {0};
  memcpy(bytes, &slot.turn, 8);
  memcpy(bytes + 8, &slot.sum, 8);
  return seal(bytes, sizeof bytes, 1);
}

static int open_sums(const SealedFile *file, int flags) {
  size_t length = strlen(file->name);
  char *path = malloc(length + sizeof SEALED_PAGES_SUMS);
  if (!path) return -1;
  memcpy(path, file->name, length);
  memcpy(path + length, SEALED_PAGES_SUMS, sizeof SEALED_PAGES_SUMS);
  int sums = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0600);
  int reason = errno;
  free(path);
  errno = reason;
  return sums;
}

/// Puts the sum into the slot of its turn.
static int write_sum(SealedFile *file) {
  int sums = open_sums(file, O_RDWR | O_CREAT);
  if (sums < 0) return 0;
  Slot slot = {file->turn + 1, file->sum, 0};
  slot.check = check_of(slot);
  off_t place = (off_t)(slot.turn % 2) * SLOT_BYTES;
  int is_done = pwrite(sums, &slot, sizeof slot, place) == (ssize_t)sizeof slot && fsync(sums) == 0;
  close(sums);
  if (is_done) file->turn = slot.turn;
  return is_done;
}

enum { NO_SUMS = 0, NO_VALID_SUM = -1, UNREADABLE_SUMS = -2 };

/// How many valid slots there are, or why there are none.
static int read_slots(const SealedFile *file, Slot slots[2]) {
  int sums = open_sums(file, O_RDONLY);
  if (sums < 0) return errno == ENOENT ? NO_SUMS : UNREADABLE_SUMS;
  int count = 0;
  for (int i = 0; i < 2; i++) {
    Slot slot;
    ssize_t got = pread(sums, &slot, sizeof slot, (off_t)i * SLOT_BYTES);
    if (got == (ssize_t)sizeof slot && slot.check == check_of(slot)) slots[count++] = slot;
  }
  close(sums);
  return count > 0 ? count : NO_VALID_SUM;
}

/// Takes what stands behind `size` out of the account.
static int forget_behind(SealedFile *file, sqlite3_int64 size) {
  sqlite3_int64 end;
  int code = inner(&file->base)->pMethods->xFileSize(inner(&file->base), &end);
  unsigned char header[18];
  if (code == SQLITE_OK && end >= 512) {
    code = inner(&file->base)->pMethods->xRead(inner(&file->base), header, sizeof header, 0);
  }
  if (code != SQLITE_OK || end < 512) return code;
  int page = header[16] << 8 | header[17];
  if (page == 1) page = 65536;
  for (sqlite3_int64 at = size; page >= 512 && at + page <= end; at += page) {
    uint64_t old;
    code = stored_seal(file, page, at, &old);
    if (code != SQLITE_OK) return code;
    file->sum -= old;
  }
  return SQLITE_OK;
}

/// A part of the file, and what its seals come to. Parts are added up on threads of their own: reading is most
/// of it.
typedef struct {
  sqlite3_file *raw;
  sqlite3_int64 from, to;
  int page;
  uint64_t sum;
  int answer;
} Part;

/// Adds the seal of a page; it has to be right.
static void add_page(Part *part, const unsigned char *bytes, sqlite3_int64 at, uint64_t expected) {
  if (lock_byte >= at && lock_byte < at + part->page) return;
  uint64_t found;
  memcpy(&found, bytes + part->page - SEALED_PAGES_BYTES, sizeof found);
  part->sum += found;
  if (found != expected) part->answer = SEALED_PAGES_DAMAGED;
}

/// Adds up the seals of a block of pages.
static void add_block(Part *part, const unsigned char *block, int count, sqlite3_int64 at) {
  int page = part->page, place = 0;
  for (; place + AT_ONCE * page <= count; place += AT_ONCE * page) {
    uint64_t expected[AT_ONCE];
    seals(block + place, page, at + place, expected);
    for (int i = 0; i < AT_ONCE; i++) {
      add_page(part, block + place + i * page, at + place + i * page, expected[i]);
    }
  }
  for (; place + page <= count; place += page) {
    add_page(part, block + place, at + place, seal(block + place, page, at + place));
  }
}

static void *add_part(void *argument) {
  Part *part = argument;
  unsigned char *block = malloc(BLOCK_BYTES);
  if (!block) part->answer = SEALED_PAGES_FAILED;
  for (sqlite3_int64 at = part->from; at < part->to && part->answer == SEALED_PAGES_KNOWN;) {
    int count = part->to - at < BLOCK_BYTES ? (int)(part->to - at) : BLOCK_BYTES;
    if (part->raw->pMethods->xRead(part->raw, block, count, at) != SQLITE_OK) {
      part->answer = SEALED_PAGES_FAILED;
    } else {
      add_block(part, block, count, at);
    }
    at += count;
  }
  free(block);
  return 0;
}

/// Adds up the seals of all pages, those of each half on a thread of its own, where there are many and a thread
/// can be had. `header`: the first bytes of the file.
static int add_all(SealedFile *file, const unsigned char *header, sqlite3_int64 end) {
  file->sum = 0;
  if (end == 0) return SEALED_PAGES_KNOWN;
  int page = header[16] << 8 | header[17];
  if (page == 1) page = 65536;
  if (page < 512 || (page & (page - 1)) != 0 || end % page != 0) return SEALED_PAGES_DAMAGED;
  sqlite3_int64 middle = end / 2 / BLOCK_BYTES * BLOCK_BYTES;
  sqlite3_file *raw = inner(&file->base);
  Part first = {raw, 0, middle, page, 0, SEALED_PAGES_KNOWN};
  Part second = {raw, middle, end, page, 0, SEALED_PAGES_KNOWN};
  pthread_t thread;
  int is_beside = middle > MANY_BYTES && pthread_create(&thread, 0, add_part, &first) == 0;
  if (!is_beside && middle > 0) add_part(&first);
  add_part(&second);
  if (is_beside) pthread_join(thread, 0);
  file->sum = first.sum + second.sum;
  return first.answer != SEALED_PAGES_KNOWN ? first.answer : second.answer;
}

/// Whether the sum is one that was written: of the newest turn (2), or of the one before (1). The
/// newest turn goes on.
static int compare_sum(SealedFile *file, const Slot *slots, int count) {
  int known = 0;
  file->turn = 0;
  for (int i = 0; i < count; i++) {
    int is_newest = i == 0 || slots[i].turn > file->turn;
    if (is_newest) file->turn = slots[i].turn;
    int fits = slots[i].sum == file->sum;
    known = is_newest ? (fits ? 2 : known > 0) : (known == 2 ? 2 : fits ? 1 : known);
  }
  return known;
}

static const sqlite3_io_methods methods;

int sealed_pages_check(struct sqlite3 *connection, int accept) {
  sqlite3_file *found = 0;
  sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &found);
  if (!found || found->pMethods != &methods) return SEALED_PAGES_FAILED;
  SealedFile *file = (SealedFile *)found;
  unsigned char header[21] = {0};
  sqlite3_int64 end;
  sqlite3_file *raw = inner(found);
  if (raw->pMethods->xFileSize(raw, &end) != SQLITE_OK) return SEALED_PAGES_FAILED;
  if (end == 0) accept = 1;
  if (end > 0) raw->pMethods->xRead(raw, header, sizeof header, 0);
  Slot slots[2];
  int count = read_slots(file, slots);
  if (count == UNREADABLE_SUMS) return SEALED_PAGES_FAILED;
  if (count == NO_SUMS && end > 0 && header[20] == 0) return SEALED_PAGES_NONE;
  int answer = add_all(file, header, end);
  if (answer != SEALED_PAGES_KNOWN) return answer;
  int known = compare_sum(file, slots, count > 0 ? count : 0);
  if (!known && count != NO_SUMS && !accept) return SEALED_PAGES_UNKNOWN;
  file->keeps_account = 1;
  // A state that came back is the newest now, or the next commit would take its slot. Of a new one
  // both slots tell: nothing of what was known before is a state that could come back.
  for (int writes = 2 - known; writes > 0; writes--) {
    if (!write_sum(file)) return SEALED_PAGES_FAILED;
  }
  return SEALED_PAGES_KNOWN;
}

int sealed_pages_expect_those_of(struct sqlite3 *copy, struct sqlite3 *source) {
  sqlite3_file *from = 0, *to = 0;
  sqlite3_file_control(source, "main", SQLITE_FCNTL_FILE_POINTER, &from);
  sqlite3_file_control(copy, "main", SQLITE_FCNTL_FILE_POINTER, &to);
  if (!from || !to) return SQLITE_MISUSE;
  // A database in memory has no file: a copy there has no seals, and one that is copied is of this program.
  if (to->pMethods != &methods) return SQLITE_OK;
  unsigned char reserved = SEALED_PAGES_BYTES;
  int code = from->pMethods ? from->pMethods->xRead(from, &reserved, 1, 20) : SQLITE_OK;
  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) return code;
  ((SealedFile *)to)->has_seals = reserved == SEALED_PAGES_BYTES;
  return SQLITE_OK;
}

int sealed_pages_read_file(struct sqlite3 *connection, void *bytes, int count, long long at) {
  sqlite3_file *file = 0;
  sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (!file || file->pMethods != &methods) return SQLITE_MISUSE;
  return inner(file)->pMethods->xRead(inner(file), bytes, count, at);
}

// Everything else is the system's.

static int close_file(sqlite3_file *file) { return inner(file)->pMethods->xClose(inner(file)); }

/// SQLite cuts the file when a transaction is over, and syncs no more: the sum of what is left is on
/// the disk before, beside that of the whole.
static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
  SealedFile *sealed = (SealedFile *)file;
  if (sealed->keeps_account) {
    uint64_t before = sealed->sum;
    int code = forget_behind(sealed, size);
    if (code != SQLITE_OK) return code;
    if (sealed->sum != before && !write_sum(sealed)) return SQLITE_IOERR_TRUNCATE;
    if (sealed->sum != before) sealed->has_changed = 0;
  }
  return inner(file)->pMethods->xTruncate(inner(file), size);
}

/// The sum is on the disk before the pages are: whatever ends the process after that, the journal
/// leads back to the state of the other slot, or the pages to this one.
static int sync_file(sqlite3_file *file, int flags) {
  SealedFile *sealed = (SealedFile *)file;
  if (sealed->keeps_account && sealed->has_changed) {
    if (!write_sum(sealed)) return SQLITE_IOERR_FSYNC;
    sealed->has_changed = 0;
  }
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
  ((SealedFile *)file)->name = name;
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
  // Nobody asks how much memory is in use, and counting it takes a lock each time. Too late, and
  // harmless, where SQLite has begun already.
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
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
