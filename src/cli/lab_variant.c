/* The variants of `skerry lab`: one, or one for each combination of the values of --vary. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/lab_args.h"
#include "engine/registry.h"

static const char content_prefix[] = "content:";

/* ---- values --------------------------------------------------------------------------------------------- */

static unsigned count_values(const char *vary) {
    unsigned n = 1;
    for (const char *p = strchr(vary, '='); *p; p++)
        n += *p == ',';
    return n;
}

Status lab_variants(const LabArgs *args, unsigned *n, Err *err) {
    *n = 1;
    for (unsigned i = 0; i < args->varies; i++) {
        const char *equals = strchr(args->vary[i], '=');
        if (!equals || equals == args->vary[i] || !equals[1])
            return err_set(err, SK_USAGE, "--vary takes OPTION=VALUE,VALUE or content:PATH=VALUE,VALUE, not {0}.", "s",
                           args->vary[i]);
        *n *= count_values(args->vary[i]);
        if (*n > LAB_VARIANTS)
            return err_set(err, SK_USAGE, "--vary asks for more than {0} variants; leave some out.", "d",
                           (int)LAB_VARIANTS);
    }
    return SK_OK;
}

/* The i-th value of "level=newbie,elite". */
static Status value_at(const char *vary, unsigned i, char out[64], Err *err) {
    const char *value = strchr(vary, '=') + 1;
    for (; i > 0; i--)
        value = strchr(value, ',') + 1;
    size_t n = strcspn(value, ",");
    if (n == 0 || n >= 64)
        return err_set(err, SK_USAGE, "--vary {0}: a value is {1}.", "ss", vary, n ? "too long" : "empty");
    snprintf(out, 64, "%.*s", (int)n, value);
    return SK_OK;
}

/* Picks the values of one variant. The last --vary changes fastest. */
static Status pick_values(const LabArgs *args, unsigned number, LabVariant *variant, Err *err) {
    Status status = SK_OK;
    for (unsigned i = args->varies; i-- > 0 && !status;) {
        unsigned values = count_values(args->vary[i]);
        status = value_at(args->vary[i], number % values, variant->value[i], err);
        number /= values;
    }
    size_t used = 0;
    for (unsigned i = 0; i < args->varies && !status; i++) {
        int name = (int)(strchr(args->vary[i], '=') - args->vary[i]);
        used += (size_t)snprintf(variant->label + used, sizeof variant->label - used, "%s%.*s=%s", i ? ", " : "", name,
                                 args->vary[i], variant->value[i]);
        used = used < sizeof variant->label ? used : sizeof variant->label - 1;
    }
    return status;
}

/* ---- opening a variant ---------------------------------------------------------------------------------- */

static bool varies_content(const char *vary) { return strncmp(vary, content_prefix, sizeof content_prefix - 1) == 0; }

/* A copy of the content as JSON, for changing values; owned by the caller. */
static json_t *content_json(const GameSetup *setup, Err *err) {
    if (setup->pack.json)
        return json_deep_copy(setup->pack.json);
    const char *id = setup->rules.game->id;
    return pack_parse_json(builtin_find(id)->content_json, id, err);
}

static Status vary_content(const LabArgs *args, LabVariant *variant, Err *err) {
    json_t *json = content_json(&variant->game, err);
    Status status = json ? SK_OK : err_set(err, SK_IO, "Out of memory while changing the content.", "");
    for (unsigned i = 0; i < args->varies && !status; i++) {
        char path[128];
        if (!varies_content(args->vary[i]))
            continue;
        snprintf(path, sizeof path, "%.*s", (int)strcspn(args->vary[i] + sizeof content_prefix - 1, "="),
                 args->vary[i] + sizeof content_prefix - 1);
        status = pack_set(json, path, variant->value[i], err);
    }
    Pack pack = {0};
    if (!status)
        status = pack_load_json(&pack, variant->game.rules.game, json, NULL, variant->label, err);
    json_decref(json);
    if (status) {
        err->status = SK_USAGE;
        return SK_USAGE;
    }
    Rules before = variant->game.rules;
    pack_free(&variant->game.pack);
    variant->game.pack = pack;
    status = rules_open(&variant->game.rules, &variant->game.pack, before.seats, err);
    memcpy(variant->game.rules.option, before.option, sizeof before.option);
    return status;
}

static Status vary_options(const LabArgs *args, LabVariant *variant, Err *err) {
    Status status = SK_OK;
    for (unsigned i = 0; i < args->varies && !status; i++) {
        char name[64];
        if (varies_content(args->vary[i]))
            continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(args->vary[i], "="), args->vary[i]);
        status = rules_option(&variant->game.rules, name, variant->value[i], err);
        if (status)
            status = err->status = SK_USAGE;
    }
    return status;
}

static Status open_usage(const LabArgs *args, LabVariant *variant, Err *err) {
    static const char *const everything[] = {"all"};
    bool page = args->html && !args->uses; /* --html implies --use all */
    if (!args->uses && !page)
        return SK_OK;
    variant->use = malloc(sizeof *variant->use);
    if (!variant->use)
        return err_set(err, SK_IO, "Out of memory while preparing --use.", "");
    variant->setup.use = variant->use;
    return usage_plan(variant->use, &variant->game.rules, page ? everything : args->use, page ? 1 : args->uses, err);
}

/* Opens the game with one seat per bot. */
Status lab_variant_open(const LabArgs *args, unsigned number, LabVariant *variant, Err *err) {
    const Bot *bot[SEATS_MAX];
    unsigned seats = 0;
    memset(variant, 0, sizeof *variant);
    Status status = args->seats ? lab_read_bots(args->seats, "--seats", bot, SEATS_MAX, &seats, err) : SK_OK;
    if (!status)
        status = pick_values(args, number, variant, err);
    if (status)
        return status;
    status = game_setup_open(&variant->game, &args->setup, seats, err);
    if (status)
        return status;
    bool content = false;
    for (unsigned i = 0; i < args->varies; i++)
        content |= varies_content(args->vary[i]);
    status = content ? vary_content(args, variant, err) : SK_OK;
    if (!status)
        status = vary_options(args, variant, err);
    variant->setup = lab_setup(args, &variant->game.rules);
    variant->setup.pack = &variant->game.pack;
    for (unsigned i = 0; i < variant->game.rules.seats; i++)
        variant->setup.bot[i] = i < seats ? bot[i] : bot_find("greedy");
    if (!status)
        status = open_usage(args, variant, err);
    if (status)
        lab_variant_close(variant);
    return status;
}

void lab_variant_close(LabVariant *variant) {
    free(variant->use);
    variant->use = NULL;
    game_setup_close(&variant->game);
}
