/* Sits between a program and its database files (Linux): LD_PRELOAD=... python ...

   DISK_FILE     prefix of the paths of the watched files; their folder is watched, too
   DISK_TRACE    file that records everything the program does to them, in order
   DISK_CONTROL  file of two int32: the errno with which writes fail now (0: they do not), and the duration of a
                 sync in milliseconds

   With a trace the disk is simulated, and nothing is really synced: disk.py derives from the trace what a power
   failure would leave. A write is recorded before it happens, and a sync after it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { CREATE = 1, WRITE, TRUNCATE, SYNC, UNLINK, SYNC_FOLDER };

struct record {
    uint32_t kind, name_size, size, unused;
    uint64_t inode, offset;
};

static const char *file;
static char folder[PATH_MAX];
static int trace = -1;
static volatile int32_t *control;
static int32_t nothing[2];
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;

static __attribute__((constructor)) void begin(void) {
    const char *path = getenv("DISK_TRACE");
    file = getenv("DISK_FILE");
    control = nothing;
    if (file == NULL)
        return;
    snprintf(folder, sizeof folder, "%s", file);
    char *slash = strrchr(folder, '/');
    if (slash != NULL)
        *slash = 0;
    if (path != NULL)
        trace = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    path = getenv("DISK_CONTROL");
    if (path != NULL) {
        int fd = open(path, O_RDWR | O_CLOEXEC);
        void *mapped = mmap(NULL, sizeof nothing, PROT_READ, MAP_SHARED, fd, 0);
        if (fd >= 0 && mapped != MAP_FAILED)
            control = mapped;
    }
}

/* The -shm file is memory shared by connections, and the lock has no content: disks need not keep them. */
static int kept(const char *path) {
    size_t all = file == NULL ? 0 : strlen(file);
    if (all == 0 || strncmp(path, file, all) != 0)
        return 0;
    return strcmp(path + all, "-shm") != 0 && strcmp(path + all, ".lock") != 0;
}

static int path_of(int fd, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = file == NULL ? -1 : readlink(link, path, PATH_MAX - 1);
    path[size < 0 ? 0 : size] = 0;
    return size > 0 && kept(path);
}

static void note(uint32_t kind, int fd, const char *path, uint64_t offset, const void *data, size_t size) {
    if (trace < 0)
        return;
    struct stat found;
    struct record record = {kind, strlen(path), size, 0, 0, offset};
    if (fd >= 0 && fstat(fd, &found) == 0)
        record.inode = found.st_ino;
    struct iovec parts[3] = {{&record, sizeof record}, {(void *)path, record.name_size}, {(void *)data, size}};
    pthread_mutex_lock(&one);
    if (writev(trace, parts, 3) < 0)
        abort();
    pthread_mutex_unlock(&one);
}

static int fails(void) {
    errno = control[0];
    return control[0] != 0;
}

#define REAL(name) static __typeof__(&name) real; if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define OPEN(name)                                                                                                    \
    int name(const char *path, int flags, ...) {                                                                      \
        REAL(name);                                                                                                   \
        va_list rest;                                                                                                 \
        va_start(rest, flags);                                                                                        \
        mode_t mode = va_arg(rest, mode_t);                                                                           \
        va_end(rest);                                                                                                 \
        int fresh = (flags & O_CREAT) && kept(path) && access(path, F_OK) != 0;                                       \
        if (fresh && fails())                                                                                         \
            return -1;                                                                                                \
        int fd = real(path, flags, mode);                                                                             \
        if (fd >= 0 && fresh)                                                                                         \
            note(CREATE, fd, path, 0, NULL, 0);                                                                       \
        return fd;                                                                                                    \
    }
OPEN(open)
OPEN(open64)

#define PWRITE(name, offset_type)                                                                                     \
    ssize_t name(int fd, const void *data, size_t size, offset_type offset) {                                         \
        REAL(name);                                                                                                   \
        char path[PATH_MAX];                                                                                          \
        if (path_of(fd, path)) {                                                                                      \
            if (fails())                                                                                              \
                return -1;                                                                                            \
            note(WRITE, fd, path, offset, data, size);                                                                \
        }                                                                                                             \
        return real(fd, data, size, offset);                                                                          \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *data, size_t size) {
    REAL(write);
    char path[PATH_MAX];
    if (path_of(fd, path)) {
        if (fails())
            return -1;
        note(WRITE, fd, path, lseek(fd, 0, SEEK_CUR), data, size);
    }
    return real(fd, data, size);
}

#define TRUNCATES(name, offset_type)                                                                                  \
    int name(int fd, offset_type size) {                                                                              \
        REAL(name);                                                                                                   \
        char path[PATH_MAX];                                                                                          \
        if (path_of(fd, path))                                                                                        \
            note(TRUNCATE, fd, path, size, NULL, 0);                                                                  \
        return real(fd, size);                                                                                        \
    }
TRUNCATES(ftruncate, off_t)
TRUNCATES(ftruncate64, off64_t)

#define SYNCS(name)                                                                                                   \
    int name(int fd) {                                                                                                \
        REAL(name);                                                                                                   \
        char path[PATH_MAX];                                                                                          \
        int is_file = path_of(fd, path);                                                                              \
        if (!is_file && (file == NULL || strcmp(path, folder) != 0))                                                  \
            return real(fd);                                                                                          \
        struct timespec slow = {control[1] / 1000, control[1] % 1000 * 1000000L};                                     \
        nanosleep(&slow, NULL);                                                                                       \
        if (trace < 0)                                                                                                \
            return real(fd);                                                                                          \
        note(is_file ? SYNC : SYNC_FOLDER, fd, path, 0, NULL, 0);                                                     \
        return 0;                                                                                                     \
    }
SYNCS(fsync)
SYNCS(fdatasync)

int unlink(const char *path) {
    REAL(unlink);
    if (kept(path))
        note(UNLINK, -1, path, 0, NULL, 0);
    return real(path);
}
