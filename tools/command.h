/* The command line of a trainer, as written into the file it makes. */
#ifndef SKERRY_TOOLS_COMMAND_H
#define SKERRY_TOOLS_COMMAND_H

#include <stdio.h>
#include <string.h>

enum { COMMAND_SIZE = 512 };

static inline void command_join(char out[COMMAND_SIZE], const char *program, int argc, char **argv) {
    snprintf(out, COMMAND_SIZE, "%s", program);
    for (int i = 1; i < argc; i++) {
        size_t used = strlen(out);
        if (strcmp(argv[i], "--out") == 0) /* the output path does not matter */
            i++;
        else
            snprintf(out + used, COMMAND_SIZE - used, " %s", argv[i]);
    }
}

#endif
