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

/* ---- the place ------------------------------------------------------------------------------------------ */

static void folders_make(const char *path) {
    char folder[PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *p = folder + 1; *p; p++)
        if (*p == '/') {
            *p = '\0';
            mkdir(folder, 0700); /* what cannot be made shows when the save is written */
            *p = '/';
        }
}

static bool put(char *out, size_t size, const char *format, const char *a, const char *b) {
    int n = snprintf(out, size, format, a, b);
    return n > 0 && (size_t)n < size;
}

static Status own_place(Save *save, const char *game, Err *err) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    bool fits;
    if (state && *state == '/')
        fits = put(save->path, PATH_SIZE, "%s/skerry/%s.record", state, game);
    else if (home && *home == '/')
        fits = put(save->path, PATH_SIZE, "%s/.local/state/skerry/%s.record", home, game);
    else
        return err_set(err, SK_IO, "There is no home folder to save in; name a file with --record.", "");
    if (!fits)
        return err_set(err, SK_IO, "The name of the home folder is too long; name a file with --record.", "");
    folders_make(save->path);
    return SK_OK;
}

static void folder_of(const char *path, char out[PATH_SIZE]) {
    const char *slash = strrchr(path, '/');
    if (!slash)
        snprintf(out, PATH_SIZE, ".");
    else
        snprintf(out, PATH_SIZE, "%.*s", slash == path ? 1 : (int)(slash - path), path);
}

/* A link stays a link: the file it points to is the save. Anything but a file is left alone. */
static Status given_place(Save *save, const char *record, Err *err) {
    struct stat st;
    char *real = realpath(record, NULL);
    bool fits = put(save->path, PATH_SIZE, "%s%s", real ? real : record, "");
    free(real);
    if (!fits || !*record)
        return err_set(err, SK_IO, "`{0}` cannot be the name of a record; give another with --record.", "s", record);
    if (stat(save->path, &st) == 0 && !S_ISREG(st.st_mode))
        return err_set(err, SK_IO, "{0} is not a file; give another name with --record.", "s", record);
    char folder[PATH_SIZE];
    folder_of(save->path, folder);
    if (stat(folder, &st) != 0 || !S_ISDIR(st.st_mode))
        return err_set(err, SK_IO, "{0} cannot be written: there is no folder {1}; give another name with --record.",
                       "ss", record, folder);
    return SK_OK;
}

/* ---- the lock ------------------------------------------------------------------------------------------- */

/* The file that was locked must still be the one under that name: its last holder may just have removed it. */
static bool still_there(int fd, const char *path) {
    struct stat mine, named;
    return fstat(fd, &mine) == 0 && stat(path, &named) == 0 && mine.st_ino == named.st_ino &&
           mine.st_dev == named.st_dev;
}

static Status lock_take(Save *save, Err *err) {
    for (;;) {
        int fd = open(save->lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (fd < 0)
            return SK_OK; /* nothing can be written here; the first save says so, and the player decides */
        if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
            close(fd);
            return err_set(err, SK_IO,
                           "{0} is being played in another window; close that one, or give another name with --record.",
                           "s", save->path);
        }
        save->lock = fd;
        if (still_there(fd, save->lock_path))
            return SK_OK;
        close(fd);
        save->lock = -1;
    }
}

Status save_open(Save *save, const char *record, const char *game, Err *err) {
    *save = (Save){.lock = -1, .given = record != NULL};
    Status status = record ? given_place(save, record, err) : own_place(save, game, err);
    if (status)
        return status;
    put(save->lock_path, sizeof save->lock_path, "%s%s", save->path, ".lock");
    return lock_take(save, err);
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

/* A new name for an old file, without ever taking one that is in use. */
static bool rename_free(const char *from, const char *to) {
    if (link(from, to) == 0)
        return unlink(from) == 0;
    if (errno == EEXIST || access(to, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(from, to) == 0; /* a file system without links */
}

/* How much of the path is before its ending: numbers go there. */
static size_t stem_of(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    return dot && dot > (slash ? slash + 1 : path) ? (size_t)(dot - path) : strlen(path);
}

Status save_archive(const Save *save, char out[PATH_SIZE], Err *err) {
    size_t stem = stem_of(save->path);
    for (unsigned i = 1; i < 100000; i++) {
        int n = snprintf(out, PATH_SIZE, "%.*s-%u%s", (int)stem, save->path, i, save->path + stem);
        if (n < 0 || n >= PATH_SIZE)
            break;
        if (rename_free(save->path, out))
            return SK_OK;
        if (errno != EEXIST)
            return err_set(err, SK_IO, "{0} cannot be set aside: {1}.", "ss", save->path, strerror(errno));
    }
    return err_set(err, SK_IO, "{0} cannot be set aside: no name is free beside it.", "s", save->path);
}

/* ---- finished games ------------------------------------------------------------------------------------- */

/* The first seat's points on the line `end REASON POINTS…`; false when the record has none. */
static bool result_read(const char *path, long *points) {
    Text text = {0};
    Err err = {0};
    const char *end = file_read(path, &text, &err) == SK_OK ? strstr(text_str(&text), "\nend ") : NULL;
    bool found = end && sscanf(end, "\nend %*s %ld", points) == 1;
    text_free(&text);
    return found;
}

/* Whether a file's name is NAME.record or NAME-7.record. */
static bool is_beside(const char *file, const char *name) {
    size_t stem = stem_of(name), digits;
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
    folder_of(save->path, folder);
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        long points;
        if (!is_beside(entry->d_name, name) || !put(path, sizeof path, "%s/%s", folder, entry->d_name) ||
            !result_read(path, &points))
            continue;
        *best = games == 0 || points > *best ? points : *best;
        games++;
    }
    if (dir)
        closedir(dir);
    return games;
}
