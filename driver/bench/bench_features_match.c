/* bench_features_match.c - a match of ludc bench --features: two agents that differ in the evaluator alone, with as much time for each move. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/escape.h"
#include "driver/bench/bench_features.h"

char *bench_feature_set_of(const char *set, const char *path)
{
    struct stat info;
    Out out = {0};
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path, *suffix = strrchr(name, '.');
    if (!stat(set, &info) && S_ISDIR(info.st_mode))
        out_printf(&out, "%s/%.*s/policy.features", set, (int)(suffix ? suffix - name : (ptrdiff_t)strlen(name)), name);
    else
        out_puts(&out, set);
    return out.text;
}

/* ---- one match, in its process -------------------------------------------------------------- */

static char *agent_of(const char *set, const char *evaluator)
{
    Out out = {0};
    out_printf(&out, "puct:features=%s,playout=features,evaluator=%s", set, evaluator);
    return out.text;
}

/* What `ludc match --json` prints goes to the file. */
static int play(const Options *o, const FeatureMatch *row, FILE *json)
{
    char *set = bench_feature_set_of(o->set, row->path), *agent[2] = {agent_of(set, row->evaluator), agent_of(set, row->against)};
    const char *at[2] = {agent[0], agent[1]}, *game = row->path;
    Options match = *o;
    match.command = CMD_match;
    match.arg = (TextList){&game, 1};
    match.agents = (TextList){at, 2};
    match.seconds = row->seconds;
    match.has_seconds = match.json = true;
    match.out = NULL;
    match.resume = false;
    fflush(stdout);
    const int code = dup2(fileno(json), STDOUT_FILENO) < 0 ? EXIT_IO : cmd_match(&match);
    fflush(stdout);
    free(agent[0]);
    free(agent[1]);
    free(set);
    return code;
}

static bool take_result(FILE *json, FeatureMatch *row)
{
    const char *game = "";
    int games = 0, draws = 0, wins = 0, losses = 0, interrupted = 1;
    rewind(json);
    json_t *all = json_loadf(json, 0, NULL);
    const bool whole = all && !json_unpack(all, "{s:s, s:i, s:i, s:b, s:[i, i]}", "game", &game, "games", &games, "draws", &draws, "interrupted", &interrupted, "wins", &wins, &losses);
    snprintf(row->game, sizeof row->game, "%s", game);
    row->games = (unsigned)games;
    row->draws = (unsigned)draws;
    row->wins = (unsigned)wins;
    row->losses = (unsigned)losses;
    json_decref(all);
    return whole && !interrupted && games;
}

int bench_feature_play_match(const Options *o, const FeatureMatch *row, FILE *to)
{
    FeatureMatch done = *row;
    Out out = {0};
    FILE *json = tmpfile();
    int code = json ? play(o, row, json) : EXIT_IO;
    if (!code && !take_result(json, &done))
        code = EXIT_BUG;
    if (!code) {
        bench_feature_matches.put(&done, &out);
        fputs(out.text, to);
    }
    out_free(&out);
    if (json)
        fclose(json);
    return code;
}

/* ---- rows ------------------------------------------------------------------------------------- */

static void put_match(const void *row, Out *out)
{
    const FeatureMatch *r = row;
    out_tsv_field(out, r->path);
    out_char(out, '\t');
    out_tsv_field(out, r->game);
    out_printf(out, "\t%s\t%s\t%g\t", r->evaluator, r->against, r->seconds);
    if (r->reason[0])
        out_puts(out, "\t\t\t\t");
    else
        out_printf(out, "%u\t%u\t%u\t%u\t", r->games, r->wins, r->draws, r->losses);
    out_tsv_field(out, r->reason);
    out_char(out, '\n');
}

static unsigned number(const char *text) { return (unsigned)strtoul(text, NULL, 10); }

static void take_match(char *const *field, void *row)
{
    FeatureMatch *r = row;
    *r = (FeatureMatch){.seconds = strtod(field[4], NULL), .games = number(field[5]), .wins = number(field[6]), .draws = number(field[7]), .losses = number(field[8])};
    snprintf(r->path, sizeof r->path, "%s", field[0]);
    snprintf(r->game, sizeof r->game, "%s", field[1]);
    snprintf(r->evaluator, sizeof r->evaluator, "%s", field[2]);
    snprintf(r->against, sizeof r->against, "%s", field[3]);
    snprintf(r->reason, sizeof r->reason, "%s", field[9]);
}

const FeatureRows bench_feature_matches = {
    .size = sizeof(FeatureMatch),
    .reason = offsetof(FeatureMatch, reason),
    .head = "path\tgame\tevaluator\tagainst\tseconds\tgames\twins\tdraws\tlosses\treason\n",
    .columns = 10,
    .put = put_match,
    .take = take_match,
    .sums = bench_feature_scores,
};
