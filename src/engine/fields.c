#include "engine/fields.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "engine/json.h"
#include "engine/names.h"
#include "engine/pack.h"

static bool field_is_signed(FieldType type) { return type == FIELD_I8 || type == FIELD_I16 || type == FIELD_I32; }

int64_t field_unknown(FieldType type) {
    unsigned bits = 8 * field_width(type) - (field_is_signed(type) ? 1 : 0);
    return (INT64_C(1) << bits) - 1;
}

static size_t entry_offset(const Field *field, unsigned row, unsigned col) {
    return field->offset + (size_t)row * field->stride + (size_t)col * field_width(field->type);
}

int64_t field_get(const Field *field, const void *state, unsigned row, unsigned col) {
    const unsigned char *p = (const unsigned char *)state + entry_offset(field, row, col);
    uint32_t value = 0;
    unsigned width = field_width(field->type);
    memcpy(&value, p, width);
    switch (field->type) {
    case FIELD_I8:
        return (int8_t)value;
    case FIELD_I16:
        return (int16_t)value;
    case FIELD_I32:
        return (int32_t)value;
    default:
        return value;
    }
}

void field_set(const Field *field, void *state, unsigned row, unsigned col, int64_t value) {
    memcpy((unsigned char *)state + entry_offset(field, row, col), &value,
           field_width(field->type)); /* little-endian */
}

static unsigned field_rows(const Field *field) { return field->rows ? field->rows : 1; }

/* ---- paths ---------------------------------------------------------------------------------------------- */

/* Index of a row or column given by name, or by number from 1 if it has no names; -1 if there is none. */
static int parse_index(const Rules *rules, const char *list, unsigned count, const char *word, size_t n) {
    if (list) {
        int i = list_find(rules, list, word, n);
        return i >= 0 && (unsigned)i < count ? i : -1;
    }
    int i = 0;
    for (size_t k = 0; k < n; k++) {
        if (word[k] < '0' || word[k] > '9' || i > 100000)
            return -1;
        i = i * 10 + (word[k] - '0');
    }
    return n && i >= 1 && (unsigned)i <= count ? i - 1 : -1;
}

static Status path_error(const char *path, Err *err) {
    return err_set(err, SK_UNKNOWN, "{0} is not a field of this game or an entry of a field.", "s", path);
}

Status field_path_parse(const Rules *rules, const char *path, FieldPath *out, Err *err) {
    const Field *field = rules->game->fields;
    size_t n = strcspn(path, ".");
    while (field->name && !(strlen(field->name) == n && memcmp(field->name, path, n) == 0))
        field++;
    if (!field->name)
        return path_error(path, err);
    unsigned rows = field_rows(field);
    *out = (FieldPath){field, 0, 0, rows * field->cols};
    const char *rest = path + n;
    if (*rest && rows > 1) {
        n = strcspn(++rest, ".");
        int row = parse_index(rules, field->row_list, rows, rest, n);
        if (row < 0)
            return path_error(path, err);
        out->row = (unsigned)row;
        out->entries = field->cols;
        rest += n;
    }
    if (*rest && field->cols > 1) {
        n = strlen(++rest);
        int col = parse_index(rules, field->col_list, field->cols, rest, n);
        if (col < 0)
            return path_error(path, err);
        out->col = (unsigned)col;
        out->entries = 1;
        rest += n;
    }
    return *rest ? path_error(path, err) : SK_OK;
}

/* ---- values as text ------------------------------------------------------------------------------------- */

static Status value_error(const Field *field, const char *value, Err *err) {
    if (field->is_mask)
        return err_set(err, SK_RANGE, "{0} takes a set of {1} names like [a b], not {2}.", "sss", field->name,
                       field->list, value);
    if (field->list)
        return err_set(err, SK_RANGE, "{0} takes the name of a {1} or none, not {2}.", "sss", field->name, field->list,
                       value);
    return err_set(err, SK_RANGE, "{0} takes a whole number that fits its {1} bytes, not {2}.", "sds", field->name,
                   (int)field_width(field->type), value);
}

