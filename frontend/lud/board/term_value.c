/* term_value.c - arguments of board ludemes: sizes, numbers, polygons. */
#include "frontend/lud/board/term.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

static bool overflow(Maker *maker, const Term *term)
{
    return session_error(maker->session, term_at(term), "this size is out of range");
}

static bool fits(Maker *maker, const Term *term, int64_t wide, int *value)
{
    if (wide > INT_MAX || wide < INT_MIN)
        return overflow(maker, term);
    *value = (int)wide;
    return true;
}

/* Sum or product of a list. */
static bool fold_dims(Maker *maker, const Term *term, bool times, int *value)
{
    const Term *list = term_arg(term, SLOT_list);
    int64_t result = times;
    for (uint32_t i = 0; i < list->n; i++) {
        int next;
        if (!dim_value(maker, list->slot[i], &next))
            return false;
        result = times ? result * next : result + next;
        if (!fits(maker, term, result, value))
            return false;
    }
    return fits(maker, term, result, value);
}

static bool power(Maker *maker, const Term *term, int a, int b, int *value)
{
    double result = pow(a, b);
    if (!(fabs(result) < 2147483647.0))
        return overflow(maker, term);
    *value = (int)result;
    return true;
}

static bool binary_dim(Maker *maker, const Term *term, int *value)
{
    int a, b;
    if (!dim_value(maker, term_arg(term, SLOT_a), &a) ||
        !dim_value(maker, term_arg(term, SLOT_b), &b))
        return false;
    switch ((int)term->id) {
    case LUD_plus_dim:
        return fits(maker, term, (int64_t)a + b, value);
    case LUD_minus_dim:
        return fits(maker, term, (int64_t)a - b, value);
    case LUD_times_dim:
        return fits(maker, term, (int64_t)a * b, value);
    case LUD_div_dim:
        if (b == 0)
            return session_error(maker->session, term_at(term), "division by zero");
        return fits(maker, term, (int64_t)a / b, value);
    case LUD_max_dim:
        *value = a > b ? a : b;
        return true;
    case LUD_min_dim:
        *value = a < b ? a : b;
        return true;
    default:
        return power(maker, term, a, b, value);
    }
}

bool dim_value(Maker *maker, const Term *term, int *value)
{
    if (term->kind == TERM_INT)
        return fits(maker, term, term->number, value);
    if (term->kind != TERM_LUDEME)
        return session_error(maker->session, term_at(term), "expected a size");
    switch ((int)term->id) {
    case LUD_abs_dim:
        if (!dim_value(maker, term_arg(term, SLOT_value), value))
            return false;
        return fits(maker, term, llabs((long long)*value), value);
    case LUD_plus_dim_list:
        return fold_dims(maker, term, false, value);
    case LUD_times_dim_list:
        return fold_dims(maker, term, true, value);
    case LUD_plus_dim:
    case LUD_minus_dim:
    case LUD_times_dim:
    case LUD_div_dim:
    case LUD_max_dim:
    case LUD_min_dim:
    case LUD_pow_dim:
        return binary_dim(maker, term, value);
    default:
        return session_unsupported(maker->session, term_at(term),
                                   "this ludeme as a size is not supported yet");
    }
}

bool dim_arg(Maker *maker, const Term *term, SlotName slot, int absent, int *value)
{
    const Term *arg = term_arg(term, slot);
    *value = absent;
    return !arg || dim_value(maker, arg, value);
}

bool size_arg(Maker *maker, const Term *term, SlotName slot, int absent, int *value)
{
    const Term *arg = term_arg(term, slot);
    if (!dim_arg(maker, term, slot, absent, value))
        return false;
    if (*value < 1)
        return session_error(maker->session, term_at(arg ? arg : term),
                             "the size of a board must be at least 1, not %d", *value);
    return size_is_fair(maker, arg ? arg : term, *value, 1);
}

bool size_is_fair(Maker *maker, const Term *term, int64_t rows, int64_t columns)
{
    if (rows <= MAX_BOARD_SITES && columns <= MAX_BOARD_SITES &&
        rows * columns <= MAX_BOARD_SITES)
        return true;
    return session_unsupported(maker->session, term_at(term),
                               "boards of more than %d sites are not supported",
                               MAX_BOARD_SITES);
}

