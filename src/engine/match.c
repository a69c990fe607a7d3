#include "engine/match.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "base/oom.h"
#include "engine/fields.h"
#include "engine/names.h"

enum { VIEWERS = SEATS_MAX + 1, ANSWERS = 8, VECTOR_FIRST = 8, UNDO_KEPT = 16 }; /* the last viewer is the spectator */

/* Something that grows; the caller knows the size of an entry. */
typedef struct Vector {
    void *at;
    unsigned n, cap;
} Vector;

/* What stays the same in a repeated answer. */
typedef struct Answer {
    uint64_t message;
    Err *err; /* NULL: it was accepted */
} Answer;

/* How things stood before a line. A server keeps many matches: a state takes its game's size here, not the largest. */
typedef struct Snapshot {
    Move move;                         /* what was done then */
    unsigned events;                   /* how many of the pending ones came earlier */
    uint8_t to;                        /* who learned of it */
    _Alignas(8) unsigned char state[]; /* Match.size bytes */
} Snapshot;

struct Match {
    Rules rules;
    Vector moves;   /* Move: the lines that stand */
    Vector lines;   /* Line: pending, or last committed */
    Vector events;  /* Event: of those lines */
    Vector before;  /* Before: of each of those lines (snapshot_at) */
    Vector undo;    /* Before: of the last steps, as far as they can be taken back */
    uint32_t draws; /* chance outcomes so far: the number of the next one */
    uint32_t version[VIEWERS];
    uint32_t fresh[SEATS_MAX];  /* the version since which a seat's decision still holds */
    uint64_t listed[SEATS_MAX]; /* a fingerprint of its moves other than asides */
    Answer answer[SEATS_MAX][ANSWERS];
    unsigned answers[SEATS_MAX];
    bool pending, broken; /* broken: without memory; the pending lines are not to be trusted */
    uint64_t message;     /* of the pending submission, and who made it */
    unsigned message_seat;
    size_t size;                /* of a state, rounded up */
    void *first, *state, *next; /* in the memory behind */
    _Alignas(8) unsigned char states[];
};

/* ---- memory --------------------------------------------------------------------------------------------- */

static void *vector_push(Match *m, Vector *pile, size_t size) {
    if (pile->n == pile->cap) {
        unsigned cap = pile->cap ? 2 * pile->cap : VECTOR_FIRST;
        void *at = realloc(pile->at, cap * size);
        if (!at) {
            m->broken = true;
            oom_note();
            return NULL;
        }
        pile->at = at;
        pile->cap = cap;
    }
    return (char *)pile->at + pile->n++ * size;
}

static Snapshot *snapshot_at(const Match *m, const Vector *pile, unsigned i) {
    return (Snapshot *)((char *)pile->at + i * (sizeof(Snapshot) + m->size));
}

/* An entry more, with this state. */
static Snapshot *snapshot_push(Match *m, Vector *pile, const void *state) {
    Snapshot *before = vector_push(m, pile, sizeof *before + m->size);
    if (before)
        memcpy(before->state, state, m->size);
    return before;
}

static void snapshot_copy(const Match *m, Snapshot *to, const Snapshot *from) {
    memcpy(to, from, sizeof *to + m->size);
}

/* Nothing can be taken back any more. What a long turn has piled up is not kept. */
static void undo_forget(Match *m) {
    m->undo.n = 0;
    if (m->undo.cap > UNDO_KEPT) {
        free(m->undo.at);
        m->undo = (Vector){0};
    }
}

static uint32_t seeded_below(Dice *dice, uint32_t n, uint32_t bound) {
    Rng rng = rng_make(((SeededDice *)dice)->seed, n);
    return rng_below(&rng, bound);
}

SeededDice dice_seeded(uint64_t seed) { return (SeededDice){{seeded_below}, seed}; }

/* ---- the parts of a step -------------------------------------------------------------------------------- */

typedef struct MatchSink {
    Sink sink;
    Match *match;
} MatchSink;

static void take_event(Sink *sink, const Event *event) {
    Match *m = ((MatchSink *)sink)->match;
    Event *slot = vector_push(m, &m->events, sizeof *slot);
    if (slot)
        *slot = *event;
}

static void pending_begin(Match *m) {
    memcpy(m->next, m->state, m->size);
    m->lines.n = m->events.n = m->before.n = 0;
    m->pending = true;
    m->broken = false;
    m->message = 0;
}

