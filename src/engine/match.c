#include "engine/match.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "base/oom.h"
#include "engine/fields.h"
#include "engine/names.h"

enum {
    VIEWERS = SEATS_MAX + 1, /* the last one is the spectator */
    ANSWERS_MAX = 8,         /* answers remembered for each seat */
    VECTOR_CAPACITY_MIN = 8,
    UNDO_CAPACITY_MAX = 16 /* a larger undo stack is freed when it is cleared */
};

/* A growable array. The caller knows the size of an entry. */
typedef struct Vector {
    void *data;
    unsigned n, cap;
} Vector;

/* The answer to a message, remembered for repeats. */
typedef struct Answer {
    uint64_t message_number;
    Err *err; /* the refusal; NULL: accepted */
} Answer;

/* A line and the state before it. A server holds many matches, so the state takes its game's size, not STATE_MAX. */
typedef struct Snapshot {
    Move move;
    unsigned events;                   /* index of the line's first event */
    uint8_t to;                        /* audience of the line's events */
    _Alignas(8) unsigned char state[]; /* Match.size bytes */
} Snapshot;

struct Match {
    Rules rules;
    Vector moves;   /* of Move: the log without undone lines */
    Vector lines;   /* of Line: pending, or last committed */
    Vector events;  /* of Event: those of `lines` */
    Vector before;  /* of Snapshot: one for each of `lines` (snapshot_at) */
    Vector undo;    /* of Snapshot: the latest steps that can be undone */
    uint32_t draws; /* number of outcomes so far, which is the number of the next draw */
    uint32_t version[VIEWERS];
    uint32_t valid_since[SEATS_MAX]; /* oldest version whose decision is still accepted */
    uint64_t listed_hash[SEATS_MAX]; /* hash of the seat's legal moves, without asides */
    Answer answer[SEATS_MAX][ANSWERS_MAX];
    unsigned answers[SEATS_MAX]; /* number of answers stored so far; the oldest are overwritten */
    bool pending;
    bool out_of_memory;           /* an allocation failed, so the pending lines are incomplete */
    uint64_t message_number;      /* of the pending submission */
    unsigned message_seat;        /* of the pending submission */
    size_t size;                  /* bytes of a state, rounded up to a multiple of 8 */
    void *initial, *state, *next; /* the first, current and pending state; they point into `states` */
    _Alignas(8) unsigned char states[];
};

/* ---- memory --------------------------------------------------------------------------------------------- */

static void *vector_push(Match *m, Vector *vector, size_t size) {
    if (vector->n == vector->cap) {
        unsigned cap = vector->cap ? 2 * vector->cap : VECTOR_CAPACITY_MIN;
        void *data = realloc(vector->data, cap * size);
        if (!data) {
            m->out_of_memory = true;
            oom_note();
            return NULL;
        }
        vector->data = data;
        vector->cap = cap;
    }
    return (char *)vector->data + vector->n++ * size;
}

static Snapshot *snapshot_at(const Match *m, const Vector *vector, unsigned i) {
    return (Snapshot *)((char *)vector->data + i * (sizeof(Snapshot) + m->size));
}

/* Appends a snapshot of this state; the caller fills in the rest. */
static Snapshot *snapshot_push(Match *m, Vector *vector, const void *state) {
    Snapshot *before = vector_push(m, vector, sizeof *before + m->size);
    if (before)
        memcpy(before->state, state, m->size);
    return before;
}

static void snapshot_copy(const Match *m, Snapshot *to, const Snapshot *from) {
    memcpy(to, from, sizeof *to + m->size);
}

/* Nothing can be undone any more. Frees the memory of a long turn. */
static void undo_clear(Match *m) {
    m->undo.n = 0;
    if (m->undo.cap > UNDO_CAPACITY_MAX) {
        free(m->undo.data);
        m->undo = (Vector){0};
    }
}

static uint32_t seeded_below(Dice *dice, uint32_t n, uint32_t bound) {
    Rng rng = rng_init(((SeededDice *)dice)->seed, n);
    return rng_below(&rng, bound);
}

SeededDice dice_seeded(uint64_t seed) { return (SeededDice){{seeded_below}, seed}; }

/* ---- pending lines -------------------------------------------------------------------------------------- */

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
    m->out_of_memory = false;
    m->message_number = 0;
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
    const Event *events = m->events.data;
    for (unsigned i = before->events; i < m->events.n; i++)
        before->to |= events[i].to;
}

