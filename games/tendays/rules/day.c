/* The day: dawn, firewood, rolls, turns, dusk, night (R10, R12-R15, R35, R93, R94). */
#include "games/tendays/rules/frames.h"

/* ---- dawn ----------------------------------------------------------------------------------------------- */

/* R94: branches burn before sticks; a campfire without wood is discarded at once. */
static void firewood_check(const Rules *rules, TenState *s, Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    for (unsigned i = 0; i < TEN_FIRES; i++) {
        TenFire *fire = &s->fire[i];
        unsigned owner = fire->owner;
        if (owner == no_seat(rules))
            continue;
        bool branch = fire->branches > 0;
        if (branch) {
            fire->branches--;
        } else {
            fire->sticks--;
            ten_discard(rules, s, d->stick, 1);
        }
        tell(sink, EVENT_BURNT, owner, (int16_t)(i + 1), branch ? d->branches : d->stick);
        if (fire->branches || fire->sticks)
            continue;
        counter_sub(&s->seat[owner].gear[GEAR(USE_CAMPFIRE)], 1);
        ten_discard(rules, s, d->of_use[USE_CAMPFIRE], 1);
        fire->owner = (uint8_t)no_seat(rules);
        tell(sink, EVENT_FIRE_OUT, owner, (int16_t)(i + 1));
    }
}

static void day_begin(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    s->first = (uint8_t)(s->day % rules->seats); /* R10: one seat later each day, even after the last day */
    f->seat = s->active = s->first;
    if (s->day == ten_content(rules)->days) {
        f->arg[0] = DAY_LEAVE;
        f->arg[DAY_ENDS] = 1;
        return;
    }
    s->day++;
    s->head.turn++;
    s->acted = s->passed = s->lost = 0;
    tell(sink, EVENT_DAY, CHANCE, s->day, s->first);
    f->arg[0] = DAY_FIRES;
}

static void day_leave(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    bool any = false, bids = false;
    for (unsigned i = 0; i < TEN_BERTHS; i++)
        if (s->berth[i] < ten_no_rescuer(rules)) {
            any = true;
            bids |= ten_rescuer(rules, s->berth[i])->needs != NEED_KILL;
        }
    f->arg[0] = DAY_LEFT;
    if (bids) {
        tell(sink, EVENT_BIDS, s->first, 0);
        s->stirred = 0;
        s->changed = 0;
        frame_push(s, FRAME_BIDS, s->first);
    } else if (any) {
        frame_push(s, FRAME_LEAVE, s->first);
    }
}

/* The next seat in turn order with a character on the island; the number of seats if none is left. */
static unsigned next_in_order(const Rules *rules, const TenState *s, Frame *f) {
    while (f->arg[DAY_AT] < rules->seats) {
        unsigned seat = seat_at(rules, s->first, f->arg[DAY_AT]++);
        if (on_island(s, seat))
            return seat;
    }
    f->arg[DAY_AT] = 0;
    return no_seat(rules);
}

/* R29: turn order, except that the boy's player goes last. */
static unsigned next_at_dusk(const Rules *rules, const TenState *s) {
    unsigned last = no_seat(rules);
    for (unsigned i = 0; i < rules->seats; i++) {
        unsigned seat = seat_at(rules, s->first, i);
        if (!on_island(s, seat) || (s->dusked & BIT(seat)))
            continue;
        if (!(s->seat[seat].island & ten_derived(rules)->extra))
            return seat;
        last = seat;
    }
    return last;
}

static void dusk_over(const Rules *rules, TenState *s, Sink *sink) {
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        for (unsigned i = 0; i < TEN_SERVINGS; i++)
            s->seat[seat].open[i] = 0;
        for (unsigned i = 0; i < TEN_SEATS; i++)
            s->use_extra[seat][i] = 0;
    }
    for (unsigned i = 0; i < TEN_SEATS / 2; i++)
        s->frame[0].arg[DAY_LATE + i] = 0;
    s->dusked = 0;
    s->drunk = s->eaten = 0;
    tell(sink, EVENT_NIGHT, CHANCE, s->day);
}

static void day_parts(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    const TenDay *day = &ten_content(rules)->day[s->day - 1];
    unsigned seat;
    switch (f->arg[0]) {
    case DAY_ROLLS:
        if ((seat = next_in_order(rules, s, f)) < no_seat(rules))
            frame_push(s, FRAME_ROLLS, seat);
        else
            f->arg[0] = DAY_RESCUE;
        break;
    case DAY_RESCUE:
        f->arg[0] = DAY_TURNS;
        if (day->rescue)
            ten_arrival_begin(s, s->first);
        break;
    case DAY_TURNS:
        if ((seat = next_in_order(rules, s, f)) < no_seat(rules)) {
            frame_push(s, FRAME_TURN, seat);
            break;
        }
        f->arg[0] = DAY_DUSK;
        tell(sink, EVENT_DUSK, CHANCE, s->day, day->water, day->food);
        break;
    case DAY_DUSK:
        if ((seat = next_at_dusk(rules, s)) < no_seat(rules)) {
            frame_push(s, FRAME_DUSK, seat);
            break;
        }
        f->arg[0] = DAY_NIGHT;
        dusk_over(rules, s, sink);
        break;
    default: /* R35, R106: every player with any held card is asked */
        if ((seat = next_in_order(rules, s, f)) < no_seat(rules)) {
            if (s->seat[seat].held)
                question_open(s, ASK_TORCH, seat);
        } else {
            f->arg[0] = DAY_BEGIN;
        }
        break;
    }
}

