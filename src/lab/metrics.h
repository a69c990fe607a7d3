/* Every figure of a report by name, with its interval and sample size, so that reports can be compared. Metrics are
 * passed to a sink one by one and are valid only during the call. */
#ifndef SKERRY_LAB_METRICS_H
#define SKERRY_LAB_METRICS_H

#include "lab/lab.h"

enum { METRIC_NAME_SIZE = 192 };

typedef struct Metric {
    const char *group; /* "Seats" */
    char name[METRIC_NAME_SIZE];
    bool share; /* a share from 0 to 1; otherwise a mean */
    Interval interval;
    uint64_t n; /* sample size */
} Metric;

typedef struct MetricSink {
    void (*take)(struct MetricSink *sink, const Metric *metric);
} MetricSink;

void lab_metrics(const LabSetup *setup, const LabReport *report, MetricSink *sink);
/* [{group, name, n, value, low, high, share}]; owned by the caller. */
json_t *lab_metrics_json(const LabSetup *setup, const LabReport *report);

#endif