static void pending_move(Match *m, Move move) {
    MatchSink sink = {{take_event}, m};
    Line *line = vector_push(m, &m->lines, sizeof *line);
    Snapshot *before = snapshot_push(m, &m->before, m->next);
    if (!line || !before)
        return;
    *line = (Line){.move = move};
    before->move = move;
    before->events = m->events.n;
    before->to = 0;
    rules_apply(&m->rules, m->next, move, &sink.sink);
    const Event *events = m->events.at;
    for (unsigned i = before->events; i < m->events.n; i++)
        before->to |= events[i].to;
}

/* Chance up to the next decision. */
static void pending_chance(Match *m, Dice *dice) {
    Odds odds;
    uint32_t draw = m->draws;
    while (dice && state_head(m->next)->node == NODE_CHANCE && !m->broken) {
        m->rules.game->chance(&m->rules, m->next, &odds);
        unsigned i = odds_index(&odds, dice->below(dice, draw++, odds.total ? odds.total : odds.n));
        pending_move(m, m->rules.game->outcome(&m->rules, m->next, i));
    }
}

/* The log must not fail once the caller has stored the lines: its room is made now. */
static void log_capacity(Match *m) {
    unsigned n = m->moves.n;
    for (unsigned i = 0; i < m->lines.n && !m->broken; i++)
        vector_push(m, &m->moves, sizeof(Move));
    m->moves.n = n;
}

static Status pending_end(Match *m, Err *err) {
    log_capacity(m);
    if (!m->broken)
        return SK_OK;
    match_discard(m);
    return err_set(err, SK_IO, "There is not enough memory for this step.", "");
}

static Status check_nothing_pending(const Match *m, Err *err) {
    return m->pending ? err_set(err, SK_TURN, "A step is waiting to be stored.", "") : SK_OK;
}

/* ---- life ----------------------------------------------------------------------------------------------- */

static uint64_t moves_fingerprint(const Match *m, unsigned seat) {
    Move moves[LEGAL_MAX];
    unsigned n = m->rules.game->legal(&m->rules, m->state, seat, moves), kept = 0;
    for (unsigned i = 0; i < n; i++)
        if (!(m->rules.game->moves[moves[i].kind].flags & MOVE_ASIDE))
            moves[kept++] = moves[i];
    return hash_bytes(moves, kept * sizeof *moves, kept);
}

Match *match_from_state(const Rules *rules, const void *state) {
    size_t size = (rules->game->state_size + 7u) & ~(size_t)7;
    Match *m = calloc(1, sizeof *m + 3 * size);
    if (!m)
        return NULL;
    m->rules = *rules;
    m->size = size;
    m->first = m->states;
    m->state = m->states + size;
    m->next = m->states + 2 * size;
    memcpy(m->state, state, rules->game->state_size);
    memcpy(m->first, state, rules->game->state_size);
    for (unsigned seat = 0; seat < rules->seats; seat++)
        m->listed[seat] = moves_fingerprint(m, seat);
    return m;
}

Match *match_new(const Rules *rules, Err *err) {
    State state = {0};
    Status status = rules->game->setup(rules, &state, err);
    if (status) {
        if (err)
            refusal_finish(rules, err);
        return NULL;
    }
    Match *m = match_from_state(rules, &state);
    if (!m)
        err_set(err, SK_IO, "There is not enough memory for a match.", "");
    return m;
}

void match_free(Match *m) {
    if (!m)
        return;
    free(m->moves.at);
    free(m->lines.at);
    free(m->events.at);
    free(m->before.at);
    free(m->undo.at);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        for (unsigned i = 0; i < ANSWERS; i++)
            free(m->answer[seat][i].err);
    free(m);
}

/* ---- what a step shows ---------------------------------------------------------------------------------- */

static bool field_reveals(const Field *f, const void *old, const void *new) {
    int64_t unknown = field_unknown(f->type);
    for (unsigned row = 0; row < (f->rows ? f->rows : 1); row++)
        for (unsigned col = 0; col < f->cols; col++)
            if (field_get(f, old, row, col) == unknown && field_get(f, new, row, col) != unknown)
                return true;
    return false;
}

/* Something unknown became known to the viewer: by the tables, without asking the game. */
static bool view_reveals(const Rules *rules, unsigned viewer, const void *before, const void *after) {
    State old = {0}, new = {0};
    rules->game->observe(rules, before, viewer, &old);
    rules->game->observe(rules, after, viewer, &new);
    for (const Field *f = rules->game->fields; f->name; f++)
        if (f->see != SEE_ALL && field_reveals(f, &old, &new))
            return true;
    return false;
}

static bool views_reveal(const Rules *rules, const void *before, const void *after) {
    for (unsigned v = 0; v <= rules->seats; v++)
        if (view_reveals(rules, v < rules->seats ? v : SPECTATOR, before, after))
            return true;
    return false;
}