double real_value(const Term *term)
{
    double value = term->kind == TERM_INT ? (double)term->number : term->real;
    return (float)value;
}

/* ---- decimal numbers ---------------------------------------------------------- */

static bool binary_float(Maker *maker, const Term *term, double *value)
{
    double a, b;
    if (!float_value(maker, term_arg(term, SLOT_a), &a) ||
        !float_value(maker, term_arg(term, SLOT_b), &b))
        return false;
    switch ((int)term->id) {
    case LUD_plus_float:
        *value = a + b;
        break;
    case LUD_minus_float:
        *value = a - b;
        break;
    case LUD_times_float:
        *value = a * b;
        break;
    case LUD_div_float:
        if (b == 0)
            return session_error(maker->session, term_at(term), "division by zero");
        *value = a / b;
        break;
    case LUD_max_float:
        *value = a > b ? a : b;
        break;
    case LUD_min_float:
        *value = a < b ? a : b;
        break;
    default:
        *value = pow(a, b);
    }
    return true;
}

/* Sum, product, largest or smallest of a list; a float after each element. */
static bool fold_floats(Maker *maker, const Term *term, double *value)
{
    const Term *list = term_arg(term, SLOT_list);
    double next;
    if (!list->n)
        return session_error(maker->session, term_at(term), "an empty list of numbers");
    for (uint32_t i = 0; i < list->n; i++) {
        if (!float_value(maker, list->slot[i], &next))
            return false;
        if (!i)
            *value = next;
        else if (term_is(term, LUD_plus_float_list))
            *value = (float)(*value + next);
        else if (term_is(term, LUD_times_float_list))
            *value = (float)(*value * next);
        else if (term_is(term, LUD_max_float_list) ? next > *value : next < *value)
            *value = next;
    }
    return true;
}

static double unary(LudId id, double a)
{
    switch ((int)id) {
    case LUD_abs_float:
        return fabs(a);
    case LUD_cos:
        return cos(a);
    case LUD_sin:
        return sin(a);
    case LUD_tan:
        return tan(a);
    case LUD_exp:
        return exp(a);
    case LUD_log:
        return log(a);
    case LUD_log10:
        return log10(a);
    default:
        return sqrt(a);
    }
}

bool float_value(Maker *maker, const Term *term, double *value)
{
    if (term->kind == TERM_INT || term->kind == TERM_FLOAT) {
        *value = real_value(term);
        return true;
    }
    double a;
    switch (term->kind == TERM_LUDEME ? (int)term->id : -1) {
    case LUD_plus_float:
    case LUD_minus_float:
    case LUD_times_float:
    case LUD_div_float:
    case LUD_max_float:
    case LUD_min_float:
    case LUD_pow_float:
        if (!binary_float(maker, term, value))
            return false;
        break;
    case LUD_plus_float_list:
    case LUD_times_float_list:
    case LUD_max_float_list:
    case LUD_min_float_list:
        if (!fold_floats(maker, term, value))
            return false;
        break;
    case LUD_abs_float:
    case LUD_cos:
    case LUD_sin:
    case LUD_tan:
    case LUD_exp:
    case LUD_log:
    case LUD_log10:
    case LUD_sqrt:
        if (!float_value(maker, term_arg(term, term_is(term, LUD_abs_float) ? SLOT_value : SLOT_a),
                         &a))
            return false;
        *value = unary(term->id, a);
        break;
    default:
        return session_unsupported(maker->session, term_at(term),
                                   "this ludeme in a board is not supported yet");
    }
    *value = (float)*value;
    if (!isfinite(*value))
        return overflow(maker, term);
    return true;
}

bool float_arg(Maker *maker, const Term *term, SlotName slot, double absent,
               double *value)
{
    const Term *arg = term_arg(term, slot);
    *value = absent;
    return !arg || float_value(maker, arg, value);
}

bool point_value(Maker *maker, const Term *pair, Point *point)
{
    *point = (Point){0, 0, 0};
    if (pair->n < 2 || pair->n > 3)
        return session_error(maker->session, term_at(pair), "a point is {x y} or {x y z}");
    return float_value(maker, pair->slot[0], &point->x) &&
           float_value(maker, pair->slot[1], &point->y) &&
           (pair->n < 3 || float_value(maker, pair->slot[2], &point->z));
}

