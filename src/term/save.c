#include "term/save.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

/* ---- the path ------------------------------------------------------------------------------------------- */

static void make_folders(const char *path) {
    char folder[PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *p = folder + 1; *p; p++)
        if (*p == '/') {
            *p = '\0';
            mkdir(folder, 0700); /* errors show up when the save is written */
            *p = '/';
        }
}

static bool format_path(char *out, size_t size, const char *format, const char *a, const char *b) {
    int n = snprintf(out, size, format, a, b);
    return n > 0 && (size_t)n < size;
}

static Status default_path(Save *save, const char *game, Err *err) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    bool fits;
    if (state && *state == '/')
        fits = format_path(save->path, PATH_SIZE, "%s/skerry/%s.record", state, game);
    else if (home && *home == '/')
        fits = format_path(save->path, PATH_SIZE, "%s/.local/state/skerry/%s.record", home, game);
    else
        return err_set(err, SK_IO, "There is no home folder to save the game in; name a file with --record.", "");
    if (!fits)
        return err_set(err, SK_IO, "The path of the home folder is too long; name a file with --record.", "");
    make_folders(save->path);
    return SK_OK;
}

static void parent_folder(const char *path, char out[PATH_SIZE]) {
    const char *slash = strrchr(path, '/');
    if (!slash)
        snprintf(out, PATH_SIZE, ".");
    else
        snprintf(out, PATH_SIZE, "%.*s", slash == path ? 1 : (int)(slash - path), path);
}

/* A symbolic link is followed, so that it stays a link. Refuses anything but a regular file. */
static Status given_path(Save *save, const char *record, Err *err) {
    struct stat st;
    char *real = realpath(record, NULL);
    bool fits = format_path(save->path, PATH_SIZE, "%s%s", real ? real : record, "");
    free(real);
    if (!fits || !*record)
        return err_set(err, SK_IO, "`{0}` cannot be the name of a record; give another with --record.", "s", record);
    if (stat(save->path, &st) == 0 && !S_ISREG(st.st_mode))
        return err_set(err, SK_IO, "{0} is not a file; give another name with --record.", "s", record);
    char folder[PATH_SIZE];
    parent_folder(save->path, folder);
    if (stat(folder, &st) != 0 || !S_ISDIR(st.st_mode))
        return err_set(err, SK_IO, "{0} cannot be written: there is no folder {1}; give another name with --record.",
                       "ss", record, folder);
    return SK_OK;
}

/* ---- the lock ------------------------------------------------------------------------------------------- */

/* Whether the locked file still has this name: the previous holder may have removed it just before we locked it. */
static bool lock_is_current(int fd, const char *path) {
    struct stat mine, named;
    return fstat(fd, &mine) == 0 && stat(path, &named) == 0 && mine.st_ino == named.st_ino &&
           mine.st_dev == named.st_dev;
}

static Status take_lock(Save *save, Err *err) {
    for (;;) {
        int fd = open(save->lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (fd < 0)
            return SK_OK; /* the folder is not writable; the first save reports it, and the player decides */
        if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
            close(fd);
            return err_set(err, SK_IO,
                           "{0} is being played in another window; close it, or give another name with --record.", "s",
                           save->path);
        }
        save->lock = fd;
        if (lock_is_current(fd, save->lock_path))
            return SK_OK;
        close(fd);
        save->lock = -1;
    }
}

Status save_open(Save *save, const char *record, const char *game, Err *err) {
    *save = (Save){.lock = -1, .given = record != NULL};
    Status status = record ? given_path(save, record, err) : default_path(save, game, err);
    if (status)
        return status;
    format_path(save->lock_path, sizeof save->lock_path, "%s%s", save->path, ".lock");
    return take_lock(save, err);
}

void save_close(Save *save) {
    if (save->lock < 0)
        return;
    unlink(save->lock_path);
    close(save->lock);
    save->lock = -1;
}

/* ---- the file ------------------------------------------------------------------------------------------- */

bool save_exists(const Save *save) { return access(save->path, F_OK) == 0; }

Status save_write(const Save *save, const char *bytes, size_t n, Err *err) {
    return file_write_atomic(save->path, bytes, n, err);
}

/* Renames a file without ever overwriting another. */
static bool rename_if_free(const char *from, const char *to) {
    if (link(from, to) == 0)
        return unlink(from) == 0;
    if (errno == EEXIST || access(to, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(from, to) == 0; /* the file system has no hard links */
}

/* Length of the path without its extension; an archive's number is inserted there. */
static size_t stem_length(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    return dot && dot > (slash ? slash + 1 : path) ? (size_t)(dot - path) : strlen(path);
}

Status save_archive(const Save *save, char out[PATH_SIZE], Err *err) {
    size_t stem = stem_length(save->path);
    for (unsigned i = 1; i < 100000; i++) {
        int n = snprintf(out, PATH_SIZE, "%.*s-%u%s", (int)stem, save->path, i, save->path + stem);
        if (n < 0 || n >= PATH_SIZE)
            break;
        if (rename_if_free(save->path, out))
            return SK_OK;
        if (errno != EEXIST)
            return err_set(err, SK_IO, "{0} cannot be archived: {1}.", "ss", save->path, strerror(errno));
    }
    return err_set(err, SK_IO, "{0} cannot be archived: there is no free name.", "s", save->path);
}

/* ---- finished games ------------------------------------------------------------------------------------- */

/* Reads the first seat's points from the line `end REASON POINTS…`. Returns false if the record has no such line. */
static bool read_result(const char *path, long *points) {
    Text text = {0};
    Err err = {0};
    const char *end = file_read(path, &text, &err) == SK_OK ? strstr(text_str(&text), "\nend ") : NULL;
    bool found = end && sscanf(end, "\nend %*s %ld", points) == 1;
    text_free(&text);
    return found;
}

/* Whether a file's name is NAME.record or NAME-7.record. */
static bool is_numbered_copy(const char *file, const char *name) {
    size_t stem = stem_length(name), digits;
    if (strcmp(file, name) == 0)
        return true;
    if (strncmp(file, name, stem) != 0 || file[stem] != '-')
        return false;
    digits = strspn(file + stem + 1, "0123456789");
    return digits && strcmp(file + stem + 1 + digits, name + stem) == 0;
}

unsigned save_best_score(const Save *save, long *best) {
    const char *slash = strrchr(save->path, '/'), *name = slash ? slash + 1 : save->path;
    char folder[PATH_SIZE], path[PATH_SIZE];
    unsigned games = 0;
    parent_folder(save->path, folder);
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        long points;
        if (!is_numbered_copy(entry->d_name, name) || !format_path(path, sizeof path, "%s/%s", folder, entry->d_name) ||
            !read_result(path, &points))
            continue;
        *best = games == 0 || points > *best ? points : *best;
        games++;
    }
    if (dir)
        closedir(dir);
    return games;
}
