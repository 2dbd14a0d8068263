/* Contexts: progress, cancellation by the callback and from another thread, and calls outside. */
#include "polymod.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call) assert((call) == POLYMOD_STATUS_OK)
#define SIZE 120

struct watch {
    size_t calls;
    uint64_t last, total;
    size_t stop_after;
};

static bool watching(const char *stage, uint64_t done, uint64_t total, void *data) {
    struct watch *watch = data;
    assert(strlen(stage) > 0 && done <= total);
    watch->calls++, watch->last = done, watch->total = total;
    return watch->calls != watch->stop_after;
}

/* A matrix of integers whose determinant takes many primes. */
static polymod_matrix *large(size_t size) {
    polymod_ring *z = polymod_ring_new("z");
    uint64_t *words = malloc(size * size * sizeof *words), state = 1;
    for (size_t i = 0; i < size * size; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        words[i] = state >> 4;
    }
    polymod_matrix *m = polymod_matrix_from_words(z, words, size, size);
    assert(m);
    free(words);
    polymod_ring_free(z);
    return m;
}

static void progress(polymod_matrix *m) {
    struct watch watch = {0};
    polymod_context *context = polymod_context_new(2, watching, &watch);
    char *plain = polymod_matrix_det(m);
    OK(polymod_context_use(context));
    char *watched = polymod_matrix_det(m);
    OK(polymod_context_use(NULL));
    assert(strcmp(plain, watched) == 0);
    assert(watch.calls > 1 && watch.last == watch.total && watch.total > 1);
    /* without the context nothing is told */
    size_t calls = watch.calls;
    polymod_string_free(polymod_matrix_det(m));
    assert(watch.calls == calls);
    polymod_context_free(context);
    polymod_string_free(plain), polymod_string_free(watched);
}

static void stopped_by_its_callback(polymod_matrix *m) {
    struct watch watch = {.stop_after = 1};
    polymod_context *context = polymod_context_new(0, watching, &watch);
    OK(polymod_context_use(context));
    assert(!polymod_matrix_det(m) && polymod_last_status() == POLYMOD_STATUS_CANCELLED);
    assert(watch.last < watch.total);
    /* until the reset, calls on words among them */
    uint64_t one[1] = {1}, out[1];
    assert(!polymod_matrix_mul(m, m) && polymod_zn_mul(out, one, 1, one, 1, 97) == POLYMOD_STATUS_CANCELLED);
    polymod_context_reset(context);
    OK(polymod_zn_mul(out, one, 1, one, 1, 97));
    OK(polymod_context_use(NULL));
    polymod_context_free(context);
}

/* A thread that computes in a context until that is cancelled. */
static void *computing(void *argument) {
    polymod_context *context = argument;
    polymod_matrix *m = large(SIZE);
    OK(polymod_context_use(context));
    char *det;
    while ((det = polymod_matrix_det(m))) polymod_string_free(det);
    assert(polymod_last_status() == POLYMOD_STATUS_CANCELLED);
    OK(polymod_context_use(NULL));
    det = polymod_matrix_det(m);
    assert(det);
    polymod_string_free(det);
    polymod_matrix_free(m);
    return NULL;
}

static void stopped_by_another_thread(polymod_matrix *m) {
    polymod_context *contexts[2] = {polymod_context_new(1, NULL, NULL), polymod_context_new(1, NULL, NULL)};
    pthread_t thread;
    assert(pthread_create(&thread, NULL, computing, contexts[0]) == 0);
    OK(polymod_context_use(contexts[1]));
    char *first = polymod_matrix_det(m);
    polymod_context_cancel(contexts[0]);
    char *second = polymod_matrix_det(m);
    assert(first && second && strcmp(first, second) == 0);
    assert(pthread_join(thread, NULL) == 0);
    OK(polymod_context_use(NULL));
    polymod_context_free(contexts[0]), polymod_context_free(contexts[1]);
    polymod_string_free(first), polymod_string_free(second);
}

/* polymod_cancel is for calls in no context. */
static void cancellations_are_apart(polymod_matrix *m) {
    polymod_context *context = polymod_context_new(1, NULL, NULL);
    polymod_cancel();
    assert(!polymod_matrix_det(m) && polymod_last_status() == POLYMOD_STATUS_CANCELLED);
    OK(polymod_context_use(context));
    char *det = polymod_matrix_det(m);
    assert(det);
    OK(polymod_context_use(NULL));
    polymod_cancel_reset();
    polymod_string_free(det);
    polymod_context_free(context), polymod_context_free(NULL);
    polymod_context_cancel(NULL), polymod_context_reset(NULL);
}

int main(void) {
    polymod_matrix *m = large(SIZE);
    progress(m);
    stopped_by_its_callback(m);
    stopped_by_another_thread(m);
    cancellations_are_apart(m);
    polymod_matrix_free(m);
    puts("contexts: all tests passed");
    return 0;
}
