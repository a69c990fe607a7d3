#include "serve/tables/seat_log.h"
#include "serve/wire/send.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "text/moment.h"

static unsigned viewer_seat(unsigned v) { return v < SEATS_MAX ? v : (unsigned)SPECTATOR; }

static void note_place(const Table *table, SeatNote *note) {
    note->unplaced = table->match == NULL;
    if (note->unplaced)
        return;
    note->turn = state_head(match_state(table->match))->turn;
    for (unsigned v = 0; v < VIEWERS; v++)
        note->version[v] = match_version(table->match, viewer_seat(v));
}

void seat_log_add(Table *table, unsigned seat, SeatEvent event) {
    if (!table->seat_log && !(table->seat_log = calloc(1, sizeof *table->seat_log)))
        return;
    SeatLog *log = table->seat_log;
    if (log->notes == SEAT_NOTES_MAX)
        memmove(log->note, log->note + 1, --log->notes * sizeof *log->note);
    SeatNote *note = &log->note[log->notes++];
    *note = (SeatNote){.event = (uint8_t)event, .seat = (uint8_t)seat};
    note_place(table, note);
    log->total++;
}

void seat_log_place(House *house, Table *table) {
    bool changed = false;
    for (unsigned i = 0; table->match && table->seat_log && i < table->seat_log->notes; i++)
        if (table->seat_log->note[i].unplaced) {
            note_place(table, &table->seat_log->note[i]);
            changed = true;
        }
    if (changed)
        table_save(house, table);
}

/* ---- pushing ----------------------------------------------------------------------------------------------- */

static const char *const events[SEAT_EVENT_COUNT] = {"hand-over", "come-back", "time-out", "hand-over"};
static const char *const words[SEAT_EVENT_COUNT][2] = {{"log.hand-over", "log.hand-over.you"},
                                                       {"log.come-back", "log.come-back.you"},
                                                       {"log.time-out", "log.time-out.you"},
                                                       {"log.freed", "log.freed"}};

void seat_note_write_json(const Voice *voice, const SeatNote *note, JsonWriter *out) {
    Text text = {0}, name = {0};
    unsigned viewer = voice->viewer < SEATS_MAX ? voice->viewer : SEATS_MAX;
    voice_seat_first(voice, note->seat, &name);
    voice_format(voice, &text, words[note->event][note->seat == voice->viewer], "sd", text_str(&name),
                 (int)note->seat + 1);
    moment_line_write_json(
        &(LogLine){text_str(&text), events[note->event], note->seat, note->turn, false, &note->version[viewer]}, out);
    text_free(&text);
    text_free(&name);
}

static Blob *note_blob(const Voice *voice, const SeatNote *note) {
    Text text = {0};
    JsonWriter writer = {&text, false};
    jw_open(&writer, '{');
    jw_put_string(&writer, "push", "log");
    jw_key(&writer, "seat");
    if (voice->viewer < SEATS_MAX)
        jw_number(&writer, voice->viewer + 1);
    else
        jw_null(&writer);
    jw_key(&writer, "line");
    seat_note_write_json(voice, note, &writer);
    jw_close(&writer, '}');
    return blob_text(&text);
}

static void note_push(House *house, const Table *table, const SeatNote *note) {
    char names[SEATS_MAX][NAME_SIZE];
    table_names(house, table, names);
    for (unsigned v = 0; v < VIEWERS; v++) {
        Voice voice = {&table->pack->words, &table->rules, viewer_seat(v), (const char(*)[NAME_SIZE])names};
        Blob *blob = NULL;
        for (Sock *sock = table->sockets; sock; sock = sock->next_at_table) {
            uint32_t seats = sock_seats(sock), sees = seats ? seats : BIT(SEATS_MAX);
            if (sock->open_pending || !(sees >> v & 1))
                continue;
            if (!blob)
                blob = note_blob(&voice, note);
            sock_send(house, sock, blob);
        }
        blob_free(blob);
    }
}

void seat_log_push(House *house, Table *table) {
    SeatLog *log = table->seat_log;
    if (!log || !table->pack)
        return;
    uint32_t first = log->total - log->notes;
    for (uint32_t n = log->delivered > first ? log->delivered : first; n < log->stored; n++)
        note_push(house, table, &log->note[n - first]);
    log->delivered = log->stored > log->delivered ? log->stored : log->delivered;
}

void seat_log_save_done(House *house, Table *table, int64_t total) {
    SeatLog *log = table->seat_log;
    if (!log || total <= log->stored || total > log->total)
        return;
    log->stored = (uint32_t)total;
    seat_log_push(house, table);
}

/* ---- storing ----------------------------------------------------------------------------------------------- */

json_t *seat_log_row(const Table *table) {
    const SeatLog *log = table->seat_log;
    json_t *notes = json_array();
    for (unsigned i = 0; i < log->notes; i++) {
        const SeatNote *note = &log->note[i];
        json_t *row = json_pack("[i, i, b, I]", note->event, note->seat, note->unplaced, (json_int_t)note->turn);
        for (unsigned v = 0; v < VIEWERS; v++)
            json_array_append_new(row, json_integer((json_int_t)note->version[v]));
        json_array_append_new(notes, row);
    }
    return json_pack("{s:I, s:o}", "ever", (json_int_t)log->total, "notes", notes);
}

static bool note_read(const json_t *row, unsigned seats, SeatNote *note) {
    json_int_t event = json_integer_value(json_array_get(row, 0)), seat = json_integer_value(json_array_get(row, 1));
    if (json_array_size(row) != 4 + VIEWERS || event < 0 || event >= SEAT_EVENT_COUNT || seat < 0 || seat >= seats)
        return false;
    *note = (SeatNote){.event = (uint8_t)event,
                       .seat = (uint8_t)seat,
                       .unplaced = json_is_true(json_array_get(row, 2)),
                       .turn = (uint32_t)json_integer_value(json_array_get(row, 3))};
    for (unsigned v = 0; v < VIEWERS; v++)
        note->version[v] = (uint32_t)json_integer_value(json_array_get(row, 4 + v));
    return true;
}

/* Leaves `delivered` as it is, so that notes from another server are pushed here next. */
void seat_log_read(Table *table, const json_t *row) {
    const json_t *stored = json_object_get(row, "seat_log"), *notes = json_object_get(stored, "notes"), *one;
    SeatLog *log = table->seat_log;
    size_t i;
    if (!stored && log)
        *log = (SeatLog){0};
    if (!stored || (!log && !(log = table->seat_log = calloc(1, sizeof *log))))
        return;
    log->notes = 0;
    log->total = (uint32_t)json_integer_value(json_object_get(stored, "ever"));
    json_array_foreach(notes, i, one) {
        if (log->notes < SEAT_NOTES_MAX && note_read(one, table->seats, &log->note[log->notes]))
            log->notes++;
    }
    log->stored = log->total;
    if (log->delivered > log->total)
        log->delivered = log->total;
}