/* Resolves chance nodes up to the next decision. */
static void pending_chance(Match *m, Dice *dice) {
    Odds odds;
    uint32_t draw = m->draws;
    while (dice && state_head(m->next)->node == NODE_CHANCE && !m->out_of_memory) {
        m->rules.game->chance(&m->rules, m->next, &odds);
        unsigned i = odds_index(&odds, dice->below(dice, draw++, odds.total ? odds.total : odds.n));
        pending_move(m, m->rules.game->outcome(&m->rules, m->next, i));
    }
}

/* match_commit must not fail once the caller has stored the lines, so the log's memory is allocated now. */
static void reserve_log(Match *m) {
    unsigned n = m->moves.n;
    for (unsigned i = 0; i < m->lines.n && !m->out_of_memory; i++)
        vector_push(m, &m->moves, sizeof(Move));
    m->moves.n = n;
}

static Status pending_end(Match *m, Err *err) {
    reserve_log(m);
    if (!m->out_of_memory)
        return SK_OK;
    match_discard(m);
    return err_set(err, SK_IO, "Out of memory while making this step.", "");
}

static Status check_nothing_pending(const Match *m, Err *err) {
    return m->pending ? err_set(err, SK_TURN, "A step is waiting to be stored.", "") : SK_OK;
}

/* ---- lifetime ------------------------------------------------------------------------------------------- */

static uint64_t moves_hash(const Match *m, unsigned seat) {
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
    m->initial = m->states;
    m->state = m->states + size;
    m->next = m->states + 2 * size;
    memcpy(m->state, state, rules->game->state_size);
    memcpy(m->initial, state, rules->game->state_size);
    for (unsigned seat = 0; seat < rules->seats; seat++)
        m->listed_hash[seat] = moves_hash(m, seat);
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
        err_set(err, SK_IO, "Out of memory while creating a match.", "");
    return m;
}

void match_free(Match *m) {
    if (!m)
        return;
    free(m->moves.data);
    free(m->lines.data);
    free(m->events.data);
    free(m->before.data);
    free(m->undo.data);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        for (unsigned i = 0; i < ANSWERS_MAX; i++)
            free(m->answer[seat][i].err);
    free(m);
}

/* ---- reveals -------------------------------------------------------------------------------------------- */

static bool field_reveals(const Field *f, const void *old, const void *new) {
    int64_t unknown = field_unknown(f->type);
    for (unsigned row = 0; row < (f->rows ? f->rows : 1); row++)
        for (unsigned col = 0; col < f->cols; col++)
            if (field_get(f, old, row, col) == unknown && field_get(f, new, row, col) != unknown)
                return true;
    return false;
}

/* Whether something unknown to the viewer became known. Uses the field table, not the game's events. */
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

/* Whether an event of the seat's own step reveals something. Secrets sent only to that seat do not count. */
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
    for (unsigned i = 0; s->message_number && i < ANSWERS_MAX; i++)
        if (m->answer[s->seat][i].message_number == s->message_number)
            return &m->answer[s->seat][i];
    return NULL;
}

static void answer_store(Match *m, unsigned seat, uint64_t message_number, const Err *err) {
    Err *copy = message_number && err ? malloc(sizeof *copy) : NULL;
    if (!message_number || (err && !copy))
        return; /* out of memory: if the refused message is repeated, it is checked again */
    Answer *answer = &m->answer[seat][m->answers[seat]++ % ANSWERS_MAX];
    free(answer->err);
    *answer = (Answer){message_number, copy};
    if (copy)
        *copy = *err;
}

/* Whether the last pending line led to dice or revealed something to its seat. Looks only at what the seat itself can
 * see: an answer that depended on other players' views would leak their secrets. */
static bool line_reveals(const Match *m, unsigned seat) {
    const Snapshot *before = snapshot_at(m, &m->before, m->before.n - 1);
    const Event *events = m->events.data;
    if (state_head(m->next)->node == NODE_CHANCE || view_reveals(&m->rules, seat, before->state, m->next))
        return true;
    for (unsigned i = before->events; i < m->events.n; i++)
        if ((events[i].to & viewer_bit(seat)) && event_reveals(&m->rules, &events[i], seat))
            return true;
    return false;
}

