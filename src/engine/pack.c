#include "engine/pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "engine/names.h"

/* Walks over a pack's JSON, guided by Game.content. */
typedef struct Loader {
    const Game *game;
    const char *name; /* the pack's name in errors */
    Rules rules;      /* the partly loaded content, to look up names in its lists */
    bool names;       /* second pass: all lists are loaded, so names can be looked up */
    Err *err;
} Loader;

enum { PLACE_SIZE = 160 };

/* ---- paths ---------------------------------------------------------------------------------------------- */

/* Finds the entry of Game.content with this path, such as "spaces[].row". Returns NULL if the path is unknown or only
 * the beginning of longer paths. */
static const ContentField *path_find(const Game *game, const char *path) {
    for (const ContentField *f = game->content; f->path; f++)
        if (strcmp(f->path, path) == 0)
            return f;
    return NULL;
}

/* Whether `longer` is `path` itself or a path inside it. */
static bool path_within(const char *longer, const char *path) {
    size_t n = strlen(path);
    return strncmp(longer, path, n) == 0 && (longer[n] == '.' || longer[n] == '[' || longer[n] == '\0');
}

static bool path_has_children(const Game *game, const char *path) {
    for (const ContentField *f = game->content; f->path; f++)
        if (path_within(f->path, path))
            return true;
    return false;
}

/* Finds the member that follows `path` in `longer`, such as "row" in "spaces[].row" after "spaces[]". Returns its
 * length, or 0. */
static size_t path_member(const char *path, const char *longer, const char **member) {
    size_t n = strlen(path);
    if (strncmp(longer, path, n) != 0 || (n && longer[n] != '.'))
        return 0;
    *member = longer + n + (n ? 1 : 0);
    return strcspn(*member, ".[");
}

/* ---- values --------------------------------------------------------------------------------------------- */

static Status content_error(Loader *l, const char *place, const char *text, const char *what) {
    return err_set(l->err, SK_CONTENT, text, "sss", l->name, *place ? place : "the pack", what);
}

static void put(unsigned char *to, unsigned width, int64_t value) { memcpy(to, &value, width); }

static Status read_number(Loader *l, const ContentField *f, const json_t *json, unsigned char *base,
                          const char *place) {
    json_int_t value = json_integer_value(json);
    if (json_is_integer(json) && value >= f->lo && value <= f->hi) {
        put(base + f->offset, f->width, value);
        return SK_OK;
    }
    char range[64];
    snprintf(range, sizeof range, "%d to %d", (int)f->lo, (int)f->hi);
    return content_error(l, place, "{0}: {1} must be a whole number from {2}.", range);
}

static bool id_is_valid(const char *id) {
    size_t n = strlen(id);
    return n > 0 && n < ID_SIZE && strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-") == n && strcmp(id, "none") != 0;
}

static Status read_id(Loader *l, const ContentField *f, const json_t *json, unsigned char *base, const char *place) {
    const char *id = json_string_value(json);
    if (!id || !id_is_valid(id))
        return content_error(
            l, place, "{0}: {1} must be an id: lower case, digits and hyphens, at most {2} of them, not `none`.", "23");
    memcpy(base + f->offset, id, strlen(id));
    return SK_OK;
}

static Status read_name(Loader *l, const ContentField *f, const json_t *json, unsigned char *base, const char *place) {
    const char *name = json_string_value(json);
    if (!l->names)
        return SK_OK;
    int i = name ? list_find(&l->rules, f->list, name, strlen(name)) : -1;
    if (i < 0)
        return content_error(l, place, "{0}: {1} must be the name of a {2}.", f->list);
    put(base + f->offset, f->width, i);
    return SK_OK;
}

static Status read_flag(Loader *l, const ContentField *f, const json_t *json, unsigned char *base, const char *place) {
    if (!json_is_boolean(json))
        return content_error(l, place, "{0}: {1} must be true or false.", "");
    put(base + f->offset, f->width, json_is_true(json));
    return SK_OK;
}

/* Whether a character class such as "A-Z " contains the character. */
static bool class_has(const char *class, char c) {
    for (const char *p = class; *p; p++) {
        if (p[1] == '-' && p[2]) {
            if (c >= p[0] && c <= p[2])
                return true;
            p += 2;
        } else if (*p == c) {
            return true;
        }
    }
    return false;
}