/* An event of a seat's own step shows what was hidden; what one tells oneself is no news. */
static bool event_reveals(const Rules *rules, const Event *event, unsigned seat) {
    return (rules->game->events[event->kind].flags & EVENT_REVEALS) ||
           (event->secret && (event->secret_to & ~viewer_bit(seat)));
}

/* ---- preparing ------------------------------------------------------------------------------------------ */

Status match_start(Match *m, Dice *dice, Err *err) {
    Status status = check_nothing_pending(m, err);
    if (status)
        return status;
    pending_begin(m);
    pending_chance(m, dice);
    return pending_end(m, err);
}

static Answer *answer_find(Match *m, const Submission *s) {
    for (unsigned i = 0; s->message && i < ANSWERS; i++)
        if (m->answer[s->seat][i].message == s->message)
            return &m->answer[s->seat][i];
    return NULL;
}

static void answer_keep(Match *m, unsigned seat, uint64_t message, const Err *err) {
    Err *copy = message && err ? malloc(sizeof *copy) : NULL;
    if (!message || (err && !copy))
        return; /* without memory a refused message is judged again when it comes again */
    Answer *answer = &m->answer[seat][m->answers[seat]++ % ANSWERS];
    free(answer->err);
    *answer = (Answer){message, copy};
    if (copy)
        *copy = *err;
}

/* Whether the line last made taught its seat anything but what it did itself: dice, or something hidden that was shown.
 * By what the seat is told and sees, nothing else: from what others see it could learn something. */
static bool line_reveals(const Match *m, unsigned seat) {
    const Snapshot *before = snapshot_at(m, &m->before, m->before.n - 1);
    const Event *events = m->events.at;
    if (state_head(m->next)->node == NODE_CHANCE || view_reveals(&m->rules, seat, before->state, m->next))
        return true;
    for (unsigned i = before->events; i < m->events.n; i++)
        if ((events[i].to & viewer_bit(seat)) && event_reveals(&m->rules, &events[i], seat))
            return true;
    return false;
}

/* A refusal undoes the whole list, so nobody may decide on what a move of it taught him: else he could try again and
 * again, and would be told each time. That is said before the next move is looked at, in one sentence for all cases:
 * whether it was dice or a hidden tile may depend on that tile. */
static Status submit_moves(Match *m, const Submission *s, Err *err) {
    for (unsigned i = 0; i < s->count; i++)
        if (s->moves[i].seat != s->seat)
            return err_set(err, SK_TURN, "All moves of a submission must be the seat's own.", "");
    for (unsigned i = 0; i < s->count && !m->broken; i++) {
        if (i > 0 && line_reveals(m, s->seat))
            return err_set(err, SK_TURN,
                           "Move {0} of this submission comes after dice, cards or something hidden that is shown; "
                           "send it later.",
                           "d", (int)i + 1);
        Status status = rules_check(&m->rules, m->next, s->moves[i], err);
        if (status)
            return status;
        pending_move(m, s->moves[i]);
    }
    return s->count ? SK_OK : err_set(err, SK_SYNTAX, "A submission needs at least one move.", "");
}

Status match_submit(Match *m, const Submission *s, Dice *dice, Err *err) {
    Err mine;
    Err *said = err ? err : &mine; /* the answer is kept even if this caller does not want it */
    if (s->seat >= m->rules.seats)
        return err_set(err, SK_RANGE, "There is no seat {0}.", "d", (int)s->seat + 1);
    Answer *first = answer_find(m, s);
    if (first && first->err) {
        *said = *first->err;
        return said->status;
    }
    Status status = check_nothing_pending(m, err);
    if (status)
        return status;
    if (first) {
        pending_begin(m); /* it was accepted then: accepted again, with nothing left to do */
        return SK_OK;
    }
    if (s->version != MATCH_NOW && s->version < m->fresh[s->seat])
        return err_set(err, SK_STALE, "The game has moved on; look again and choose.", "");
    pending_begin(m);
    status = submit_moves(m, s, said);
    if (status) {
        match_discard(m);
        answer_keep(m, s->seat, s->message, said);
        return status;
    }
    m->message = s->message;
    m->message_seat = s->seat;
    pending_chance(m, dice);
    return pending_end(m, err);
}

Status match_apply_outcome(Match *m, Move outcome, Err *err) {
    Status status = check_nothing_pending(m, err);
    if (status)
        return status;
    outcome.seat = CHANCE;
    status = rules_check(&m->rules, m->state, outcome, err);
    if (status)
        return status;
    pending_begin(m);
    pending_move(m, outcome);
    return pending_end(m, err);
}

