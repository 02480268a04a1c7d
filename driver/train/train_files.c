/* train_files.c - the folder of a training: what it goes on with, and what was learnt.
 *
 * checkpoint: "ludc-checkpoint 1", the settings a line each, "log N" (bytes of the log that count), "seconds S", an empty line, then
 * what ludc_train_save gives. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/folder.h"
#include "base/memory.h"
#include "driver/train/train.h"

static const char first_line[] = "ludc-checkpoint 1\n";

static char *path_of(const Train *t, const char *name)
{
    char *path = malloc(strlen(t->folder) + strlen(name) + 2);
    if (!path)
        memory_out();
    sprintf(path, "%s/%s", t->folder, name);
    return path;
}

static int failed(const char *what, const char *path)
{
    say("ludc: cannot %s %s: %s", what, path, strerror(errno));
    return EXIT_IO;
}

/* The whole file; *there is false, and it is no fault, where there is none. */
static int read_file(const Train *t, const char *name, Out *out, bool *there)
{
    char *path = path_of(t, name), part[65536];
    FILE *in = fopen(path, "rb");
    *there = in != NULL;
    int code = in || errno == ENOENT ? EXIT_DONE : failed("read", path);
    for (size_t n; in && (n = fread(part, 1, sizeof part, in)) > 0;)
        out_write(out, part, n);
    if (in && ferror(in))
        code = failed("read", path);
    if (in)
        fclose(in);
    free(path);
    return code;
}

/* ---- the checkpoint ---------------------------------------------------------------------- */

/* Fills t->saved. */
static void take_saved(Train *t)
{
    const size_t n = ludc_train_saved_size(t->train);
    char *saved = malloc(n);
    if (!saved)
        memory_out();
    ludc_train_save(t->train, saved);
    t->saved.n = 0;
    out_write(&t->saved, saved, n);
    free(saved);
}

void train_back(Train *t)
{
    if (ludc_train_restore(t->train, t->saved.text, t->saved.n))
        memory_out(); /* memory is out: these bytes were taken from it */
}

static int save_checkpoint(Train *t)
{
    Out out = {0};
    take_saved(t);
    out_printf(&out, "%s%slog %zu\nseconds %.3f\n\n", first_line, t->settings.text, t->log.n, train_seconds(t));
    out_write(&out, t->saved.text, t->saved.n);
    int code = folder_save(t->folder, "checkpoint", &out);
    out_free(&out);
    return code;
}

/* The line of the settings in which both differ. */
static int other_settings(const Train *t, const char *theirs)
{
    const char *ours = t->settings.text;
    while (*ours && *theirs) {
        const size_t n = strcspn(ours, "\n"), m = strcspn(theirs, "\n");
        if (n != m || memcmp(ours, theirs, n) != 0)
            break;
        ours += n + (ours[n] != '\0');
        theirs += m + (theirs[m] != '\0');
    }
    say("ludc: %s holds a training with other settings: there `%.*s`, here `%.*s`", t->folder, (int)strcspn(theirs, "\n"), theirs,
        (int)strcspn(ours, "\n"), ours);
    return EXIT_WRONG;
}

static int torn(const Train *t, const char *what)
{
    say("ludc: %s/%s: it is not what a training with these settings wrote", t->folder, what);
    return EXIT_WRONG;
}

/* Takes the head apart; *log: how long the log was. */
static int read_checkpoint(Train *t, const Out *file, size_t *log)
{
    const size_t mark = sizeof first_line - 1;
    const char *settings = file->text + mark, *end = file->n > mark ? strstr(settings, "\n\n") : NULL;
    const char *tail = end ? strstr(settings, "\nlog ") : NULL;
    if (!tail || tail > end || memcmp(file->text, first_line, mark) != 0)
        return torn(t, "checkpoint");
    const size_t n = (size_t)(tail - settings) + 1; /* up to the line "log" */
    if (n != t->settings.n || memcmp(settings, t->settings.text, n) != 0)
        return other_settings(t, settings);
    if (sscanf(settings + n, "log %zu\nseconds %lf\n", log, &t->before) != 2)
        return torn(t, "checkpoint");
    const ludc_status status = ludc_train_restore(t->train, end + 2, file->n - (size_t)(end + 2 - file->text));
    if (status == LUDC_IO)
        say("ludc: there is too little memory for what %s/checkpoint holds", t->folder);
    return !status ? EXIT_DONE : status == LUDC_IO ? EXIT_IO : torn(t, "checkpoint");
}

/* The log as far as it counts; what is behind that is cut off. */
static int cut_log(Train *t, size_t length)
{
    bool there;
    char *path = path_of(t, "log.jsonl");
    int code = read_file(t, "log.jsonl", &t->log, &there);
    if (!code && t->log.n < length)
        code = torn(t, "log.jsonl");
    if (!code && there && t->log.n > length && truncate(path, (off_t)length))
        code = failed("cut", path);
    if (!code && t->log.text) {
        t->log.n = length;
        t->log.text[length] = '\0';
    }
    free(path);
    return code;
}

int train_resume(Train *t)
{
    Out file = {0};
    bool there;
    size_t log = 0;
    int code = read_file(t, "checkpoint", &file, &there);
    if (!code && there)
        code = read_checkpoint(t, &file, &log);
    if (!code)
        code = cut_log(t, log);
    if (!code)
        take_saved(t);
    out_free(&file);
    return code;
}

/* ---- the log -------------------------------------------------------------------------------- */

static int append_line(Train *t, const Out *line)
{
    char *path = path_of(t, "log.jsonl");
    FILE *out = fopen(path, "ab");
    int code = out && fwrite(line->text, 1, line->n, out) == line->n ? EXIT_DONE : failed("write", path);
    if (out && fclose(out) && !code)
        code = failed("write", path);
    free(path);
    out_write(&t->log, line->text, line->n);
    return code;
}

int train_keep(Train *t, const ludc_learn_episode *episode)
{
    Out line = {0};
    train_line(t, episode, train_seconds(t), &line);
    int code = append_line(t, &line);
    if (!code)
        code = save_checkpoint(t);
    if (!code)
        code = train_policy(t);
    out_free(&line);
    return code;
}

/* ---- the policy -------------------------------------------------------------------------------- */

/* The settings from the seed on as comments (no engine shows in them), the options as the text form has them, behind the head of the set. */
int train_policy(const Train *t)
{
    Out out = {0};
    ludc_features *set = ludc_learner_set(t->learner);
    const size_t n = ludc_features_text(set, NULL, 0);
    char *text = malloc(n + 1);
    if (!set || !text)
        memory_out();
    ludc_features_text(set, text, n + 1);
    const char *body = text;
    for (int line = 0; line < 3; line++) /* ludc-features, game, hash */
        body += strcspn(body, "\n") + 1;
    out_write(&out, text, (size_t)(body - text));
    for (size_t i = 0; i < t->options->option.n; i++)
        out_printf(&out, "option %s\n", t->options->option.at[i]);
    out_printf(&out, "# ludc train, %llu episodes\n", (unsigned long long)ludc_train_episodes(t->train));
    for (const char *line = strstr(t->settings.text, "\nseed ") + 1; *line; line += strcspn(line, "\n") + 1)
        out_printf(&out, "# %.*s\n", (int)strcspn(line, "\n"), line);
    out_puts(&out, body);
    int code = folder_save(t->folder, "policy.features", &out);
    ludc_features_free(set);
    free(text);
    out_free(&out);
    return code;
}