/* Finds the first character outside the class. Returns its length in bytes of UTF-8, or 0 if there is none. */
static int find_outside_class(const char *class, const char *text, const char **found) {
    while (*text && class_has(class, *text))
        text++;
    *found = text;
    int n = *text != '\0';
    while (n && ((unsigned char)text[n] & 0xC0) == 0x80)
        n++;
    return n;
}

static Status read_text(Loader *l, const ContentField *f, const json_t *json, unsigned char *base, const char *place) {
    const char *text = json_string_value(json), *outside = "";
    int outside_length = text ? find_outside_class(f->list, text, &outside) : 0;
    size_t n = text ? strlen(text) : 0;
    if (text && !outside_length && n >= (size_t)f->lo && n <= (size_t)f->hi) {
        memcpy(base + f->offset, text, n);
        return SK_OK;
    }
    char what[PLACE_SIZE], class[32];
    snprintf(class, sizeof class, "%s", f->list);
    size_t last = strlen(class) - 1;
    if (class[last] == ' ')
        snprintf(class + last, sizeof class - last, " and spaces");
    if (outside_length)
        snprintf(what, sizeof what, "%s only; \"%.*s\" is not allowed", class, outside_length, outside);
    else if (text)
        snprintf(what, sizeof what, "%d to %d characters from %s, but has %zu", (int)f->lo, (int)f->hi, class, n);
    else
        snprintf(what, sizeof what, "%d to %d characters from %s, in quotation marks", (int)f->lo, (int)f->hi, class);
    return content_error(l, place, "{0}: {1} must be a string of {2}.", what);
}

/* ---- objects and lists ---------------------------------------------------------------------------------- */

static Status read_value(Loader *l, const char *path, const json_t *json, unsigned char *base, const char *place);

static Status check_unique_ids(Loader *l, const ContentField *list, const unsigned char *base, size_t n,
                               const char *place) {
    char path[PLACE_SIZE];
    snprintf(path, sizeof path, "%s[].id", list->path);
    const ContentField *id = path_find(l->game, path);
    if (!id || id->type != CONTENT_ID)
        return SK_OK;
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < a; b++) {
            const char *x = (const char *)base + list->offset + a * list->stride + id->offset;
            const char *y = (const char *)base + list->offset + b * list->stride + id->offset;
            if (strcmp(x, y) == 0)
                return content_error(l, place, "{0}: {1} has the id {2} twice.", x);
        }
    return SK_OK;
}

static Status read_list(Loader *l, const ContentField *f, const json_t *json, unsigned char *base, const char *place) {
    size_t n = json_array_size(json);
    char inner[PLACE_SIZE], path[PLACE_SIZE];
    if (!json_is_array(json) || n < (size_t)f->lo || n > (size_t)f->hi) {
        if (f->lo == f->hi)
            snprintf(inner, sizeof inner, "%d", (int)f->lo);
        else
            snprintf(inner, sizeof inner, "%d to %d", (int)f->lo, (int)f->hi);
        return content_error(l, place, "{0}: {1} must be a list of {2} entries.", inner);
    }
    base[f->count_offset] = (unsigned char)n;
    snprintf(path, sizeof path, "%s[]", f->path);
    for (size_t i = 0; i < n; i++) {
        snprintf(inner, sizeof inner, "%s[%zu]", place, i);
        Status status = read_value(l, path, json_array_get(json, i), base + f->offset + i * f->stride, inner);
        if (status)
            return status;
    }
    return check_unique_ids(l, f, base, n, place);
}

static Status read_words(Loader *l, const json_t *json) {
    const char *key;
    json_t *value;
    if (!json_is_object(json))
        return content_error(l, "words", "{0}: {1} must be an object in braces.", "");
    json_object_foreach((json_t *)json, key, value) {
        if (!json_is_string(value))
            return content_error(l, key, "{0}: the word {1} must be a string in quotation marks.", "");
    }
    return SK_OK;
}

