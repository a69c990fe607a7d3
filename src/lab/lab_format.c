/* Formats numbers and bot names for the lab's reports. */
#include "lab/lab_internal.h"

#include <inttypes.h>
#include <stdio.h>

const unsigned lab_percents[PERCENTS] = {5, 25, 50, 75, 95, 99};

const char *lab_grouped(uint64_t value, char out[NUMBER_SIZE]) {
    char digits[NUMBER_SIZE];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, value), len = 0;
    for (int i = 0; i < n && len < NUMBER_SIZE - 2; i++) {
        if (i && (n - i) % 3 == 0)
            out[len++] = ',';
        out[len++] = digits[i];
    }
    out[len] = 0;
    return out;
}

const char *lab_bot_name(const Bot *bot, char out[BOT_SIZE]) {
    snprintf(out, BOT_SIZE, program_command(bot->name) ? "%s" : "bot:%s", bot->name);
    return out;
}

const char *lab_seat_bot(const LabSetup *setup, const LabLineup *lineup, unsigned seat, char out[BOT_SIZE]) {
    if (lineup->set == 1)
        return lab_bot_name(setup->bot[seat], out);
    snprintf(out, BOT_SIZE, "in turn");
    return out;
}

uint64_t lab_games_with_first_decider(const LabSetup *setup, const LabTally *tally) {
    uint64_t sum = 0;
    unsigned deciders = 0;
    for (unsigned i = 0; i < setup->rules->seats; i++) {
        sum += tally->first_decider[i];
        deciders += tally->first_decider[i] > 0;
    }
    return deciders > 1 ? sum : 0;
}
