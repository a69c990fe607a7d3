#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Status file_read(const char *path, Text *out, Err *err) {
    int fd = strcmp(path, "-") == 0 ? dup(0) : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return err_set(err, SK_IO, "{0} cannot be opened: {1}.", "ss", path, strerror(errno));
    char buffer[16384];
    ssize_t n;
    size_t begin = out->len;
    while ((n = read(fd, buffer, sizeof buffer)) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            int code = errno;
            close(fd);
            return err_set(err, SK_IO, "{0} cannot be read: {1}.", "ss", path, strerror(code));
        }
        text_add(out, buffer, (size_t)n);
        if (out->len - begin > FILE_MAX || out->out_of_memory) {
            close(fd);
            return err_set(err, SK_IO, "{0} is larger than {1} MiB; give a smaller file.", "sd", path, FILE_MAX >> 20);
        }
    }
    close(fd);
    if (memchr(text_str(out) + begin, '\0', out->len - begin))
        return err_set(err, SK_SYNTAX, "{0} is not a text file: it contains a zero byte.", "s", path);
    return SK_OK;
}

static int write_all(int fd, const char *bytes, size_t n) {
    while (n > 0) {
        ssize_t done = write(fd, bytes, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return -1;
        bytes += done;
        n -= (size_t)done;
    }
    return 0;
}

static void sync_folder(const char *path) {
    char folder[4096];
    const char *slash = strrchr(path, '/');
    size_t n = slash ? (size_t)(slash - path) : 0;
    if (n >= sizeof folder)
        return;
    memcpy(folder, path, n);
    folder[n] = '\0';
    int fd = open(slash ? (n ? folder : "/") : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd); /* the rename itself must survive a power cut */
        close(fd);
    }
}

Status file_write_atomic(const char *path, const char *bytes, size_t n, Err *err) {
    char temp[4096];
    int length = snprintf(temp, sizeof temp, "%s.%ld.new", path, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof temp)
        return err_set(err, SK_IO, "{0} is too long for a file name.", "s", path);
    int fd = open(temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return err_set(err, SK_IO, "{0} cannot be written: {1}.", "ss", path, strerror(errno));
    int bad = write_all(fd, bytes, n) || fsync(fd);
    int code = errno;
    bad |= close(fd);
    if (!bad && rename(temp, path) == 0) {
        sync_folder(path);
        return SK_OK;
    }
    if (!bad)
        code = errno;
    unlink(temp);
    return err_set(err, SK_IO, "{0} cannot be written: {1}.", "ss", path, strerror(code));
}
