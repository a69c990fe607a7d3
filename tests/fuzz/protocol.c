/* The engine protocol: every input line gets one JSON object on one line as its answer. */
#include "cli/engine_session.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Session *session = session_new();
    if (!session)
        return 0;
    const uint8_t *end = data + size;
    while (data < end && !session_is_over(session)) {
        const uint8_t *newline = memchr(data, '\n', (size_t)(end - data));
        size_t n = (size_t)((newline ? newline : end) - data);
        char *line = malloc(n + 1); /* own buffer: reads past the end are detected */
        memcpy(line, data, n);
        Text reply = session_handle(session, line, n);
        json_error_t problem;
        json_t *json = json_loads(text_str(&reply), JSON_REJECT_DUPLICATES, &problem);
        if (!json_is_object(json) || strchr(text_str(&reply), '\n'))
            fail("an answer is one JSON object on one line", text_str(&reply));
        json_decref(json);
        text_free(&reply);
        free(line);
        data += n + (newline != NULL);
    }
    session_free(session);
    return 0;
}