/* The last step that concerned a seat, if that was its own: its place in m->undo, or -1. What others did unseen since
 * does not count, or a seat could tell from its undo that they did something. */
static int undo_find(const Match *m, unsigned seat) {
    for (int i = (int)m->undo.n - 1; i >= 0; i--) {
        const Snapshot *undo = snapshot_at(m, &m->undo, (unsigned)i);
        if (undo->move.seat == seat)
            return i;
        if (undo->to & viewer_bit(seat))
            return -1;
    }
    return -1;
}

bool match_can_undo(const Match *m, unsigned seat) { return undo_find(m, seat) >= 0; }

/* The state before a step, and after it again what others did unseen: it goes into m->before for the commit. */
static bool undo_replay(Match *m, unsigned place) {
    for (unsigned i = place + 1; i < m->undo.n && !m->broken; i++) {
        const Snapshot *later = snapshot_at(m, &m->undo, i);
        Snapshot *slot = snapshot_push(m, &m->before, m->next);
        if (!slot || rules_check(&m->rules, m->next, later->move, NULL))
            return false;
        slot->move = later->move;
        slot->events = later->events;
        slot->to = later->to;
        rules_apply(&m->rules, m->next, later->move, NULL);
    }
    return true;
}

Status match_undo(Match *m, unsigned seat, Err *err) {
    Status status = check_nothing_pending(m, err);
    if (status)
        return status;
    int place = undo_find(m, seat);
    if (place < 0)
        return err_set(
            err, SK_TURN,
            "Nothing can be taken back: only your own last move, and only if no dice, secret or end came of it.", "");
    pending_begin(m);
    Line *line = vector_push(m, &m->lines, sizeof *line);
    if (line)
        *line = (Line){.move = {.seat = (uint8_t)seat}, .undo = 1};
    memcpy(m->next, snapshot_at(m, &m->undo, (unsigned)place)->state, m->size);
    if (!undo_replay(m, (unsigned)place)) {
        match_discard(m);
        return err_set(err, SK_TURN, "Your last move cannot be taken back any more: others have built on it.", "");
    }
    return pending_end(m, err);
}

/* Out of the log, and what came after it moves up. */
static void undo_log(Match *m, unsigned seat) {
    unsigned place = (unsigned)undo_find(m, seat), later = m->undo.n - place - 1;
    Move *at = (Move *)m->moves.at + (m->moves.n - later - 1);
    memmove(at, at + 1, later * sizeof *at);
    m->moves.n--;
    m->undo.n--;
    for (unsigned i = 0; i < later; i++)
        snapshot_copy(m, snapshot_at(m, &m->undo, place + i), snapshot_at(m, &m->before, i));
}

/* ---- committing ----------------------------------------------------------------------------------------- */

static bool step_reveals(const Match *m, unsigned i, const void *after, unsigned events) {
    const Snapshot *before = snapshot_at(m, &m->before, i);
    if (views_reveal(&m->rules, before->state, after))
        return true;
    for (unsigned k = before->events; k < events; k++)
        if (event_reveals(&m->rules, (const Event *)m->events.at + k, before->move.seat))
            return true;
    return false;
}

/* Others begin to choose beside somebody: what they do may be hidden, and an undo that it stops would tell of it. */
static bool step_gives_turn(const void *before, const void *after, unsigned seat) {
    unsigned now = state_head(after)->to_act;
    return (now & (now - 1)) && (now & ~(unsigned)state_head(before)->to_act & ~BIT(seat));
}

typedef struct FinalSink {
    Sink sink;
    const Rules *rules;
    unsigned seat;
    bool reveals;
} FinalSink;

static void final_event(Sink *sink, const Event *event) {
    FinalSink *final = (FinalSink *)sink;
    final->reveals |= event_reveals(final->rules, event, final->seat);
}

bool move_is_irreversible(const Rules *rules, const void *state, Move move) {
    State after;
    FinalSink sink = {{final_event}, rules, move.seat, false};
    memcpy(&after, state, rules->game->state_size);
    rules_apply(rules, &after, move, &sink.sink);
    return state_head(&after)->node != NODE_DECISION || sink.reveals || step_gives_turn(state, &after, move.seat) ||
           views_reveal(rules, state, &after);
}

/* A step can be taken back when it was a seat's own, led to no chance or end, showed nothing to anybody, and did not
 * set several choosing at once. */
