/* skerry-mpi.so: implements ranks.h with MPI. It is a separate module, so that skerry runs without MPI installed. */
#include <mpi.h>
#include <stdlib.h>

#include "cli/ranks.h"

static int me, count;

static bool mpi_open(void) {
    int level;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS)
        return false;
    return MPI_Comm_rank(MPI_COMM_WORLD, &me) == MPI_SUCCESS && MPI_Comm_size(MPI_COMM_WORLD, &count) == MPI_SUCCESS;
}

static unsigned mpi_me(void) { return (unsigned)me; }

static unsigned mpi_count(void) { return (unsigned)count; }

static void mpi_broadcast(void *bytes, size_t n) { MPI_Bcast(bytes, (int)n, MPI_BYTE, 0, MPI_COMM_WORLD); }

static bool mpi_any(bool mine) {
    int is = mine, any = 0;
    MPI_Allreduce(&is, &any, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    return any != 0;
}

/* MPI counts are ints, and the rows of millions of games exceed INT_MAX bytes, so counts are in units of 8 bytes. */
enum { ITEM = 8 };

static void *mpi_gather(const void *bytes, size_t n, size_t *sizes) {
    int items = (int)(n / ITEM), *each = NULL, *offsets = NULL, sum = 0;
    void *all = NULL;
    if (me == 0) {
        each = calloc((size_t)count, sizeof *each);
        offsets = calloc((size_t)count, sizeof *offsets);
        if (!each || !offsets)
            MPI_Abort(MPI_COMM_WORLD, 1); /* the other ranks are waiting and cannot be told */
    }
    MPI_Gather(&items, 1, MPI_INT, each, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; me == 0 && i < count; i++) {
        offsets[i] = sum;
        sum += each[i];
        sizes[i] = (size_t)each[i] * ITEM;
    }
    if (me == 0 && !(all = malloc(sum ? (size_t)sum * ITEM : ITEM)))
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Gatherv(bytes, items, MPI_INT64_T, all, each, offsets, MPI_INT64_T, 0, MPI_COMM_WORLD);
    free(each);
    free(offsets);
    return all;
}

static void mpi_close(void) { MPI_Finalize(); }

extern const RanksApi ranks_api;
const RanksApi ranks_api = {mpi_open, mpi_me, mpi_count, mpi_broadcast, mpi_any, mpi_gather, mpi_close};