static Status read_object(Loader *l, const char *path, const json_t *json, unsigned char *base, const char *place) {
    char inner[PLACE_SIZE], deeper[PLACE_SIZE];
    const char *key, *member;
    json_t *value;
    if (!json_is_object(json))
        return content_error(l, place, "{0}: {1} must be an object in braces.", "");
    json_object_foreach((json_t *)json, key, value) {
        snprintf(deeper, sizeof deeper, "%s%s%s", path, *path ? "." : "", key);
        if (!*path && strcmp(key, "words") == 0) { /* display names, not read by the rules */
            Status status = read_words(l, value);
            if (status)
                return status;
            continue;
        }
        if (strpbrk(key, ".[") || !path_has_children(l->game, deeper))
            return content_error(l, place, "{0}: {1} has no member called {2}; remove it or correct its spelling.",
                                 key);
    }
    for (const ContentField *f = l->game->content; f->path; f++) {
        size_t n = path_member(path, f->path, &member);
        if (n == 0)
            continue;
        snprintf(deeper, sizeof deeper, "%s%s%.*s", path, *path ? "." : "", (int)n, member);
        snprintf(inner, sizeof inner, "%s%s%.*s", place, *place ? "." : "", (int)n, member);
        if (f > l->game->content && path_within(f[-1].path, deeper))
            continue; /* the same member as in the previous table entry */
        value = json_object_get(json, deeper + strlen(deeper) - n);
        if (!value && (f->type == CONTENT_IGNORED || f->optional))
            continue;
        if (!value)
            return content_error(l, inner, "{0}: {1} is missing.", "");
        Status status = read_value(l, deeper, value, base, inner);
        if (status)
            return status;
    }
    return SK_OK;
}

static Status read_value(Loader *l, const char *path, const json_t *json, unsigned char *base, const char *place) {
    const ContentField *f = path_find(l->game, path);
    if (!f)
        return read_object(l, path, json, base, place);
    switch (f->type) {
    case CONTENT_LIST:
        return read_list(l, f, json, base, place);
    case CONTENT_ID:
        return read_id(l, f, json, base, place);
    case CONTENT_NUMBER:
        return read_number(l, f, json, base, place);
    case CONTENT_NAME:
        return read_name(l, f, json, base, place);
    case CONTENT_FLAG:
        return read_flag(l, f, json, base, place);
    case CONTENT_TEXT:
        return read_text(l, f, json, base, place);
    default:
        return SK_OK;
    }
}

/* ---- packs ---------------------------------------------------------------------------------------------- */

static Status pack_prepare(Pack *pack, const char *name, Err *err) {
    Err inner = {0};
    Status status = pack->game->prepare(pack->content, pack->derived, &inner);
    pack->hash = hash_bytes(pack->content, pack->game->content_size, pack->game->version);
    if (!status)
        return SK_OK;
    Rules rules = {.game = pack->game, .content = pack->content};
    Text text = {0};
    refusal_write(&rules, &inner, &text);
    err_set(err, SK_CONTENT, "{0}: {1}", "ss", name, text_str(&text));
    if (err)
        err->rule = inner.rule;
    text_free(&text);
    return SK_CONTENT;
}

static Status pack_allocate(Pack *pack, const Game *game, Err *err) {
    *pack =
        (Pack){.game = game, .content = calloc(1, game->content_size), .derived = calloc(1, game->derived_size + 1)};
    if (pack->content && pack->derived)
        return SK_OK;
    pack_free(pack);
    return err_set(err, SK_IO, "Out of memory while loading the content of {0}.", "s", game->id);
}

Status pack_from_struct(Pack *pack, const Game *game, const void *content, Err *err) {
    Status status = pack_allocate(pack, game, err);
    if (status)
        return status;
    memcpy(pack->content, content, game->content_size);
    status = pack_prepare(pack, "the built-in content", err);
    if (status)
        pack_free(pack);
    return status;
}

void pack_free(Pack *pack) {
    free(pack->content);
    free(pack->derived);
    json_decref(pack->json);
    *pack = (Pack){0};
}

/* Objects are merged, everything else is replaced. */
static void merge(json_t *into, const json_t *over) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)over, key, value) {
        json_t *old = json_object_get(into, key);
        if (json_is_object(old) && json_is_object(value))
            merge(old, value);
        else
            json_object_set_new(into, key, json_deep_copy(value));
    }
}

Status pack_load_json(Pack *pack, const Game *game, const json_t *base, const json_t *over, const char *name,
                      Err *err) {
    if (over && !json_is_object(over))
        return err_set(err, SK_CONTENT, "{0}: a content pack is an object in braces.", "s", name);
    Status status = pack_allocate(pack, game, err);
    if (status)
        return status;
    pack->json = json_deep_copy(base);
    if (over)
        merge(pack->json, over);
    Loader loader = {.game = game, .name = name, .rules = {.game = game, .content = pack->content}, .err = err};
    /* Two passes: a name may come before the list it belongs to. */
    for (int pass = 0; pass < 2 && !status; pass++) {
        loader.names = pass == 1;
        status = read_object(&loader, "", pack->json, pack->content, "");
    }
    if (!status)
        status = pack_prepare(pack, name, err);
    if (status)
        pack_free(pack);
    return status;
}