static bool set_parse(const Rules *rules, const char *list, const char *value, int64_t *out) {
    size_t n = strlen(value);
    if (n < 2 || value[0] != '[' || value[n - 1] != ']')
        return false;
    const char *pos = value + 1, *word;
    size_t length;
    *out = 0;
    while ((length = next_token(&pos, &word)) > 0) {
        if (word[length - 1] == ']' && word + length == value + n)
            length--;
        if (length == 0)
            break;
        int i = list_find(rules, list, word, length);
        if (i < 0 || i > 31)
            return false;
        *out |= INT64_C(1) << i;
    }
    return true;
}

static bool value_parse(const Rules *rules, const Field *field, const char *value, int64_t *out) {
    if (strcmp(value, "unknown") == 0) {
        *out = field_unknown(field->type);
        return true;
    }
    if (field->is_mask)
        return set_parse(rules, field->list, value, out);
    if (field->list) {
        int i = list_find(rules, field->list, value, strlen(value));
        *out = i >= 0 ? i : (int64_t)list_count(rules, field->list);
        return i >= 0 || strcmp(value, "none") == 0;
    }
    const char *p = value + (*value == '-');
    *out = 0;
    for (; *p >= '0' && *p <= '9' && *out < INT64_C(1) << 40; p++)
        *out = *out * 10 + (*p - '0');
    if (*p || p == value || p[-1] == '-')
        return false;
    if (*value == '-')
        *out = -*out;
    int64_t max = field_unknown(field->type);
    return *out <= max && *out >= (field_is_signed(field->type) ? -max - 1 : 0);
}

/* A list of values for several entries, such as "[0 1 2]". Not for sets, where brackets enclose a single value. */
static Status array_parse(const Rules *rules, const FieldPath *path, const char *value, void *state, Err *err) {
    const char *p = value + 1, *word;
    size_t n;
    unsigned i = 0;
    char one[64];
    State fresh; /* a copy, so that an error changes nothing */
    memcpy(&fresh, state, rules->game->state_size);
    if (value[strlen(value) - 1] != ']')
        return value_error(path->field, value, err);
    while ((n = next_token(&p, &word)) > 0) {
        if (word[n - 1] == ']')
            n--;
        if (n == 0)
            break;
        int64_t number;
        snprintf(one, sizeof one, "%.*s", (int)n, word);
        if (i >= path->entries || n >= sizeof one || !value_parse(rules, path->field, one, &number))
            return value_error(path->field, value, err);
        unsigned entry = path->row * path->field->cols + path->col + i++;
        field_set(path->field, &fresh, entry / path->field->cols, entry % path->field->cols, number);
    }
    if (i != path->entries)
        return value_error(path->field, value, err);
    memcpy(state, &fresh, rules->game->state_size);
    return SK_OK;
}

Status field_parse(const Rules *rules, const FieldPath *path, const char *value, void *state, Err *err) {
    if (path->entries > 1 && *value == '[' && !path->field->is_mask)
        return array_parse(rules, path, value, state, err);
    int64_t number;
    if (!value_parse(rules, path->field, value, &number))
        return value_error(path->field, value, err);
    for (unsigned i = 0; i < path->entries; i++) {
        unsigned entry = path->row * path->field->cols + path->col + i;
        field_set(path->field, state, entry / path->field->cols, entry % path->field->cols, number);
    }
    return SK_OK;
}

static void value_print(const Rules *rules, const Field *field, int64_t value, Text *out) {
    if (value == field_unknown(field->type) && !field->is_mask) {
        text_puts(out, "unknown");
    } else if (field->is_mask) {
        const char *blank = "";
        text_putc(out, '[');
        for (unsigned i = 0; i < 32; i++)
            if (value & (INT64_C(1) << i)) {
                const char *name = list_name(rules, field->list, i);
                text_printf(out, "%s%s", blank, name ? name : "?");
                blank = " ";
            }
        text_putc(out, ']');
    } else if (field->list && value == list_count(rules, field->list)) {
        text_puts(out, "none");
    } else {
        const char *name = field->list ? list_name(rules, field->list, (unsigned)value) : NULL;
        if (name)
            text_puts(out, name);
        else
            text_printf(out, "%lld", (long long)value);
    }
}

