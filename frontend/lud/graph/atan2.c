/* atan2.c - one arc tangent for all machines.
 *
 * C libraries differ in the last bit of atan2, and equal angles that differ in it
 * are sorted one way or the other.  The language's boards were made with fdlibm's
 * method, so this is it: reduction to |x| < 7/16 by the arc tangents of 1/2, 1, 3/2
 * and infinity, then a polynomial.  The constants are fdlibm's:
 *
 *   Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 *   Developed at SunSoft, a Sun Microsystems, Inc. business.
 *   Permission to use, copy, modify, and distribute this software is freely
 *   granted, provided that this notice is preserved. */
#include "frontend/lud/graph/geom.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define PI_LOW 1.2246467991473531772E-16

/* The arc tangent of x >= 0. */
static double arc_tangent(double x)
{
    static const double high[4] = {4.63647609000806093515e-01, 7.85398163397448278999e-01,
                                   9.82793723247329054082e-01, 1.57079632679489655800e+00};
    static const double low[4] = {2.26987774529616870924e-17, 3.06161699786838301793e-17,
                                  1.39033110312309984516e-17, 6.12323399573676603587e-17};
    static const double c[11] = {
        3.33333333333329318027e-01, -1.99999999998764832476e-01, 1.42857142725034663711e-01,
        -1.11111104054623557880e-01, 9.09088713343650656196e-02, -7.69187620504482999495e-02,
        6.66107313738753120669e-02, -5.83357013379057348645e-02, 4.97687799461593236017e-02,
        -3.65315727442169155270e-02, 1.62858201153657823623e-02};
    int part = -1;
    if (x >= 0x1p66)
        return high[3] + low[3];
    if (x < 0x1p-29)
        return x;
    if (x >= 2.4375) {
        part = 3;
        x = -1.0 / x;
    } else if (x >= 1.1875) {
        part = 2;
        x = (x - 1.5) / (1.0 + 1.5 * x);
    } else if (x >= 0.6875) {
        part = 1;
        x = (x - 1.0) / (x + 1.0);
    } else if (x >= 0.4375) {
        part = 0;
        x = (2.0 * x - 1.0) / (2.0 + x);
    }
    double z = x * x;
    double w = z * z;
    double odd =
        z * (c[0] + w * (c[2] + w * (c[4] + w * (c[6] + w * (c[8] + w * c[10])))));
    double even = w * (c[1] + w * (c[3] + w * (c[5] + w * (c[7] + w * c[9]))));
    if (part < 0)
        return x - x * (odd + even);
    return high[part] - ((x * (odd + even) - low[part]) - x);
}

/* The upper half of the bits: sign, exponent and the first of the fraction. */
static int32_t upper(double x)
{
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int32_t)(bits >> 32);
}

double exact_atan2(double y, double x)
{
    bool below = signbit(y), left = signbit(x);
    double angle;
    if (y == 0)
        return left ? (below ? -GEOM_PI : GEOM_PI) : y;
    if (x == 0)
        return below ? -GEOM_PI / 2 : GEOM_PI / 2;
    int32_t ratio = ((upper(y) & 0x7fffffff) - (upper(x) & 0x7fffffff)) / (1 << 20);
    if (ratio > 60)
        angle = GEOM_PI / 2 + 0.5 * PI_LOW;
    else if (left && ratio < -60)
        angle = 0;
    else
        angle = arc_tangent(fabs(y / x));
    if (!left)
        return below ? -angle : angle;
    return below ? (angle - PI_LOW) - GEOM_PI : GEOM_PI - (angle - PI_LOW);
}
