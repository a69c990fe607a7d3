/* Threads that wait for a question, and their desks. */
#include <pthread.h>
#include <stdlib.h>

#include "bots/bot.h"

enum { ROOM_THREADS = 64 };

typedef struct Worker {
    BotRoom *room;
    unsigned number;
    pthread_t thread;
} Worker;

struct BotRoom {
    unsigned threads, started; /* the caller counts as one */
    pthread_mutex_t lock;
    pthread_cond_t call, done;
    uint64_t round; /* rises with every question */
    unsigned busy;
    bool closing;
    void (*work)(void *of, unsigned worker);
    void *of;
    void *desk[ROOM_THREADS];
    Worker worker[ROOM_THREADS];
};

static void *wait_and_work(void *of) {
    Worker *me = of;
    BotRoom *room = me->room;
    uint64_t seen = 0;
    pthread_mutex_lock(&room->lock);
    for (;;) {
        while (room->round == seen && !room->closing)
            pthread_cond_wait(&room->call, &room->lock);
        if (room->closing)
            break;
        seen = room->round;
        pthread_mutex_unlock(&room->lock);
        room->work(room->of, me->number);
        pthread_mutex_lock(&room->lock);
        if (--room->busy == 0)
            pthread_cond_signal(&room->done);
    }
    pthread_mutex_unlock(&room->lock);
    return NULL;
}

BotRoom *room_open(unsigned threads) {
    BotRoom *room = calloc(1, sizeof *room);
    if (!room)
        return NULL;
    room->threads = threads < 1 ? 1 : threads > ROOM_THREADS ? (unsigned)ROOM_THREADS : threads;
    pthread_mutex_init(&room->lock, NULL);
    pthread_cond_init(&room->call, NULL);
    pthread_cond_init(&room->done, NULL);
    room->started = 1;
    for (unsigned i = 0; i < room->threads; i++)
        if (!(room->desk[i] = calloc(1, BOT_DESK))) {
            room_close(room);
            return NULL;
        }
    for (unsigned i = 1; i < room->threads; i++) {
        room->worker[i] = (Worker){.room = room, .number = i};
        if (pthread_create(&room->worker[i].thread, NULL, wait_and_work, &room->worker[i]))
            break; /* fewer will do */
        room->started++;
    }
    return room;
}

void room_close(BotRoom *room) {
    if (!room)
        return;
    pthread_mutex_lock(&room->lock);
    room->closing = true;
    pthread_cond_broadcast(&room->call);
    pthread_mutex_unlock(&room->lock);
    for (unsigned i = 1; i < room->started; i++)
        pthread_join(room->worker[i].thread, NULL);
    for (unsigned i = 0; i < room->threads; i++)
        free(room->desk[i]);
    pthread_cond_destroy(&room->call);
    pthread_cond_destroy(&room->done);
    pthread_mutex_destroy(&room->lock);
    free(room);
}

unsigned room_threads(const BotRoom *room) { return room->started; }

void *room_desk(BotRoom *room, unsigned worker) { return room->desk[worker]; }

void room_run(BotRoom *room, void (*work)(void *of, unsigned worker), void *of) {
    if (room->started > 1) {
        pthread_mutex_lock(&room->lock);
        room->work = work;
        room->of = of;
        room->busy = room->started - 1;
        room->round++;
        pthread_cond_broadcast(&room->call);
        pthread_mutex_unlock(&room->lock);
    }
    work(of, 0);
    if (room->started > 1) {
        pthread_mutex_lock(&room->lock);
        while (room->busy)
            pthread_cond_wait(&room->done, &room->lock);
        pthread_mutex_unlock(&room->lock);
    }
}
