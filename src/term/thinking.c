/* Shows the progress of a bot or a hint on the full screen, and handles the keys that end the thinking. */
#include "base/clock.h"
#include "term/hint.h"
#include "term/screen_internal.h"
#include "term/terminal.h"

/* Milliseconds before progress is first shown, and between updates. */
enum { BOT_DELAY = 400, HINT_DELAY = 150, UPDATE_INTERVAL = 100 };

typedef struct Thinking {
    BotProgress progress;
    Screen *screen;
    int64_t started, shown;
    int64_t before; /* milliseconds that the previous bots have thought */
} Thinking;

static void thinking_show(Thinking *t, int percent) {
    Screen *screen = t->screen;
    Voice voice = local_game_voice(screen->local);
    Text who = {0};
    text_clear(&screen->thinking);
    if (screen->hinting) {
        voice_format(&voice, &screen->thinking, "hint.thinking", "d", percent);
    } else {
        voice_seat_first(&voice, screen->local->thinker, &who);
        voice_format(&voice, &screen->thinking, "bot.thinking", "sd", text_str(&who), percent);
    }
    text_free(&who);
    screen_show(screen);
}

/* Returns false to stop thinking. */
static bool thinking_key(Thinking *t, int key) {
    Screen *screen = t->screen;
    bool leaves = key == TERMINAL_LEAVE || (key == 'q' && !screen->hinting && screen_can_leave(screen));
    if (leaves)
        screen->leaving = screen->local->leaving = true;
    if (leaves || key == TERMINAL_RESIZE || key == TERMINAL_NOTHING)
        return !leaves;
    return !(screen->hinting || key == TERMINAL_ENTER || key == ' ');
}

static bool thinking_progress(const BotProgress *progress, uint32_t done, uint32_t total) {
    Thinking *t = (Thinking *)(uintptr_t)progress;
    int64_t now = clock_monotonic_ms(), delay = t->screen->hinting ? HINT_DELAY : BOT_DELAY;
    if (t->before + now - t->started < delay || now - t->started < UPDATE_INTERVAL || now - t->shown < UPDATE_INTERVAL)
        return true;
    if (!t->shown)
        terminal_flush(); /* discard keys typed before, which were meant for something else */
    t->shown = now;
    thinking_show(t, total ? (int)((uint64_t)done * 100 / total) : 0);
    return thinking_key(t, terminal_key(0));
}

static Thinking thinking_begin(Screen *screen, bool hint) {
    screen->hinting = hint;
    return (Thinking){.progress = {thinking_progress},
                      .screen = screen,
                      .started = clock_monotonic_ms(),
                      .before = hint ? 0 : screen->thought};
}

static void thinking_end(Screen *screen) {
    screen->hinting = false;
    text_clear(&screen->thinking);
}

bool screen_bot(Screen *screen, Err *err) {
    LocalGame *s = screen->local;
    Thinking thinking = thinking_begin(screen, false);
    s->progress = &thinking.progress;
    bool moved = local_game_bot_move(s, err);
    s->progress = NULL;
    screen->thought += clock_monotonic_ms() - thinking.started;
    thinking_end(screen);
    return moved;
}

void screen_hint(Screen *screen) {
    LocalGame *s = screen->local;
    Thinking thinking = thinking_begin(screen, true);
    Text text = {0};
    bool found = hint_answer(s, &thinking.progress, &text);
    thinking_end(screen);
    if (found && !screen->leaving)
        overlay_show_text(
            &s->words,
            &(OverlayText){.title = words_get(&s->words, "hint.title"), .text = text_str(&text), .close_key = 'h'});
    else if (!found)
        screen_notice(screen, text_str(&text), false);
    text_free(&text);
}
