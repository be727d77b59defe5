/*
 * Preloaded into a program, records every change below a folder in the order in which the system made it, with its
 * bytes, whoever makes it: Node, DuckDB or SQLite. recorded-disk.ts reads the record and builds from it what a power
 * cut may leave. One change can be refused instead, or all from one on.
 *
 *   RECORDED_FOLDER  the folder
 *   RECORDED_INTO    the file of the record
 *   RECORDED_FAIL    "N ERRNO": the N-th change fails; "N ERRNO +": and all after it
 *   RECORDED_KILL    "N": the program is killed before its N-th change; "N HALF": after half of the bytes of that write
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* One letter for each change, as recorded-disk.ts knows them. */
enum change { CREATE = 'c', WRITE = 'w', TRUNCATE = 't', SYNC = 's', RENAME = 'r', UNLINK = 'u', LINK = 'l',
              MAKE_FOLDER = 'm', REMOVE_FOLDER = 'd', SAY = 'o' };

struct header {
  uint64_t kind, file, at, length, name_length, other_length;
};

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static char folder[PATH_MAX];
static size_t folder_length;
static int record = -1;
static long changes, fail_at, kill_at;
static int fail_with, fails_on, kills_halfway;

#define REAL(result, name, ...)                        \
  static result (*real_##name)(__VA_ARGS__);           \
  if (!real_##name) real_##name = dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("RECORDED_FOLDER"), *into = getenv("RECORDED_INTO");
  if (!path || !into) return;
  if (!realpath(path, folder)) return;
  folder_length = strlen(folder);
  record = open(into, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const char *fails = getenv("RECORDED_FAIL"), *kills = getenv("RECORDED_KILL");
  char and_on = 0;
  if (fails) sscanf(fails, "%ld %d %c", &fail_at, &fail_with, &and_on);
  fails_on = and_on == '+';
  char half[8] = "";
  if (kills) sscanf(kills, "%ld %7s", &kill_at, half);
  kills_halfway = half[0] != 0;
}

static int is_below(const char *path) {
  return !strncmp(path, folder, folder_length) && (path[folder_length] == '/' || path[folder_length] == 0);
}

/* The absolute path of a name, with links of its folder followed; empty for one that is not below the folder. */
static void absolute(int at, const char *name, char *out) {
  char joined[PATH_MAX * 2], parent[PATH_MAX];
  out[0] = 0;
  if (record < 0) return;
  if (name[0] == '/') snprintf(joined, sizeof joined, "%s", name);
  else {
    char base[PATH_MAX];
    if (at == AT_FDCWD) {
      if (!getcwd(base, sizeof base)) return;
    } else {
      char link[64];
      snprintf(link, sizeof link, "/proc/self/fd/%d", at);
      ssize_t length = readlink(link, base, sizeof base - 1);
      if (length < 0) return;
      base[length] = 0;
    }
    snprintf(joined, sizeof joined, "%s/%s", base, name);
  }
  size_t length = strlen(joined);
  while (length > 1 && joined[length - 1] == '/') joined[--length] = 0;
  char *slash = strrchr(joined, '/');
  if (!slash) return;
  char *last = slash + 1;
  *slash = 0;
  if (!realpath(joined[0] ? joined : "/", parent)) return;
  if (snprintf(out, PATH_MAX, "%s/%s", parent, last) >= PATH_MAX) out[0] = 0;
  if (!is_below(out)) out[0] = 0;
}

/* The number of the file behind a descriptor, 0 for one that is not below the folder. */
static uint64_t file_of(int descriptor) {
  char link[64], path[PATH_MAX];
  if (record < 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  if (!is_below(path)) return 0;
  struct stat stats;
  return fstat(descriptor, &stats) ? 0 : stats.st_ino;
}

static uint64_t file_at(const char *path) {
  struct stat stats;
  return lstat(path, &stats) ? 0 : stats.st_ino;
}

static void note(enum change kind, uint64_t file, uint64_t at, const void *bytes, uint64_t length, const char *name,
                 const char *other) {
  struct header header = { kind, file, at, length, strlen(name), strlen(other) };
  struct iovec parts[] = { { &header, sizeof header },
                           { (void *)name, header.name_length },
                           { (void *)other, header.other_length },
                           { (void *)bytes, bytes ? length : 0 } };
  REAL(ssize_t, writev, int, const struct iovec *, int);
  real_writev(record, parts, 4);
}

/* Counts a change that is about to be made, and says whether it is to be refused. Held until done(). */
static int refused(void) {
  pthread_mutex_lock(&mutex);
  changes++;
  /* What has no half is made, and the program is killed before the next. */
  if (kill_at && changes >= kill_at + kills_halfway) kill(getpid(), SIGKILL);
  if (fail_at && (changes == fail_at || (fails_on && changes > fail_at))) {
    pthread_mutex_unlock(&mutex);
    errno = fail_with;
    return 1;
  }
  return 0;
}

static void done(void) {
  int error = errno;
  pthread_mutex_unlock(&mutex);
  errno = error;
}

static ssize_t write_at(int descriptor, const void *bytes, size_t length, off_t at) {
  REAL(ssize_t, pwrite64, int, const void *, size_t, off_t);
  uint64_t file = file_of(descriptor);
  if (!file) return real_pwrite64(descriptor, bytes, length, at);
  if (refused()) return -1;
  int is_last = kills_halfway && changes == kill_at;
  ssize_t written = real_pwrite64(descriptor, bytes, is_last ? length / 2 : length, at);
  if (is_last) kill(getpid(), SIGKILL);
  if (written > 0) note(WRITE, file, at, bytes, written, "", "");
  done();
  return written;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t at) {
  return write_at(descriptor, bytes, length, at);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off_t at) {
  return write_at(descriptor, bytes, length, at);
}

/* Where a write without a place goes: to the end of a file opened for appending. */
static off_t place_of(int descriptor) {
  struct stat stats;
  if (!(fcntl(descriptor, F_GETFL) & O_APPEND)) return lseek(descriptor, 0, SEEK_CUR);
  return fstat(descriptor, &stats) ? 0 : stats.st_size;
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
  REAL(ssize_t, write, int, const void *, size_t);
  if (descriptor == 1 && record >= 0) note(SAY, 0, 0, bytes, length, "", "");
  uint64_t file = file_of(descriptor);
  if (!file) return real_write(descriptor, bytes, length);
  if (refused()) return -1;
  int is_last = kills_halfway && changes == kill_at;
  off_t at = place_of(descriptor);
  ssize_t written = real_write(descriptor, bytes, is_last ? length / 2 : length);
  if (is_last) kill(getpid(), SIGKILL);
  if (written > 0) note(WRITE, file, at, bytes, written, "", "");
  done();
  return written;
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  REAL(ssize_t, writev, int, const struct iovec *, int);
  if (descriptor == 1 && record >= 0) note(SAY, 0, 0, parts[0].iov_base, parts[0].iov_len, "", "");
  if (!file_of(descriptor)) return real_writev(descriptor, parts, count);
  ssize_t total = 0;
  for (int part = 0; part < count; part++) {
    ssize_t written = write(descriptor, parts[part].iov_base, parts[part].iov_len);
    if (written < 0) return total ? total : -1;
    total += written;
    if ((size_t)written < parts[part].iov_len) break;
  }
  return total;
}

ssize_t pwritev64(int descriptor, const struct iovec *parts, int count, off_t at) {
  REAL(ssize_t, pwritev64, int, const struct iovec *, int, off_t);
  if (!file_of(descriptor)) return real_pwritev64(descriptor, parts, count, at);
  ssize_t total = 0;
  for (int part = 0; part < count; part++) {
    ssize_t written = write_at(descriptor, parts[part].iov_base, parts[part].iov_len, at + total);
    if (written < 0) return total ? total : -1;
    total += written;
  }
  return total;
}
ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t at) {
  return pwritev64(descriptor, parts, count, at);
}

/* Node copies files with these where it can; refused, it copies with reads and writes. */
ssize_t copy_file_range(int from, off_t *from_at, int to, off_t *to_at, size_t length, unsigned flags) {
  REAL(ssize_t, copy_file_range, int, off_t *, int, off_t *, size_t, unsigned);
  if (!file_of(to)) return real_copy_file_range(from, from_at, to, to_at, length, flags);
  errno = ENOSYS;
  return -1;
}

static int truncated(int descriptor, off_t size) {
  REAL(int, ftruncate64, int, off_t);
  uint64_t file = file_of(descriptor);
  if (!file) return real_ftruncate64(descriptor, size);
  if (refused()) return -1;
  int result = real_ftruncate64(descriptor, size);
  if (!result) note(TRUNCATE, file, size, NULL, 0, "", "");
  done();
  return result;
}
int ftruncate(int descriptor, off_t size) { return truncated(descriptor, size); }
int ftruncate64(int descriptor, off_t size) { return truncated(descriptor, size); }

static int synced(int descriptor, int (*real)(int)) {
  uint64_t file = file_of(descriptor);
  if (!file) return real(descriptor);
  if (refused()) return -1;
  int result = real(descriptor);
  if (!result) note(SYNC, file, 0, NULL, 0, "", "");
  done();
  return result;
}
int fsync(int descriptor) {
  REAL(int, fsync, int);
  return synced(descriptor, real_fsync);
}
int fdatasync(int descriptor) {
  REAL(int, fdatasync, int);
  return synced(descriptor, real_fdatasync);
}

static int opened(int at, const char *name, int flags, mode_t mode) {
  REAL(int, openat64, int, const char *, int, ...);
  char path[PATH_MAX];
  path[0] = 0;
  if (flags & (O_CREAT | O_TRUNC)) absolute(at, name, path);
  if (!path[0]) return real_openat64(at, name, flags, mode);
  uint64_t before = file_at(path);
  if (before && !(flags & O_TRUNC)) return real_openat64(at, name, flags, mode);
  if (refused()) return -1;
  int descriptor = real_openat64(at, name, flags, mode);
  if (descriptor >= 0) {
    uint64_t file = file_at(path);
    if (file != before) note(CREATE, file, 0, NULL, 0, path, "");
    else note(TRUNCATE, file, 0, NULL, 0, "", "");
  }
  done();
  return descriptor;
}

#define MODE(mode, flags)        \
  mode_t mode = 0;               \
  if ((flags) & O_CREAT) {       \
    va_list words;               \
    va_start(words, flags);      \
    mode = va_arg(words, mode_t);\
    va_end(words);               \
  }
int open(const char *name, int flags, ...) { MODE(mode, flags) return opened(AT_FDCWD, name, flags, mode); }
int open64(const char *name, int flags, ...) { MODE(mode, flags) return opened(AT_FDCWD, name, flags, mode); }
int openat(int at, const char *name, int flags, ...) { MODE(mode, flags) return opened(at, name, flags, mode); }
int openat64(int at, const char *name, int flags, ...) { MODE(mode, flags) return opened(at, name, flags, mode); }

int rename(const char *from, const char *to) {
  REAL(int, rename, const char *, const char *);
  char path[PATH_MAX], other[PATH_MAX];
  absolute(AT_FDCWD, from, path);
  absolute(AT_FDCWD, to, other);
  if (!path[0] && !other[0]) return real_rename(from, to);
  if (refused()) return -1;
  uint64_t file = file_at(from);
  int result = real_rename(from, to);
  if (!result) note(RENAME, file, 0, NULL, 0, path, other);
  done();
  return result;
}

int link(const char *from, const char *to) {
  REAL(int, link, const char *, const char *);
  char path[PATH_MAX];
  absolute(AT_FDCWD, to, path);
  if (!path[0]) return real_link(from, to);
  if (refused()) return -1;
  int result = real_link(from, to);
  if (!result) note(LINK, file_at(path), 0, NULL, 0, path, "");
  done();
  return result;
}

static int named(enum change kind, const char *name, int (*real)(const char *)) {
  char path[PATH_MAX];
  absolute(AT_FDCWD, name, path);
  if (!path[0] || !file_at(path)) return real(name);
  if (refused()) return -1;
  uint64_t file = file_at(path);
  int result = real(name);
  if (!result) note(kind, file, 0, NULL, 0, path, "");
  done();
  return result;
}
int unlink(const char *name) {
  REAL(int, unlink, const char *);
  return named(UNLINK, name, real_unlink);
}
int rmdir(const char *name) {
  REAL(int, rmdir, const char *);
  return named(REMOVE_FOLDER, name, real_rmdir);
}
int remove(const char *name) {
  struct stat stats;
  if (lstat(name, &stats)) return -1;
  return S_ISDIR(stats.st_mode) ? rmdir(name) : unlink(name);
}
int unlinkat(int at, const char *name, int flags) {
  REAL(int, unlinkat, int, const char *, int);
  char path[PATH_MAX];
  absolute(at, name, path);
  if (!path[0]) return real_unlinkat(at, name, flags);
  return flags & AT_REMOVEDIR ? rmdir(path) : unlink(path);
}

int mkdir(const char *name, mode_t mode) {
  REAL(int, mkdir, const char *, mode_t);
  char path[PATH_MAX];
  absolute(AT_FDCWD, name, path);
  if (!path[0]) return real_mkdir(name, mode);
  if (refused()) return -1;
  int result = real_mkdir(name, mode);
  if (!result) note(MAKE_FOLDER, file_at(path), 0, NULL, 0, path, "");
  done();
  return result;
}
