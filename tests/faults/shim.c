/* A disk between the process and the kernel: it counts and fails the calls that concern one folder, and
   records them with what was written, in the order in which the kernel saw them. Loaded with LD_PRELOAD;
   steered by the functions whose names begin with disk_. Calls that go through memory maps are not seen:
   SQLite writes by pwrite(2), and its -shm file is rebuilt after a crash. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE = 1, FLUSH = 2, NAME = 4, OPEN = 8, UNLINK = 16, SIZE = 32 };
enum { MOST = 65536 };

static char root[PATH_MAX];
static size_t root_length;
static unsigned char ours[MOST];
static int kinds, error_number, log_file = -1;
static long first, length, seen;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

void disk_root(const char *path) {
  snprintf(root, sizeof root, "%s", path);
  root_length = strlen(root);
}

/* Fail the calls of these kinds from the first-th on, so many of them; counted from now. */
void disk_fail(int which, long from, long many, int error) {
  pthread_mutex_lock(&turn);
  kinds = which, first = from, length = many, error_number = error, seen = 0;
  pthread_mutex_unlock(&turn);
}

long disk_seen(void) { return seen; }

static void say(char kind, int64_t fd, int64_t at, const char *one, const void *two, uint32_t size) {
  if (log_file < 0) return;
  struct __attribute__((packed)) { char kind; int64_t fd, at; uint32_t one, two; } head =
      {kind, fd, at, one ? (uint32_t)strlen(one) : 0, size};
  struct iovec parts[3] = {{&head, sizeof head}, {(void *)one, head.one}, {(void *)two, size}};
  syscall(SYS_writev, log_file, parts, 3);
}

/* Record from now on into this file; an empty name ends it. */
void disk_record(const char *path) {
  if (log_file >= 0) syscall(SYS_close, log_file), log_file = -1;
  if (*path) log_file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* A remark between two calls: from here on something was promised. */
void disk_mark(const char *text) {
  pthread_mutex_lock(&turn);
  say('m', 0, 0, text, NULL, 0);
  pthread_mutex_unlock(&turn);
}

static int refuses(int kind) {
  if (!(kinds & kind)) return 0;
  seen++;
  if (seen < first || seen >= first + length) return 0;
  errno = error_number;
  return 1;
}

static int inside(const char *path) {
  return root_length && !strncmp(path, root, root_length) && (path[root_length] == '/' || !path[root_length]);
}

static const char *whole(int folder, const char *path, char *room) {
  if (path[0] == '/' || folder == AT_FDCWD) return path;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
  ssize_t n = readlink(link, room, PATH_MAX - 1);
  if (n < 0) return path;
  snprintf(room + n, (size_t)(PATH_MAX - n), "/%s", path);
  return room;
}

#define REAL(name) __typeof__(name) *real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)
#define TAKE(fd) ((fd) >= 0 && (fd) < MOST && ours[fd])

static int opened(int folder, const char *path, int flags, mode_t mode) {
  char room[PATH_MAX];
  const char *name = whole(folder, path, room);
  if (!inside(name)) return (int)syscall(SYS_openat, folder, path, flags, mode);
  pthread_mutex_lock(&turn);
  int file = -1;
  if (!refuses(OPEN)) {
    struct stat found;
    int before = fstatat(folder, path, &found, 0) == 0;
    file = (int)syscall(SYS_openat, folder, path, flags, mode);
    if (file >= 0 && file < MOST) {
      ours[file] = 1;
      say('o', file, (before ? 0 : 1) | (before && (flags & O_TRUNC) ? 2 : 0), name, NULL, 0);
    }
  }
  int kept = errno;
  pthread_mutex_unlock(&turn);
  errno = kept;
  return file;
}

static mode_t mode_of(int flags, va_list more) { return flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0; }

#define OPENING(name) \
  int name(const char *path, int flags, ...) { \
    va_list more; va_start(more, flags); mode_t mode = mode_of(flags, more); va_end(more); \
    return opened(AT_FDCWD, path, flags, mode); }
#define OPENING_AT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    va_list more; va_start(more, flags); mode_t mode = mode_of(flags, more); va_end(more); \
    return opened(folder, path, flags, mode); }
OPENING(open)
OPENING(open64)
OPENING_AT(openat)
OPENING_AT(openat64)

