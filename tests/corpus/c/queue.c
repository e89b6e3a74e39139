/* A queue of jobs. */
#include <stdlib.h>
#include "queue.h"

#define QUEUE_LIMIT 64
#define QUEUE_EMPTY
#define QUEUE_AT(q, i) \
	((q)->items[(i) % QUEUE_LIMIT])

typedef int (*job_fn)(void *data, int flags);
typedef unsigned long job_id;
typedef struct job {
	job_id id;
	job_fn run;
} job_t;
typedef struct {
	int x, y;
} point;
typedef enum { LOW, HIGH = 5 } level;

struct queue {
	struct job *items[QUEUE_LIMIT];
	size_t head;
};

union word {
	int i;
	float f;
};

enum state {
	IDLE, /* waits */
	BUSY,
};

static const char *names[] = {"idle", "busy"};
struct queue the_queue;
extern int verbose;

static int compare(const void *a, const void *b);

/* Pushes a job.
 * Gives 0 when full. */
int queue_push(struct queue *q, job_t *job, const char *names[], void (*done)(int)) {
	int index = 0;
	static int calls = 0;
	calls++;
#ifdef QUEUE_DEBUG
	for (index = 0; index < 2; index++) {
		int inner = index;
		(void)inner;
	}
#endif
	return index;
}

#if defined(QUEUE_WIDE)
char *queue_name(void) { return "wide"; }
#else
char *queue_name(void) { return "narrow"; }
#endif

static inline const char **
queue_names(void)
{
	return names;
}