json_t *pack_parse_json(const char *text, const char *name, Err *err) {
    json_error_t problem;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &problem);
    if (!json)
        err_set(err, SK_SYNTAX, "{0}: line {1}, column {2}: {3}.", "sdds", name, problem.line, problem.column,
                problem.text);
    return json;
}

Status pack_load(Pack *pack, const Game *game, const char *base, const char *over, const char *name, Err *err) {
    *pack = (Pack){0};
    json_t *base_json = pack_parse_json(base, over ? "the built-in content" : name, err);
    json_t *over_json = base_json && over ? pack_parse_json(over, name, err) : NULL;
    Status status = base_json && (!over || over_json) ? SK_OK : SK_SYNTAX;
    if (!status)
        status = pack_load_json(pack, game, base_json, over_json, name, err);
    json_decref(base_json);
    json_decref(over_json);
    return status;
}

/* ---- changing a value, schema --------------------------------------------------------------------------- */

static json_t *find_child(json_t *json, const char *word) {
    if (json_is_object(json))
        return json_object_get(json, word);
    size_t i;
    json_t *entry;
    json_array_foreach(json, i, entry) {
        const char *id = json_string_value(json_object_get(entry, "id"));
        char number[24];
        snprintf(number, sizeof number, "%zu", i);
        if (strcmp(word, number) == 0 || (id && strcmp(word, id) == 0))
            return entry;
    }
    return NULL;
}

static json_t *parse_value(const char *text) {
    json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);
    return value ? value : json_string(text);
}

Status pack_set(json_t *json, const char *path, const char *value, Err *err) {
    json_t *parent = NULL, *node = json;
    char word[PLACE_SIZE] = "";
    for (const char *p = path; node && *p;) {
        size_t n = strcspn(p, ".");
        snprintf(word, sizeof word, "%.*s", (int)n, p);
        parent = node;
        node = find_child(parent, word);
        p += n + (p[n] == '.');
    }
    if (!node || !parent || json_is_object(node) || json_is_array(node))
        return err_set(err, SK_UNKNOWN,
                       "{0} is not a single value of the content; `skerry content GAME --dump` shows them all.", "s",
                       path);
    json_t *fresh = parse_value(value);
    if (!fresh)
        return err_set(err, SK_SYNTAX, "The value for {0} is not valid text.", "s", path);
    if (json_is_object(parent))
        json_object_set_new(parent, word, fresh);
    else
        for (size_t i = 0; i < json_array_size(parent); i++)
            if (json_array_get(parent, i) == node) {
                json_array_set_new(parent, i, fresh);
                break;
            }
    return SK_OK;
}

static json_t *schema_leaf(const ContentField *f) {
    switch (f->type) {
    case CONTENT_ID:
        return json_pack("{s:s, s:s, s:i}", "type", "string", "pattern", "^[a-z0-9-]+$", "maxLength", ID_SIZE - 1);
    case CONTENT_NUMBER:
        return json_pack("{s:s, s:i, s:i}", "type", "integer", "minimum", (int)f->lo, "maximum", (int)f->hi);
    case CONTENT_NAME:
        return json_pack("{s:s, s:o}", "type", "string", "description", json_sprintf("the name of a %s", f->list));
    case CONTENT_FLAG:
        return json_pack("{s:s}", "type", "boolean");
    case CONTENT_TEXT:
        return json_pack("{s:s, s:o, s:i, s:i}", "type", "string", "pattern", json_sprintf("^[%s]+$", f->list),
                         "minLength", (int)f->lo, "maxLength", (int)f->hi);
    default:
        return json_object();
    }
}

static json_t *schema_of(const Game *game, const char *path);

/* Whether an entry may leave it out: an optional value, or a group in which every value is optional. */
static bool schema_optional(const Game *game, const char *path) {
    const ContentField *leaf = path_find(game, path);
    const char *member;
    if (leaf)
        return leaf->optional || leaf->type == CONTENT_IGNORED;
    for (const ContentField *f = game->content; f->path; f++)
        if (path_member(path, f->path, &member) && !f->optional)
            return false;
    return true;
}