void field_print(const Rules *rules, const FieldPath *path, const void *state, char *out, size_t size) {
    Text text = {0};
    if (path->entries > 1)
        text_putc(&text, '[');
    for (unsigned i = 0; i < path->entries; i++) {
        unsigned entry = path->row * path->field->cols + path->col + i;
        if (i)
            text_putc(&text, ' ');
        value_print(rules, path->field,
                    field_get(path->field, state, entry / path->field->cols, entry % path->field->cols), &text);
    }
    if (path->entries > 1)
        text_putc(&text, ']');
    snprintf(out, size, "%s", text_str(&text));
    text_free(&text);
}

/* ---- whole states --------------------------------------------------------------------------------------- */

uint64_t state_hash(const Rules *rules, const void *state) { return hash_bytes(state, rules->game->state_size, 0); }

const char *fields_coverage_error(const Game *game, char out[64]) {
    unsigned char covered[STATE_MAX] = {0};
    for (const Field *f = game->fields; f->name; f++)
        for (unsigned row = 0; row < field_rows(f); row++)
            for (unsigned col = 0; col < f->cols; col++)
                for (unsigned i = 0; i < field_width(f->type); i++) {
                    size_t offset = entry_offset(f, row, col) + i;
                    if (offset >= game->state_size || covered[offset]++) {
                        snprintf(out, 64, "%s", f->name);
                        return out;
                    }
                }
    for (unsigned i = 0; i < game->state_size; i++)
        if (!covered[i]) {
            snprintf(out, 64, "byte %u", i);
            return out;
        }
    return NULL;
}

/* Writes one name of a list. Seats become numbers from 1, as everywhere in the protocol. */
static void name_write_json(const NameList *names, unsigned i, JsonWriter *out) {
    const char *name = names_get(names, i);
    if (!name)
        jw_number(out, i);
    else if (names->seats)
        jw_number(out, (int64_t)i + 1);
    else
        jw_string(out, name);
}

static void set_write_json(const NameList *names, int64_t value, JsonWriter *out) {
    jw_open(out, '[');
    for (unsigned i = 0; i < 32; i++)
        if (value & (INT64_C(1) << i))
            name_write_json(names, i, out);
    jw_close(out, ']');
}

static void value_write_json(const Field *field, const NameList *names, int64_t value, bool view, JsonWriter *out) {
    if (view && !field->is_mask && value == field_unknown(field->type))
        jw_null(out);
    else if (field->is_mask)
        set_write_json(names, value, out);
    else if (field->list && value == names->count)
        jw_string(out, "none");
    else if (field->list && value >= 0)
        name_write_json(names, (unsigned)value, out);
    else
        jw_number(out, value);
}

/* A field with its name lists, which are resolved once. */
typedef struct FieldWriter {
    const Field *field;
    NameList values, columns;
    bool view;
} FieldWriter;

/* Several columns become an object if they have names, and otherwise an array. A single column becomes just its
 * value. */
static void row_write_json(const FieldWriter *writer, const void *state, unsigned row, JsonWriter *out) {
    const Field *f = writer->field;
    bool named = f->col_list && f->cols > 1;
    if (f->cols > 1)
        jw_open(out, named ? '{' : '[');
    for (unsigned col = 0; col < f->cols; col++) {
        const char *name = named ? names_get(&writer->columns, col) : NULL;
        char number[16];
        if (named && !name)
            snprintf(number, sizeof number, "#%u", col + 1);
        if (named)
            jw_key(out, name ? name : number);
        value_write_json(f, &writer->values, field_get(f, state, row, col), writer->view, out);
    }
    if (f->cols > 1)
        jw_close(out, named ? '}' : ']');
}

