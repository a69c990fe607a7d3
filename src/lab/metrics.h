/* Every figure of a report by name, with its interval and what it was counted from: what two reports are compared by.
 * A Figure's text is its own; figures are handed out one by one and kept by nobody. */
#ifndef SKERRY_LAB_METRICS_H
#define SKERRY_LAB_METRICS_H

#include "lab/lab.h"

enum { FIGURE_NAME = 192 };

typedef struct Metric {
    const char *group; /* "Seats" */
    char name[FIGURE_NAME];
    bool share; /* of 1; otherwise a mean of anything */
    Interval is;
    uint64_t n;
} Metric;

typedef struct MetricSink {
    void (*take)(struct MetricSink *taker, const Metric *figure);
} MetricSink;

void lab_metrics(const LabSetup *setup, const LabReport *report, MetricSink *taker);
/* [{group, name, n, value, low, high, share}]; the caller's. */
json_t *lab_metrics_json(const LabSetup *setup, const LabReport *report);

#endif