/* A refusal cancels the whole list, so no move in it may follow a reveal: a player could submit lists that end in an
 * illegal move, learn from each refusal and try again. The refusal comes before the next move is checked, and it has
 * the same text in all cases, because whether it was dice or a hidden tile may depend on that tile. */
static Status submit_moves(Match *m, const Submission *s, Err *err) {
    for (unsigned i = 0; i < s->count; i++)
        if (s->moves[i].seat != s->seat)
            return err_set(err, SK_TURN, "All moves of a submission must belong to the seat that submits them.", "");
    for (unsigned i = 0; i < s->count && !m->out_of_memory; i++) {
        if (i > 0 && line_reveals(m, s->seat))
            return err_set(err, SK_TURN, "Move {0} of this submission follows dice, cards or a reveal; send it later.",
                           "d", (int)i + 1);
        Status status = rules_check(&m->rules, m->next, s->moves[i], err);
        if (status)
            return status;
        pending_move(m, s->moves[i]);
    }
    return s->count ? SK_OK : err_set(err, SK_SYNTAX, "A submission needs at least one move.", "");
}

Status match_submit(Match *m, const Submission *s, Dice *dice, Err *err) {
    Err local;
    Err *refusal = err ? err : &local; /* stored for repeats even if this caller does not want it */
    if (s->seat >= m->rules.seats)
        return err_set(err, SK_RANGE, "There is no seat {0}.", "d", (int)s->seat + 1);
    Answer *first = answer_find(m, s);
    if (first && first->err) {
        *refusal = *first->err;
        return refusal->status;
    }
    Status status = check_nothing_pending(m, err);
    if (status)
        return status;
    if (first) {
        pending_begin(m); /* accepted before: accept it again, with no lines */
        return SK_OK;
    }
    if (s->version != MATCH_NOW && s->version < m->valid_since[s->seat])
        return err_set(err, SK_STALE, "The game has moved on; look again and choose.", "");
    pending_begin(m);
    status = submit_moves(m, s, refusal);
    if (status) {
        match_discard(m);
        answer_store(m, s->seat, s->message_number, refusal);
        return status;
    }
    m->message_number = s->message_number;
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

/* Index in m->undo of the last step that the seat knows of, if that step was its own; otherwise -1. Later steps that
 * the seat did not see are skipped: otherwise a refused undo would tell the seat that they happened. */
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

/* Replays the steps after the undone one, which its seat did not see. Their new snapshots go into m->before and are
 * used at the commit. */
static bool undo_replay(Match *m, unsigned undone) {
    for (unsigned i = undone + 1; i < m->undo.n && !m->out_of_memory; i++) {
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
    int undone = undo_find(m, seat);
    if (undone < 0)
        return err_set(
            err, SK_TURN,
            "Nothing can be taken back: only your own last move, and only if it led to no dice, reveal or ending.", "");
    pending_begin(m);
    Line *line = vector_push(m, &m->lines, sizeof *line);
    if (line)
        *line = (Line){.move = {.seat = (uint8_t)seat}, .undo = 1};
    memcpy(m->next, snapshot_at(m, &m->undo, (unsigned)undone)->state, m->size);
    if (!undo_replay(m, (unsigned)undone)) {
        match_discard(m);
        return err_set(err, SK_TURN, "Your last move can no longer be taken back: others have acted on it.", "");
    }
    return pending_end(m, err);
}

/* Removes the undone move from the log and closes the gap. */
static void log_undo(Match *m, unsigned seat) {
    unsigned undone = (unsigned)undo_find(m, seat), later = m->undo.n - undone - 1;
    Move *move = (Move *)m->moves.data + (m->moves.n - later - 1);
    memmove(move, move + 1, later * sizeof *move);
    m->moves.n--;
    m->undo.n--;
    for (unsigned i = 0; i < later; i++)
        snapshot_copy(m, snapshot_at(m, &m->undo, undone + i), snapshot_at(m, &m->before, i));
}

/* ---- committing ----------------------------------------------------------------------------------------- */

static bool step_reveals(const Match *m, unsigned i, const void *after, unsigned events) {
    const Snapshot *before = snapshot_at(m, &m->before, i);
    if (views_reveal(&m->rules, before->state, after))
        return true;
    for (unsigned k = before->events; k < events; k++)
        if (event_reveals(&m->rules, (const Event *)m->events.data + k, before->move.seat))
            return true;
    return false;
}

/* Whether other seats get to choose at the same time as someone else. Their choices may be hidden, and an undo that is
 * refused because of such a choice would reveal it. */
static bool step_gives_turn(const void *before, const void *after, unsigned seat) {
    unsigned now = state_head(after)->to_act;
    return (now & (now - 1)) && (now & ~(unsigned)state_head(before)->to_act & ~BIT(seat));
}

typedef struct RevealSink {
    Sink sink;
    const Rules *rules;
    unsigned seat;
    bool reveals;
} RevealSink;

static void reveal_event(Sink *sink, const Event *event) {
    RevealSink *reveal = (RevealSink *)sink;
    reveal->reveals |= event_reveals(reveal->rules, event, reveal->seat);
}

bool move_is_irreversible(const Rules *rules, const void *state, Move move) {
    State after;
    RevealSink sink = {{reveal_event}, rules, move.seat, false};
    memcpy(&after, state, rules->game->state_size);
    rules_apply(rules, &after, move, &sink.sink);
    return state_head(&after)->node != NODE_DECISION || sink.reveals || step_gives_turn(state, &after, move.seat) ||
           views_reveal(rules, state, &after);
}

/* Makes committed line i undoable. A step can be undone if it was a seat's move, led to no chance node or ending,
 * revealed nothing to anybody and did not let several seats choose at once. */
static void undo_add(Match *m, unsigned i) {
    const Snapshot *before = snapshot_at(m, &m->before, i);
    const Snapshot *following = i + 1 == m->before.n ? NULL : snapshot_at(m, &m->before, i + 1);
    const void *after = following ? (const void *)following->state : m->next;
    unsigned events = following ? following->events : m->events.n;
    if (before->move.seat == CHANCE || state_head(after)->node != NODE_DECISION || step_reveals(m, i, after, events) ||
        step_gives_turn(before->state, after, before->move.seat)) {
        undo_clear(m);
        return;
    }
    Snapshot *slot = snapshot_push(m, &m->undo, before->state);
    if (slot)
        snapshot_copy(m, slot, before);
    else
        undo_clear(m); /* out of memory: the game continues without undo */
}

/* Whether a commit affects a viewer. An undo affects those whom the undone step affected. */
static bool viewer_is_affected(const Match *m, unsigned viewer) {
    const Line *lines = m->lines.data;
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
    const Line *lines = m->lines.data;
    for (unsigned seat = 0; seat < m->rules.seats; seat++) {
        m->version[seat] += viewer_is_affected(m, seat);
        uint64_t listed = moves_hash(m, seat);
        bool acted = false;
        for (unsigned i = 0; i < m->lines.n; i++)
            acted |= lines[i].move.seat == seat;
        if (acted || listed != m->listed_hash[seat])
            m->valid_since[seat] = m->version[seat];
        m->listed_hash[seat] = listed;
    }
    m->version[SEATS_MAX] += viewer_is_affected(m, SPECTATOR);
}

static void append_log(Match *m) {
    const Line *lines = m->lines.data;
    for (unsigned i = 0; i < m->lines.n; i++) {
        if (lines[i].undo) {
            log_undo(m, lines[i].move.seat);
            continue;
        }
        ((Move *)m->moves.data)[m->moves.n++] = lines[i].move;
        m->draws += lines[i].move.seat == CHANCE;
        undo_add(m, i);
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
    answer_store(m, m->message_seat, m->message_number, NULL);
    m->message_number = 0;
}

void match_discard(Match *m) {
    m->pending = m->out_of_memory = false;
    m->lines.n = m->events.n = m->before.n = 0;
    m->message_number = 0;
}

/* ---- reading -------------------------------------------------------------------------------------------- */

const Rules *match_rules(const Match *m) { return &m->rules; }
const void *match_state(const Match *m) { return m->state; }
const void *match_pending_state(const Match *m) { return m->pending ? m->next : m->state; }
const void *match_initial_state(const Match *m) { return m->initial; }
bool match_is_over(const Match *m) { return state_head(m->state)->node == NODE_OVER; }

const Move *match_moves(const Match *m, unsigned *count) {
    *count = m->moves.n;
    return m->moves.data;
}

const Line *match_lines(const Match *m, unsigned *count) {
    *count = m->lines.n;
    return m->lines.data;
}

const Event *match_events(const Match *m, unsigned *count) {
    *count = m->events.n;
    return m->events.data;
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
