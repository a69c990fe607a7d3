#include "cli/cli.h"

int cmd_check(int argc, char **argv) {
    (void)argc, (void)argv;
    return 1; /* placeholder for the build, being written */
}