void state_write_json(const Rules *rules, const void *state, bool view, JsonWriter *out) {
    jw_open(out, '{');
    for (const Field *f = rules->game->fields; f->name; f++) {
        FieldWriter writer = {f, name_list(rules, f->list), name_list(rules, f->col_list), view};
        jw_key(out, f->name);
        if (f->rows > 1)
            jw_open(out, '[');
        for (unsigned row = 0; row < field_rows(f); row++)
            row_write_json(&writer, state, row, out);
        if (f->rows > 1)
            jw_close(out, ']');
    }
    jw_close(out, '}');
}

json_t *state_json(const Rules *rules, const void *state, bool view) {
    Text text = {0};
    state_write_json(rules, state, view, &(JsonWriter){&text, false});
    return jw_json(&text);
}

/* ---- reading -------------------------------------------------------------------------------------------- */

static int name_read(const Rules *rules, const char *list, const json_t *json) {
    const char *name = json_string_value(json);
    char seat[24];
    if (json_is_integer(json) && strcmp(list, "seat") == 0) {
        snprintf(seat, sizeof seat, "%lld", (long long)json_integer_value(json));
        name = seat;
    }
    return name ? list_find(rules, list, name, strlen(name)) : -1;
}

static bool value_read(const Rules *rules, const Field *field, const json_t *json, bool view, int64_t *out) {
    if (view && json_is_null(json) && !field->is_mask) {
        *out = field_unknown(field->type);
        return true;
    }
    if (field->is_mask) {
        size_t i;
        const json_t *entry;
        *out = 0;
        json_array_foreach((json_t *)json, i, entry) {
            int bit = name_read(rules, field->list, entry);
            if (bit < 0 || bit > 31)
                return false;
            *out |= INT64_C(1) << bit;
        }
        return json_is_array(json) && *out <= field_unknown(field->type);
    }
    if (field->list) {
        const char *text = json_string_value(json);
        int i = name_read(rules, field->list, json);
        *out = i >= 0 ? i : (int64_t)list_count(rules, field->list);
        return i >= 0 || (text && strcmp(text, "none") == 0);
    }
    if (!json_is_integer(json))
        return false;
    int64_t max = field_unknown(field->type);
    *out = json_integer_value(json);
    return *out <= max - (view ? 1 : 0) && *out >= (field_is_signed(field->type) ? -max - 1 : 0);
}

static Status field_read(const Rules *rules, const Field *f, const json_t *json, bool view, void *state, Err *err) {
    unsigned rows = field_rows(f);
    if (rows > 1 && json_array_size(json) > rows)
        return err_set(err, SK_STATE, "state.{0} must be an array of {1} entries.", "sd", f->name, (int)rows);
    for (unsigned row = 0; row < rows; row++) {
        const json_t *json_row = rows > 1 ? json_array_get(json, row) : json;
        bool is_right_type = f->col_list ? json_is_object(json_row) : json_is_array(json_row);
        if (f->cols > 1 && (!is_right_type || json_array_size(json_row) + json_object_size(json_row) > f->cols))
            return err_set(err, SK_STATE, "state.{0} must be {1} of {2} entries.", "ssd", f->name,
                           f->col_list ? "an object" : "an array", f->cols);
        for (unsigned col = 0; col < f->cols; col++) {
            const json_t *entry = json_row;
            char number[16];
            const char *name = f->col_list ? list_name(rules, f->col_list, col) : NULL;
            snprintf(number, sizeof number, "#%u", col + 1);
            if (f->cols > 1)
                entry = f->col_list ? json_object_get(json_row, name ? name : number) : json_array_get(json_row, col);
            int64_t value = 0;
            if (!entry || !value_read(rules, f, entry, view, &value))
                return err_set(err, SK_STATE, "state.{0}: entry {1} is missing or is not {2}.", "sds", f->name,
                               (int)(row * f->cols + col + 1),
                               f->is_mask ? "a list of names"
                               : f->list  ? f->list
                                          : "a number in its range");
            field_set(f, state, row, col, value);
        }
    }
    return SK_OK;
}