static void undo_keep(Match *m, unsigned i) {
    const Snapshot *before = snapshot_at(m, &m->before, i);
    const Snapshot *then = i + 1 == m->before.n ? NULL : snapshot_at(m, &m->before, i + 1);
    const void *after = then ? (const void *)then->state : m->next;
    unsigned events = then ? then->events : m->events.n;
    if (before->move.seat == CHANCE || state_head(after)->node != NODE_DECISION || step_reveals(m, i, after, events) ||
        step_gives_turn(before->state, after, before->move.seat)) {
        undo_forget(m);
        return;
    }
    Snapshot *slot = snapshot_push(m, &m->undo, before->state);
    if (slot)
        snapshot_copy(m, slot, before);
    else
        undo_forget(m); /* no memory: then no undo, the game goes on */
}

/* Whether a viewer learns of what is committed; an undo concerns those whom the step had concerned. */
static bool viewer_is_affected(const Match *m, unsigned viewer) {
    const Line *lines = m->lines.at;
    for (unsigned i = 0; i < m->lines.n; i++) {
        unsigned seat = lines[i].move.seat;
        unsigned to = lines[i].undo ? snapshot_at(m, &m->undo, (unsigned)undo_find(m, seat))->to
                                    : snapshot_at(m, &m->before, i)->to;
        if (seat == viewer || (to & viewer_bit(viewer)))
            return true;
    }
    return false;
}

static void bump_versions(Match *m) {
    const Line *lines = m->lines.at;
    for (unsigned seat = 0; seat < m->rules.seats; seat++) {
        m->version[seat] += viewer_is_affected(m, seat);
        uint64_t listed = moves_fingerprint(m, seat);
        bool acted = false;
        for (unsigned i = 0; i < m->lines.n; i++)
            acted |= lines[i].move.seat == seat;
        if (acted || listed != m->listed[seat])
            m->fresh[seat] = m->version[seat];
        m->listed[seat] = listed;
    }
    m->version[SEATS_MAX] += viewer_is_affected(m, SPECTATOR);
}

static void append_log(Match *m) {
    const Line *lines = m->lines.at;
    for (unsigned i = 0; i < m->lines.n; i++) {
        if (lines[i].undo) {
            undo_log(m, lines[i].move.seat);
            continue;
        }
        ((Move *)m->moves.at)[m->moves.n++] = lines[i].move;
        m->draws += lines[i].move.seat == CHANCE;
        undo_keep(m, i);
    }
}

void match_commit(Match *m) {
    if (!m->pending)
        return;
    memcpy(m->state, m->next, m->size);
    m->pending = false;
    if (m->lines.n)
        bump_versions(m);
    append_log(m);
    answer_keep(m, m->message_seat, m->message, NULL);
    m->message = 0;
}

void match_discard(Match *m) {
    m->pending = m->broken = false;
    m->lines.n = m->events.n = m->before.n = 0;
    m->message = 0;
}

/* ---- looking -------------------------------------------------------------------------------------------- */

const Rules *match_rules(const Match *m) { return &m->rules; }
const void *match_state(const Match *m) { return m->state; }
const void *match_pending_state(const Match *m) { return m->pending ? m->next : m->state; }
const void *match_initial_state(const Match *m) { return m->first; }
bool match_is_over(const Match *m) { return state_head(m->state)->node == NODE_OVER; }

const Move *match_moves(const Match *m, unsigned *count) {
    *count = m->moves.n;
    return m->moves.at;
}

const Line *match_lines(const Match *m, unsigned *count) {
    *count = m->lines.n;
    return m->lines.at;
}

const Event *match_events(const Match *m, unsigned *count) {
    *count = m->events.n;
    return m->events.at;
}

uint32_t match_version(const Match *m, unsigned viewer) { return m->version[viewer < SEATS_MAX ? viewer : SEATS_MAX]; }

void match_view(const Match *m, unsigned viewer, void *view) {
    memset(view, 0, m->rules.game->state_size);
    m->rules.game->observe(&m->rules, m->state, viewer, view);
}

unsigned match_legal(const Match *m, unsigned seat, Move out[LEGAL_MAX]) {
    return state_head(m->state)->node == NODE_DECISION ? m->rules.game->legal(&m->rules, m->state, seat, out) : 0;
}

/* ---- loading -------------------------------------------------------------------------------------------- */

Status match_replay(Match *m, Line line, Err *err) {
    Status status;
    if (line.undo)
        status = match_undo(m, line.move.seat, err);
    else if (line.move.seat == CHANCE)
        status = match_apply_outcome(m, line.move, err);
    else
        status = match_submit(m, &(Submission){line.move.seat, &line.move, 1, MATCH_NOW, 0}, NULL, err);
    if (!status)
        match_commit(m);
    return status;
}
