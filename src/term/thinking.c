/* While a bot or a hint thinks: how far it is, and the keys that end it. */
#include "term/hint.h"
#include "term/screen_internal.h"
#include "term/terminal.h"

enum { BOT_PATIENCE = 400, HINT_PATIENCE = 150, EVERY = 100 }; /* milliseconds before something is shown, and between */

typedef struct Thinking {
    BotProgress watch;
    Screen *screen;
    int64_t begun, shown;
    int64_t before; /* milliseconds that others have thought, one after the other */
} Thinking;

/* What is shown meanwhile. */
static void thinking_show(Thinking *t, int percent) {
    Screen *screen = t->screen;
    Voice voice = local_game_voice(screen->local);
    Text who = {0};
    text_clear(&screen->think);
    if (screen->hinting) {
        voice_format(&voice, &screen->think, "hint.thinking", "d", percent);
    } else {
        voice_seat_first(&voice, screen->local->thinker, &who);
        voice_format(&voice, &screen->think, "bot.thinking", "sd", text_str(&who), percent);
    }
    text_free(&who);
    screen_show(screen);
}

/* False: the thinking is to end. */
static bool thinking_key(Thinking *t, int key) {
    Screen *screen = t->screen;
    bool leaves = key == PAINT_LEAVE || (key == 'q' && !screen->hinting && screen_may_leave(screen));
    if (leaves)
        screen->leaving = screen->local->leaving = true;
    if (leaves || key == PAINT_RESIZE || key == PAINT_NOTHING)
        return !leaves;
    return !(screen->hinting || key == PAINT_ENTER || key == ' ');
}

static bool thinking_go_on(const BotProgress *progress, uint32_t done, uint32_t of) {
    Thinking *t = (Thinking *)(uintptr_t)progress;
    int64_t now = hint_clock(), patience = t->screen->hinting ? HINT_PATIENCE : BOT_PATIENCE;
    if (t->before + now - t->begun < patience || now - t->begun < EVERY || now - t->shown < EVERY)
        return true;
    if (!t->shown)
        terminal_flush(); /* keys typed before were meant for something else */
    t->shown = now;
    thinking_show(t, of ? (int)((uint64_t)done * 100 / of) : 0);
    return thinking_key(t, terminal_key(0));
}

static Thinking thinking_begin(Screen *screen, bool hint) {
    screen->hinting = hint;
    return (Thinking){
        .watch = {thinking_go_on}, .screen = screen, .begun = hint_clock(), .before = hint ? 0 : screen->thought};
}

static void thinking_end(Screen *screen) {
    screen->hinting = false;
    text_clear(&screen->think);
}

bool screen_bot(Screen *screen, Err *err) {
    LocalGame *s = screen->local;
    Thinking thinking = thinking_begin(screen, false);
    s->progress = &thinking.watch;
    bool moved = local_game_bot(s, err);
    s->progress = NULL;
    screen->thought += hint_clock() - thinking.begun;
    thinking_end(screen);
    return moved;
}

void screen_hint(Screen *screen) {
    LocalGame *s = screen->local;
    Thinking thinking = thinking_begin(screen, true);
    Text text = {0};
    bool found = hint_answer(s, &thinking.watch, &text);
    thinking_end(screen);
    if (found && !screen->leaving)
        screen_reader(&s->words,
                      &(Page){.title = words_get(&s->words, "hint.title"), .text = text_str(&text), .own = 'h'});
    else if (!found)
        screen_notice(screen, text_str(&text), false);
    text_free(&text);
}
