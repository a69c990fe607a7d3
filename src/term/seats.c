#include "term/seats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

unsigned seats_count(const char *list) {
    unsigned n = list != NULL;
    for (; list && *list; list++)
        n += *list == ',';
    return n;
}

bool seat_is_bot(const char *name) { return strncmp(name, "bot:", 4) == 0 || program_command(name); }

/* ---- reading -------------------------------------------------------------------------------------------- */

Status check_seat_name(const char *name, unsigned seat, Err *err) {
    int number = (int)seat + 1;
    if (!name[strspn(name, " ")])
        return err_set(err, SK_USAGE, "Seat {0} has no name; give it one, or a bot such as `bot:{1}`.", "ds", number,
                       bots_all[0]->name);
    if (strlen(name) >= NAME_SIZE)
        return err_set(err, SK_USAGE, "The name of seat {0} is longer than {1} letters; shorten it.", "dd", number,
                       NAME_SIZE - 1);
    if (strchr(name, ':') && !seat_is_bot(name))
        return err_set(err, SK_USAGE,
                       "A seat is `you`, a name, a bot such as `bot:{0}`, or a program such as `cmd:./mybot`, not {1}.",
                       "ss", bots_all[0]->name, name);
    if (strchr(name, ','))
        return err_set(err, SK_USAGE, "The name of seat {0} contains a comma; leave it out.", "d", number);
    for (const char *p = name; *p; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7F)
            return err_set(err, SK_USAGE,
                           "The name of seat {0} contains a character that cannot be shown; leave it out.", "d",
                           number);
    return program_command(name) ? program_check(program_command(name), err) : SK_OK;
}

Status check_names_differ(const SeatNames name, unsigned seats, Err *err) {
    for (unsigned seat = 1; seat < seats; seat++)
        for (unsigned other = 0; other < seat; other++)
            if (!seat_is_bot(name[seat]) && strcasecmp(name[seat], name[other]) == 0)
                return err_set(err, SK_USAGE, "Seats {0} and {1} are both called {2}; give them different names.",
                               "dds", (int)other + 1, (int)seat + 1, name[seat]);
    return SK_OK;
}

static void seats_default(unsigned seats, SeatNames name) {
    for (unsigned seat = 0; seat < seats; seat++)
        snprintf(name[seat], NAME_SIZE, seat ? "bot:%s" : "you", bots_all[0]->name);
}

Status seats_read(const char *list, unsigned seats, SeatNames name, Err *err) {
    memset(name, 0, sizeof(SeatNames));
    if (!list) {
        seats_default(seats, name);
        return SK_OK;
    }
    for (unsigned seat = 0; list && seat < SEATS_MAX; seat++) {
        char one[2 * NAME_SIZE];
        size_t n = strcspn(list, ","), blank = strspn(list, " ");
        blank = blank < n ? blank : n;
        size_t keep = n - blank;
        while (keep && list[blank + keep - 1] == ' ')
            keep--;
        snprintf(one, sizeof one, "%.*s", (int)(keep < sizeof one ? keep : sizeof one - 1), list + blank);
        Status status = check_seat_name(one, seat, err);
        if (status)
            return status;
        memcpy(name[seat], one, NAME_SIZE);
        list = list[n] ? list + n + 1 : NULL;
    }
    return check_names_differ((const char(*)[NAME_SIZE])name, seats, err);
}

/* ---- showing -------------------------------------------------------------------------------------------- */

/* The name of a bot without `bot:`, or of a program without its folder. */
static void bot_label(const char *name, char label[NAME_SIZE]) {
    const char *command = program_command(name);
    if (command)
        program_name(command, label, NAME_SIZE);
    else
        snprintf(label, NAME_SIZE, "%s", name + strlen("bot:"));
}

/* Whether another seat's bot has the same label, so that seat numbers are needed to tell them apart. */
static bool bot_label_is_shared(const SeatNames name, unsigned seats, unsigned seat) {
    char own[NAME_SIZE], others[NAME_SIZE];
    bot_label(name[seat], own);
    for (unsigned other = 0; other < seats; other++) {
        if (other == seat || !seat_is_bot(name[other]))
            continue;
        bot_label(name[other], others);
        if (strcmp(own, others) == 0)
            return true;
    }
    return false;
}

void seats_display_names(const Words *words, const SeatNames name, unsigned seats, SeatNames shown) {
    Voice voice = {.words = words, .viewer = SPECTATOR};
    memset(shown, 0, sizeof(SeatNames));
    for (unsigned seat = 0; seat < seats; seat++) {
        Text text = {0};
        char label[NAME_SIZE];
        if (seat_is_bot(name[seat])) {
            bot_label(name[seat], label);
            voice_format(&voice, &text, bot_label_is_shared(name, seats, seat) ? "seat.bot-number" : "seat.bot", "sd",
                         label, (int)seat + 1);
        } else if (strcmp(name[seat], "you") != 0) {
            text_puts(&text, name[seat]);
        }
        snprintf(shown[seat], NAME_SIZE, "%s", text_str(&text));
        text_free(&text);
    }
}

int seats_find(const SeatNames name, unsigned seats, const char *word) {
    int found = -1;
    char *end;
    for (unsigned seat = 0; *word && seat < seats; seat++)
        if (strcasecmp(name[seat], word) == 0)
            found = found == -1 ? (int)seat : -2;
    if (found != -1)
        return found;
    long number = strtol(word, &end, 10);
    return end != word && !*end && number >= 1 && number <= (long)seats ? (int)number - 1 : -1;
}

void seats_text(const Voice *voice, unsigned seats, Text *out) {
    for (unsigned seat = 0; seat < seats; seat++) {
        voice_join(voice, out, seat, seats);
        voice_seat(voice, seat, out);
    }
}