static json_t *schema_object(const Game *game, const char *path) {
    json_t *members = json_object(), *required = json_array();
    const char *member;
    char deeper[2 * PLACE_SIZE], name[PLACE_SIZE];
    for (const ContentField *f = game->content; f->path; f++) {
        size_t n = path_member(path, f->path, &member);
        if (n == 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)n, member);
        snprintf(deeper, sizeof deeper, "%s%s%s", path, *path ? "." : "", name);
        if (json_object_get(members, name))
            continue;
        json_object_set_new(members, name, schema_of(game, deeper));
        if (strstr(path, "[]") && !schema_optional(game, deeper))
            json_array_append_new(required, json_string(name));
    }
    json_t *object = json_pack("{s:s, s:o, s:b}", "type", "object", "properties", members, "additionalProperties", 0);
    if (json_array_size(required)) /* a pack may leave out unchanged values, but list entries must be complete */
        json_object_set(object, "required", required);
    json_decref(required);
    return object;
}

static json_t *schema_of(const Game *game, const char *path) {
    const ContentField *f = path_find(game, path);
    char inner[PLACE_SIZE];
    if (!f)
        return schema_object(game, path);
    if (f->type != CONTENT_LIST)
        return schema_leaf(f);
    snprintf(inner, sizeof inner, "%s[]", path);
    return json_pack("{s:s, s:i, s:i, s:o}", "type", "array", "minItems", (int)f->lo, "maxItems", (int)f->hi, "items",
                     schema_of(game, inner));
}

json_t *pack_schema(const Game *game) {
    json_t *schema = schema_object(game, "");
    json_object_set_new(schema, "$schema", json_string("https://json-schema.org/draft/2020-12/schema"));
    json_object_set_new(schema, "title", json_sprintf("A content pack of %s", game->id));
    json_object_set_new(json_object_get(schema, "properties"), "words",
                        json_pack("{s:s, s:{s:s}}", "type", "object", "additionalProperties", "type", "string"));
    return schema;
}

/* ---- rules ---------------------------------------------------------------------------------------------- */

Status rules_open(Rules *rules, const Pack *pack, unsigned seats, Err *err) {
    const Game *game = pack->game;
    *rules = (Rules){.game = game, .content = pack->content, .derived = pack->derived};
    if (seats == 0)
        seats = game->seats_min;
    if (seats < game->seats_min || seats > game->seats_max)
        return game->seats_min == game->seats_max
                   ? err_set(err, SK_RANGE, "The number of players for {0} must be {1}, not {2}.", "sdd", game->id,
                             game->seats_min, (int)seats)
                   : err_set(err, SK_RANGE, "{0} is for {1} to {2} players, not {3}.", "sddd", game->id,
                             game->seats_min, game->seats_max, (int)seats);
    rules->seats = (uint8_t)seats;
    for (unsigned i = 0; game->options[i].name; i++)
        rules->option[i] = game->options[i].standard;
    return SK_OK;
}

static void values_join(const Option *option, char *out, size_t size) {
    size_t n = 0;
    *out = '\0';
    for (unsigned i = 0; option->values && option->values[i] && n < size; i++)
        n += (size_t)snprintf(out + n, size - n, "%s%s", i ? ", " : "", option->values[i]);
    if (!option->values)
        snprintf(out, size, "a number from %d to %d", option->lo, option->hi);
}

Status rules_option(Rules *rules, const char *name, const char *value, Err *err) {
    const Option *option = rules->game->options;
    unsigned i = 0;
    while (option->name && strcmp(option->name, name) != 0)
        option++, i++;
    if (!option->name)
        return err_set(err, SK_UNKNOWN, "{0} has no option {1}; `skerry games` lists them.", "ss", rules->game->id,
                       name);
    for (int16_t v = option->lo; v <= option->hi; v++) {
        char number[16];
        snprintf(number, sizeof number, "%d", v);
        if (strcmp(value, option->values ? option->values[v] : number) == 0) {
            rules->option[i] = v;
            return SK_OK;
        }
    }
    char good[160];
    values_join(option, good, sizeof good);
    return err_set(err, SK_RANGE, "Option {0} takes {1}, not {2}.", "sss", name, good, value);
}

const char *rules_option_text(const Rules *rules, unsigned i, char out[16]) {
    const Option *option = &rules->game->options[i];
    if (option->values)
        return option->values[rules->option[i]];
    snprintf(out, 16, "%d", rules->option[i]);
    return out;
}