void board_warning(Maker *maker, const Term *term, const char *text)
{
    diag_warning(maker->session->diags, WARN_board, term_at(term), "%s", text);
}

bool flag_arg(const Term *term, SlotName slot, bool absent)
{
    const Term *arg = term_arg(term, slot);
    return arg ? arg->number != 0 : absent;
}

bool dims_value(Maker *maker, const Term *array, Ints *list)
{
    for (uint32_t i = 0; i < array->n; i++) {
        int value;
        if (!dim_value(maker, array->slot[i], &value))
            return false;
        vec_push(maker->arena, list, value);
    }
    return true;
}

/* ---- polygons --------------------------------------------------------------- */

/* Repeats the points turned by 1/n of a circle, n - 1 times; backwards when n is
 * negative. */
static void add_rotations(Maker *maker, Points *points, int n)
{
    size_t sides = points->n;
    double turn = 2.0 * GEOM_PI / n, angle = turn;
    for (size_t i = 0; n < 0 && i < sides / 2; i++) {
        Point swap = points->at[i];
        points->at[i] = points->at[sides - 1 - i];
        points->at[sides - 1 - i] = swap;
    }
    for (int k = 1; k < abs(n); k++, angle += turn) {
        double s = sin(angle), c = cos(angle);
        for (size_t i = 0; i < sides; i++) {
            Point p = points->at[i];
            Point turned = {p.x * c - p.y * s, p.x * s + p.y * c, 0};
            vec_push(maker->arena, points, turned);
        }
    }
}

bool poly_value(Maker *maker, const Term *poly, Points *points)
{
    const Term *list = term_arg(poly, SLOT_pts);
    const Term *rotations = term_arg(poly, SLOT_rotns);
    for (uint32_t i = 0; i < list->n; i++) {
        const Term *pair = list->slot[i];
        double xy[2];
        if (pair->n < 2)
            return session_error(maker->session, term_at(pair),
                                 "a point of a polygon is {x y}");
        for (int k = 0; k < 2; k++) {
            int whole = 0;
            if (term_is(poly, LUD_poly_dim) && !dim_value(maker, pair->slot[k], &whole))
                return false;
            xy[k] = term_is(poly, LUD_poly_dim) ? (float)whole : real_value(pair->slot[k]);
        }
        vec_push(maker->arena, points, ((Point){xy[0], xy[1], 0}));
    }
    if (points->n < 3)
        return session_error(maker->session, term_at(poly),
                             "a polygon has at least 3 points");
    if (rotations && rotations->number) {
        if (llabs((long long)rotations->number) > 1000)
            return overflow(maker, rotations);
        add_rotations(maker, points, (int)rotations->number);
    }
    return true;
}

/* Refuses outlines that would enclose too many sites. */
static bool outline_is_fair(Maker *maker, const Term *term, const Outline *outline)
{
    Box box = {0, 0, 0, 0};
    double reach = 0;
    if (outline->polygon)
        box = polygon_box(outline->polygon);
    for (size_t i = 0; outline->sides && i < outline->sides->n; i++)
        reach += abs(outline->sides->at[i]);
    if (outline->sides && outline->sides->n < 5)
        reach *= 5; /* few sides are repeated */
    if (!(fabs(box.x) + fabs(box.y) + box.width + box.height < 1000) || reach > 1000)
        return size_is_fair(maker, term, MAX_BOARD_SITES, 2);
    return size_is_fair(maker, term, (int64_t)box.width + 1, (int64_t)box.height + 1);
}

bool outline_arg(Maker *maker, const Term *term, Outline *outline)
{
    const Term *poly = term_arg(term, SLOT_poly);
    const Term *list = term_arg(term, SLOT_sides);
    Points *points = ARENA_NEW(maker->arena, Points);
    Ints *sides = ARENA_NEW(maker->arena, Ints);
    *outline = (Outline){NULL, NULL};
    if (poly) {
        if (!poly_value(maker, poly, points))
            return false;
        outline->polygon = points;
    } else {
        if (!dims_value(maker, list, sides))
            return false;
        if (!sides->n)
            return session_error(maker->session, term_at(list),
                                 "an outline needs at least one side");
        outline->sides = sides;
    }
    return outline_is_fair(maker, term, outline);
}
