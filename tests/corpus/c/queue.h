#ifndef QUEUE_H
#define QUEUE_H

#ifdef __cplusplus
extern "C" {
#endif

struct queue;

/** Makes a queue of the given size. */
struct queue *queue_new(size_t size);
int queue_push(struct queue *q, void *data);

#ifdef __cplusplus
}
#endif
#endif