void ten_frame_day(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    switch (f->arg[0]) {
    case DAY_BEGIN:
        day_begin(rules, s, f, sink);
        break;
    case DAY_FIRES:
        firewood_check(rules, s, sink);
        f->arg[0] = DAY_LEAVE;
        break;
    case DAY_LEAVE:
        day_leave(rules, s, f, sink);
        break;
    case DAY_LEFT:
        ten_trade_dawn(rules, s, sink);
        f->arg[0] = DAY_ROLLS;
        f->arg[DAY_AT] = 0;
        if (f->arg[DAY_ENDS])
            ten_end(s, LAST_DAY, sink); /* R13 */
        break;
    default:
        day_parts(rules, s, f, sink);
        break;
    }
}

/* ---- rolls at dawn (R14, R15) --------------------------------------------------------------------------- */

static unsigned dies_from(const Rules *rules, unsigned stage, unsigned c) {
    const TenContent *content = ten_content(rules);
    if (stage == ROLLS_INJURY)
        return content->injury_dies;
    return content->character[c].poison_dies ? content->character[c].poison_dies : content->poison_dies;
}

static void roll_character(const Rules *rules, TenState *s, Frame *f) {
    uint32_t ill = f->arg[0] == ROLLS_POISON ? s->poisoned : s->injured;
    uint32_t left = s->seat[f->seat].island & ill & ~(BIT(f->arg[ROLLS_AT]) - 1);
    if (!left) {
        f->arg[0]++;
        f->arg[ROLLS_AT] = 0;
        if (f->arg[0] == ROLLS_COLLECTOR)
            f->arg[ROLLS_AT] = s->seat[f->seat].gear[GEAR(USE_COLLECTOR)];
        return;
    }
    unsigned c = bits_first(left);
    f->arg[ROLLS_AT] = (uint8_t)c;
    if (!f->arg[ROLLS_ROLLED]) {
        f->arg[ROLLS_ROLLED] = 1;
        question_open(s, ASK_DIE, f->seat);
        return;
    }
    f->arg[ROLLS_ROLLED] = 0;
    f->arg[ROLLS_AT]++;
    if (s->die >= dies_from(rules, f->arg[0], c))
        ten_death_begin(s, c, f->seat, f->arg[0] == ROLLS_POISON ? BY_POISON : BY_INJURY, ten_no_character(rules));
}

static void item_result(const Rules *rules, TenState *s, Frame *f, unsigned use, Sink *sink) {
    const TenDerived *d = ten_derived(rules);
    uint32_t team = s->seat[f->seat].island, gainers = team & d->gainers, losers = team & d->item_lost;
    unsigned gains =
        gainers ? ten_character(rules, bits_first(gainers))->team_item_gains : ten_content(rules)->item_gains;
    unsigned card = d->of_use[use];
    if (s->die <= gains)
        ten_gain(rules, s, f->seat, ten_card(rules, card)->gives, sink);
    if (losers && s->die >= ten_character(rules, bits_first(losers))->team_item_lost) {
        ten_gear_lose(rules, s, f->seat, GEAR(use));
        tell(sink, EVENT_ITEM_LOST, f->seat, (int16_t)card);
    }
}

static void roll_item(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    unsigned use = f->arg[0] == ROLLS_COLLECTOR ? USE_COLLECTOR : USE_MOUSETRAP;
    if (f->arg[ROLLS_ROLLED]) {
        f->arg[ROLLS_ROLLED] = 0;
        f->arg[ROLLS_AT]--;
        item_result(rules, s, f, use, sink);
    } else if (f->arg[ROLLS_AT]) {
        f->arg[ROLLS_ROLLED] = 1;
        question_open(s, ASK_DIE, f->seat);
    } else if (f->arg[0] == ROLLS_COLLECTOR) {
        f->arg[0] = ROLLS_MOUSETRAP;
        f->arg[ROLLS_AT] = s->seat[f->seat].gear[GEAR(USE_MOUSETRAP)];
    } else {
        frame_pop(s);
    }
}

void ten_frame_rolls(const Rules *rules, TenState *s, Frame *f, Sink *sink) {
    if (!on_island(s, f->seat))
        frame_pop(s);
    else if (f->arg[0] <= ROLLS_INJURY)
        roll_character(rules, s, f);
    else
        roll_item(rules, s, f, sink);
}

/* ---- night ---------------------------------------------------------------------------------------------- */

Move *ten_torch_legal(const Rules *rules, const TenState *s, unsigned seat, Move *out) {
    if (ten_has_use(rules, s, seat, USE_TORCH))
        out = list_move(out, MOVE_TORCH, seat, 0, 0);
    return list_move(out, MOVE_PASS, seat, 0, 0);
}

void ten_torch_apply(const Rules *rules, TenState *s, Move move, Sink *sink) {
    if (move.kind == MOVE_PASS) {
        tell(sink, EVENT_NO_TORCH, s->actor, 0);
        return;
    }
    ten_spend(rules, s, s->actor, ten_derived(rules)->of_use[USE_TORCH]);
    tell(sink, EVENT_TORCH, s->actor, (int16_t)s->seat[s->actor].held);
    frame_push(s, FRAME_TURN, s->actor)->arg[TURN_NIGHT] = 1;
}