Status state_read(const Rules *rules, const json_t *json, bool view, void *state, Err *err) {
    State fresh = {0};
    if (!json_is_object(json))
        return err_set(err, SK_STATE, "state must be an object of fields.", "");
    const char *key;
    json_t *unused;
    json_object_foreach((json_t *)json, key, unused) {
        const Field *f = rules->game->fields;
        while (f->name && strcmp(f->name, key) != 0)
            f++;
        if (!f->name)
            return err_set(err, SK_STATE, "state.{0} is not a field of {1}.", "ss", key, rules->game->id);
    }
    for (const Field *f = rules->game->fields; f->name; f++) {
        const json_t *value = json_object_get(json, f->name);
        if (!value)
            return err_set(err, SK_STATE, "state.{0} is missing.", "s", f->name);
        Status status = field_read(rules, f, value, view, &fresh, err);
        if (status)
            return status;
    }
    const char *violated = view ? NULL : rules->game->audit(rules, &fresh);
    if (violated)
        return err_set(err, SK_STATE, "The state breaks an invariant: {0}.", "s", violated);
    memcpy(state, &fresh, rules->game->state_size);
    return SK_OK;
}

json_t *position_json(const Rules *rules, uint64_t content_hash, const void *state) {
    char hash[HASH_TEXT_SIZE], number[16];
    hash_write(content_hash, hash);
    json_t *options = json_object();
    for (unsigned i = 0; rules->game->options[i].name; i++)
        json_object_set_new(options, rules->game->options[i].name, json_string(rules_option_text(rules, i, number)));
    return json_pack("{s:s, s:i, s:s, s:i, s:o, s:o}", "game", rules->game->id, "rules", (int)rules->game->version,
                     "content", hash, "seats", (int)rules->seats, "options", options, "state",
                     state_json(rules, state, false));
}

static Status position_head(const json_t *json, const Pack *pack, Err *err) {
    const char *game = json_string_value(json_object_get(json, "game"));
    const char *content = json_string_value(json_object_get(json, "content"));
    json_int_t version = json_integer_value(json_object_get(json, "rules"));
    char hash[HASH_TEXT_SIZE];
    hash_write(pack->hash, hash);
    if (!game || strcmp(game, pack->game->id) != 0)
        return err_set(err, SK_STATE, "game is {0}, not {1}.", "ss", game ? game : "missing", pack->game->id);
    if (version != pack->game->version)
        return err_set(err, SK_STATE, "rules is version {0}; this program plays version {1}.", "dd", (int)version,
                       (int)pack->game->version);
    if (!content || strcmp(content, hash) != 0)
        return err_set(err, SK_STATE, "content is {0}, but the content in use is {1}; use the pack it was made with.",
                       "ss", content ? content : "missing", hash);
    return SK_OK;
}

Status position_read(const json_t *json, const Pack *pack, Rules *rules, void *state, Err *err) {
    if (!json_is_object(json))
        return err_set(err, SK_STATE, "A position is a JSON object.", "");
    Status status = position_head(json, pack, err);
    const json_t *seats = json_object_get(json, "seats"), *options = json_object_get(json, "options");
    if (!status && !json_is_integer(seats))
        return err_set(err, SK_STATE, "seats is missing or not a number.", "");
    json_int_t n = json_integer_value(seats);
    if (!status)
        status = rules_open(rules, pack, n < 1 || n > SEATS_MAX ? SEATS_MAX + 1 : (unsigned)n, err);
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)options, key, value) {
        if (!status)
            status = rules_option(rules, key, json_is_string(value) ? json_string_value(value) : "?", err);
    }
    return status ? status : state_read(rules, json_object_get(json, "state"), false, state, err);
}
