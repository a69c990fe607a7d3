/* Shots on the Plank of Aye Aye Island: aims, predictions and the state of a turn at the Plank in words. Predictions
 * use the simulation of the rules without the tremor. */
#include "games/ayeaye/words/words_internal.h"

/* Turns half a degree to the right. */
static AyeHeading heading_turned(AyeHeading from) {
    const double cosine = 0.99996192306417128, sine = 0.00872653549837393;
    return (AyeHeading){from.x * cosine + from.y * sine, from.y * cosine - from.x * sine};
}

AyeHeading aye_heading_of(int half_degrees) {
    AyeHeading h = {0, 1};
    for (int i = half_degrees < 0 ? -half_degrees : half_degrees; i > 0; i--)
        h = heading_turned(h);
    if (half_degrees < 0)
        h.x = -h.x;
    return h;
}

/* Distance of a point to the right of a heading; negative on the left. */
static double offset_right(AyeHeading h, double x, double y) { return x * h.y - y * h.x; }

unsigned aye_aim_at(const Rules *rules, unsigned place, unsigned hole) {
    const PlankBoard *b = &aye_content(rules)->plank;
    int x = b->hole[hole].x - plank_place_x(b, place), y = b->hole[hole].y - plank_place_y(b, place), n = 0;
    int right = x < 0 ? -x : x;
    AyeHeading h = {0, 1}, next = heading_turned(h);
    for (; n < b->aim && offset_right(next, right, y) >= 0; n++) {
        h = next;
        next = heading_turned(h);
    }
    n += offset_right(h, right, y) > -offset_right(next, right, y); /* round to the nearer aim */
    if (n > b->aim)
        return 2u * b->aim + 1;
    return (unsigned)(x < 0 ? b->aim - n : b->aim + n);
}

AyeShotPrediction aye_predict_shot(const Rules *rules, const AyeState *s, unsigned place, unsigned aim, unsigned push) {
    const PlankBoard *b = &aye_content(rules)->plank;
    PlankStones stones = s->plank;
    PlankShot shot = {.place = (int16_t)place, .aim = (int16_t)((int)aim - b->aim), .push = (int16_t)push};
    PlankResult result = plank_shoot(b, &stones, shot, NULL);
    bool fell = !result.foul && stones.spot[result.stone] >= PLANK_IN_HOLE;
    return (AyeShotPrediction){.foul = result.foul,
                               .hole = fell ? stones.spot[result.stone] - (unsigned)PLANK_IN_HOLE : b->holes,
                               .counts = !result.foul && plank_hits(&stones, &result, s->target, s->bank) > 0};
}

/* The middle aim is straight ahead; smaller values are to the left. */
void aye_angle_text(const Voice *voice, unsigned aim, Text *out) {
    int off = (int)aim - aye_content(voice->rules)->plank.aim, half = off < 0 ? -off : off;
    voice_format(voice, out,
                 off == 0  ? "plank.ahead"
                 : off < 0 ? "plank.to-left"
                           : "plank.to-right",
                 "dd", half / 2, half % 2);
}

void aye_opponent_text(const Voice *voice, const char *key, const Frame *battle, Text *out) {
    Text who = {0};
    voice_seat(voice, battle->arg[BATTLE_FIRING] ? battle->seat : battle->arg[BATTLE_FOE], &who);
    voice_format(voice, out, key, "s", text_str(&who));
    text_free(&who);
}

static void needed_hits_text(const Voice *voice, const AyeCard *card, Text *out) {
    Text where = {0};
    aye_target_text(voice, card, &where);
    voice_format(voice, out, "plank.need", "dsd", card->hits, text_str(&where), card->great);
    text_free(&where);
}

void aye_shot_text(const Voice *voice, const AyeState *s, bool brief, Text *out) {
    const Frame *f = aye_frame(s, FRAME_PLANK), *battle = aye_frame(s, FRAME_BATTLE);
    unsigned card = aye_card_now(voice->rules, s);
    voice_format(voice, out, "plank.state", "dd", f->arg[PLANK_SHOTS_LEFT], f->arg[PLANK_HITS]);
    text_putc(out, ' ');
    if (battle)
        aye_opponent_text(voice, brief ? "plank.battle-brief" : "plank.battle", battle, out);
    else if (card < aye_content(voice->rules)->cards)
        needed_hits_text(voice, aye_card(voice->rules, card), out);
    if (f->arg[PLANK_CALM]) {
        text_putc(out, ' ');
        voice_format(voice, out, "plank.calm", "");
    }
}
