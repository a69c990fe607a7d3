/* Scenes: any text is either run or refused. */
#include "engine/scene.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = text_of(data, size);
    SceneReport report = {0};
    Err err = {0};
    if (scene_run(text, "x.scene", builtin_pack, &report, &err))
        check_refusal(&err, is_utf8(text));
    unsigned lines = 0;
    for (const char *p = text_str(&report.log); *p; p++)
        lines += *p == '\n';
    if (lines != report.failed)
        fail("every failed scene has a line in the log", text_str(&report.log));
    text_free(&report.log);
    text_free(&report.list);
    free(text);
    return 0;
}