int close(int fd) {
  if (!TAKE(fd)) return (int)syscall(SYS_close, fd);
  pthread_mutex_lock(&turn);
  ours[fd] = 0;
  say('c', fd, 0, NULL, NULL, 0);
  int done = (int)syscall(SYS_close, fd);
  pthread_mutex_unlock(&turn);
  return done;
}

static ssize_t written(int fd, const void *data, size_t size, off64_t at, int placed) {
  pthread_mutex_lock(&turn);
  ssize_t done = -1;
  if (!refuses(WRITE)) {
    done = placed ? syscall(SYS_pwrite64, fd, data, size, at) : syscall(SYS_write, fd, data, size);
    if (done >= 0) say('w', fd, placed ? at : lseek64(fd, 0, SEEK_CUR) - done, NULL, data, (uint32_t)done);
  }
  int kept = errno;
  pthread_mutex_unlock(&turn);
  errno = kept;
  return done;
}

ssize_t write(int fd, const void *data, size_t size) {
  return TAKE(fd) ? written(fd, data, size, 0, 0) : syscall(SYS_write, fd, data, size);
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
  return TAKE(fd) ? written(fd, data, size, at, 1) : syscall(SYS_pwrite64, fd, data, size, at);
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  return TAKE(fd) ? written(fd, data, size, at, 1) : syscall(SYS_pwrite64, fd, data, size, at);
}
/* Fast ways to copy, which would pass by here unseen: callers fall back to reading and writing. */
ssize_t sendfile(int out, int in, off_t *at, size_t size) {
  (void)in, (void)at, (void)size;
  if (TAKE(out)) { errno = ENOTSOCK; return -1; }
  return syscall(SYS_sendfile, out, in, at, size);
}
ssize_t sendfile64(int out, int in, off64_t *at, size_t size) { return sendfile(out, in, (off_t *)at, size); }

static int flushed(int fd, long call) {
  if (!TAKE(fd)) return (int)syscall(call, fd);
  pthread_mutex_lock(&turn);
  int done = -1;
  if (!refuses(FLUSH) && (done = (int)syscall(call, fd)) == 0) say('f', fd, 0, NULL, NULL, 0);
  int kept = errno;
  pthread_mutex_unlock(&turn);
  errno = kept;
  return done;
}
int fsync(int fd) { return flushed(fd, SYS_fsync); }
int fdatasync(int fd) { return flushed(fd, SYS_fdatasync); }

static int resized(int fd, off64_t size) {
  if (!TAKE(fd)) return (int)syscall(SYS_ftruncate, fd, size);
  pthread_mutex_lock(&turn);
  int done = -1;
  if (!refuses(SIZE) && (done = (int)syscall(SYS_ftruncate, fd, size)) == 0) say('t', fd, size, NULL, NULL, 0);
  int kept = errno;
  pthread_mutex_unlock(&turn);
  errno = kept;
  return done;
}
int ftruncate(int fd, off_t size) { return resized(fd, size); }
int ftruncate64(int fd, off64_t size) { return resized(fd, size); }

/* One call on one or two names: kind for the record, whether it may fail, the call itself. */
#define NAMED(letter, which, one, two, call) \
  if (!inside(one) && !inside(two)) return call; \
  pthread_mutex_lock(&turn); \
  int done = -1; \
  if (!refuses(which) && (done = call) == 0) say(letter, 0, 0, one, two, (uint32_t)strlen(two)); \
  int kept = errno; \
  pthread_mutex_unlock(&turn); \
  errno = kept; \
  return done;

int rename(const char *from, const char *to) {
  NAMED('r', NAME, from, to, (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0))
}
int link(const char *from, const char *to) {
  NAMED('l', NAME, from, to, (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0))
}
int mkdir(const char *path, mode_t mode) {
  NAMED('d', NAME, path, "", (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode))
}
int unlink(const char *path) { NAMED('u', UNLINK, path, "", (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0)) }
int rmdir(const char *path) {
  NAMED('u', UNLINK, path, "", (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR))
}
int unlinkat(int folder, const char *path, int flags) {
  char room[PATH_MAX];
  const char *name = whole(folder, path, room);
  NAMED('u', UNLINK, name, "", (int)syscall(SYS_unlinkat, folder, path, flags))
}
