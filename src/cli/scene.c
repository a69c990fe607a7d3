/* skerry scene FILE…: runs scenes. */
#include <stdio.h>

#include "base/file.h"
#include "cli/cli.h"
#include "engine/registry.h"
#include "engine/scene.h"

typedef struct SceneArgs {
    bool list;
    int first; /* index of the first file in argv */
} SceneArgs;

static error_t parse(int key, char *arg, struct argp_state *state) {
    SceneArgs *args = state->input;
    (void)arg;
    switch (key) {
    case 'l':
        args->list = true;
        return 0;
    case ARGP_KEY_ARG:
        args->first = state->next - 1;
        state->next = state->argc;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name a scene file");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int cmd_scene(int argc, char **argv) {
    static const struct argp_option option_list[] = {{"list", 'l', NULL, 0, "Print the name of every scene run", 0},
                                                     {0}};
    static const struct argp argp = {
        option_list, parse, "FILE…", "Runs the scenes in the files (docs/scenes.md describes the format).",
        NULL,        NULL,  NULL};
    SceneArgs args = {0};
    SceneReport report = {0};
    Err err = {0};
    cli_parse(&argp, argc, argv, ARGP_IN_ORDER, &args);
    Status status = SK_OK;
    for (int i = args.first; i < argc && !status; i++) {
        Text text = {0};
        status = file_read(argv[i], &text, &err);
        if (!status)
            status = scene_run(text_str(&text), argv[i], builtin_pack, &report, &err);
        text_free(&text);
    }
    if (args.list)
        fputs(text_str(&report.list), stdout);
    fputs(text_str(&report.log), stdout);
    if (!status)
        printf("%u %s passed, %u failed\n", report.passed, report.passed == 1 ? "scene" : "scenes", report.failed);
    text_free(&report.log);
    text_free(&report.list);
    return status ? cli_fail(&err) : report.failed ? 1 : 0;
}
