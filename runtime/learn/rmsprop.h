/* rmsprop.h - centred RMSProp with momentum: A. Graves, "Generating Sequences With Recurrent Neural Networks", 2013, equations 38
 * to 41.  The root is of the variance of the gradients, so that steps are of a size whatever that of the gradients is. */
#ifndef LUDC_LEARN_RMSPROP_H
#define LUDC_LEARN_RMSPROP_H

#include <math.h>

#include "runtime/include/ludc_learn.h"

/* What is remembered of each weight. */
typedef struct {
    double square, mean, step; /* moving means of the gradient's square and of the gradient; the last step */
} RmsProp;

/* The weight after a step down the gradient, to which the weight decay is added first. */
static inline double rmsprop_step(RmsProp *m, const ludc_learn_options *o, double weight, double gradient)
{
    const double g = gradient + o->shrink * weight;
    m->square = o->decay * m->square + (1 - o->decay) * g * g;
    m->mean = o->decay * m->mean + (1 - o->decay) * g;
    m->step = o->momentum * m->step - o->rate * g / sqrt(fmax(m->square - m->mean * m->mean, 0) + o->epsilon);
    return weight + m->step;
}

#endif
