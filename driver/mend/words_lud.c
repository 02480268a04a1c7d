/* words_lud.c - the words of Ludii's language, and those of a text in it. */
#include <ctype.h>
#include <string.h>

#include "driver/mend/edits.h"
#include "frontend/lud/elab/mend.h"

/* In small letters. */
static const char *meanings(const char *word)
{
    static const char *const rows[][2] = {
        {"row", "Line"}, {"inarow", "Line"}, {"inline", "Line"}, {"linked", "Connected"}, {"connect", "Connected"}, {"joined", "Connected"},
        {"ring", "Loop"}, {"circle", "Loop"}, {"filled", "Full"}, {"boardfull", "Full"}, {"taken", "Occupied"}, {"unoccupied", "Empty"},
        {"blank", "Empty"}, {"free", "Empty"}, {"vacant", "Empty"}, {"foe", "Enemy"}, {"opponent", "Next|Enemy"}, {"enemy", "Next|Enemy"},
        {"friend", "Friend|Mover"}, {"ally", "Friend"}, {"own", "Friend|Mover"}, {"mine", "Mover|Friend"}, {"me", "Mover"}, {"self", "Mover"},
        {"player", "Mover|players"}, {"current", "Mover"}, {"you", "Next"}, {"other", "Next"}, {"both", "Shared|Each|All"}, {"all", "Each|All|Shared|Adjacent"},
        {"everybody", "All|Each|Shared"}, {"everyone", "All|Each|Shared"}, {"any", "Adjacent|All|Shared"}, {"anywhere", "Adjacent|Board"}, {"none", "0|Neutral|None|Off"},
        {"nobody", "Neutral|0"}, {"noone", "Neutral"}, {"white", "P1"}, {"black", "P2"}, {"red", "P1"}, {"blue", "P2"}, {"first", "P1"}, {"second", "P2"},
        {"straight", "Orthogonal|Line"}, {"orthogonally", "Orthogonal"}, {"diagonally", "Diagonal"}, {"horizontal", "Sideways|E"}, {"vertical", "N|Forward"},
        {"sideway", "Sideways"}, {"ahead", "Forward"}, {"forwards", "Forward"}, {"back", "Backward"}, {"backwards", "Backward"}, {"up", "N|Forward"}, {"down", "S|Backward"},
        {"left", "W|Leftward"}, {"right", "E|Rightward"}, {"upper", "Top"}, {"lower", "Bottom"}, {"middle", "Centre"}, {"edge", "Perimeter|Edge"}, {"border", "Perimeter|Outer"},
        {"win", "Win"}, {"wins", "Win"}, {"winner", "Win|Mover"}, {"winning", "Win"}, {"lose", "Loss"}, {"loser", "Loss"}, {"loses", "Loss"}, {"lost", "Loss"}, {"defeat", "Loss"},
        {"tie", "Draw"}, {"draws", "Draw"}, {"drawn", "Draw"}, {"place", "Add|start"}, {"put", "Add|place"}, {"drop", "Add"}, {"insert", "Add"}, {"walk", "Step"}, {"go", "Step"},
        {"move", "Step|Slide"}, {"jump", "Hop|Leap"}, {"leap", "Leap|Hop"}, {"glide", "Slide"}, {"ride", "Slide"}, {"run", "Slide"}, {"swapplayers", "swap"}, {"skip", "Pass|pass"},
        {"capture", "remove|Remove"}, {"kill", "remove|Remove"}, {"take", "remove|Remove"}, {"eat", "remove"}, {"delete", "remove"}, {"captured", "(between)|(to)|remove"}, {"flipover", "flip"},
        {"men", "Pieces"}, {"stones", "Pieces"}, {"piece", "Piece|Pieces|piece"}, {"pieces", "Piece|piece|Pieces|equipment"}, {"token", "piece"}, {"component", "piece"}, {"components", "equipment"},
        {"items", "equipment"}, {"material", "equipment"}, {"vertices", "Vertex"}, {"points", "Vertex|score"}, {"point", "score|Vertex"}, {"pts", "score"}, {"forwardleft", "FL"}, {"forwardright", "FR"}, {"backwardleft", "BL"}, {"backwardright", "BR"},
        {"leftforward", "FL"}, {"rightforward", "FR"}, {"upleft", "NW|FL"}, {"upright", "NE|FR"}, {"downleft", "SW|BL"}, {"downright", "SE|BR"}, {"topleft", "NW"}, {"topright", "NE"}, {"bottomleft", "SW"}, {"bottomright", "SE"}, {"intersection", "Vertex"}, {"node", "Vertex"}, {"cells", "Cell"},
        {"location", "(site)|(to)|(from)"}, {"here", "(site)|(to)|(from)"}, {"position", "(site)|(to)"}, {"dest", "(to)"}, {"destination", "(to)"}, {"target", "(to)|to"},
        {"source", "(from)|from"}, {"origin", "(from)|from"}, {"over", "between|Over"}, {"via", "between"}, {"through", "between"}, {"number", "count"}, {"num", "count"}, {"total", "count"},
        {"sum", "+"}, {"plus", "+"}, {"minus", "-"}, {"times", "*"}, {"mult", "*"}, {"div", "/"}, {"modulo", "%"}, {"mod", "%"}, {"eq", "="}, {"equals", "="}, {"equal", "="},
        {"gt", ">"}, {"greater", ">"}, {"more", ">"}, {"lt", "<"}, {"less", "<"}, {"ge", ">="}, {"gte", ">="}, {"atleast", ">="}, {"le", "<="}, {"lte", "<="}, {"atmost", "<="}, {"ne", "!="},
        {"neq", "!="}, {"when", "if"}, {"cond", "if"}, {"case", "if"}, {"foreachpiece", "forEach Piece"}, {"each", "forEach|Each"}, {"for", "forEach"}, {"every", "forEach|Each"},
        {"setup", "start"}, {"init", "start"}, {"initial", "start"}, {"begin", "start"}, {"starting", "start"}, {"finish", "end"}, {"ending", "end"}, {"ends", "end"}, {"goal", "end"},
        {"turn", "play"}, {"turns", "play"}, {"moves", "move|Moves|play"}, {"rect", "rectangle"}, {"grid", "square|rectangle"}, {"hexagon", "hex"}, {"hexagonal", "hex"}, {"rhombus", "Diamond"},
        {"lozenge", "Diamond"}, {"parallelogram", "Diamond"}, {"triangular", "Triangle|tri"}, {"mancala", "mancalaBoard"}, {"area", "regions"}, {"zone", "regions"}, {"true", "True"},
        {"false", "False|None"}, {"yes", "True"}, {"no", "None|False|not"}, {"nil", "None"}, {"null", "None"}, {"reserve", "Hand"}, {"pocket", "Hand"}, {"again", "(moveAgain)|moveAgain"},
        {"extraturn", "moveAgain"}, {"score", "Score|score"}, {"last", "(last To)"}, {"length", "count"}, {"stalemate", "no Moves Next"}, {"blocked", "no Moves"},
        {"variable", "var|Var"}, {"setvar", "set Var"}, {"setscore", "set Score"}, {"size", "count|square"}, {"dice", "Pips|dice"}, {"die", "Pips|dice"}, {"pip", "Pips"}, {"elseif", "if"}, {"elif", "if"}, {"elsif", "if"}};
    char small[32];
    size_t n = 0;
    for (; word[n] && n + 1 < sizeof small; n++)
        small[n] = (char)tolower((unsigned char)word[n]);
    small[n] = '\0';
    if (word[n])
        return mend_word(word);
    for (unsigned plural = 0; plural < 2; plural++) {
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            if (!strcmp(rows[i][0], small))
                return rows[i][1];
        if (n < 4 || small[n - 1] != 's')
            break;
        small[--n] = '\0'; /* `jumps` */
    }
    return mend_word(word);
}

static void add(Arena *arena, MendLanguage *language, MendPart part, const char *text, const char *head)
{
    const MendWord word = {part, text, head};
    vec_push(arena, &language->word, word);
}

static bool known(const MendLanguage *language, MendPart part, const char *text, const char *head)
{
    for (size_t i = language->word.n; i-- > 0;) {
        const MendWord *word = &language->word.at[i];
        if (word->part == part && !strcmp(word->text, text) && (!head || !strcmp(word->head, head)))
            return true;
    }
    return false;
}

static void add_row(Arena *arena, MendLanguage *language, const Sig *sig)
{
    if (!known(language, MEND_HEAD, sig->head, NULL))
        add(arena, language, MEND_HEAD, sig->head, NULL);
    if (sig->nword && !known(language, MEND_KEYWORD, sig->word[0], sig->head))
        add(arena, language, MEND_KEYWORD, sig->word[0], sig->head);
    for (uint8_t s = 0; s < sig->nslot; s++)
        if (sig->slot[s].label && !known(language, MEND_LABEL, sig->slot[s].label, sig->head))
            add(arena, language, MEND_LABEL, sig->slot[s].label, sig->head);
}

static void add_constants(Arena *arena, MendLanguage *language)
{
    for (TypeId i = 0; i < TYPE_COUNT; i++)
        for (const char *s = type_info(i)->constants; s && *s;) {
            const size_t n = strcspn(s, " ");
            const char *text = arena_strndup(arena, s, n);
            if (!known(language, MEND_CONSTANT, text, NULL))
                add(arena, language, MEND_CONSTANT, text, NULL);
            s += n + strspn(s + n, " ");
        }
}

/* `<Tag:argument>` of `(option ".." <Tag> args:{<argument> ..} ..)`. */
static void add_option(Arena *arena, MendLanguage *language, const MendNode *option)
{
    const MendNode *tag = option->n > 2 && option->kid[2]->kind == MEND_WORD ? option->kid[2] : NULL, *args = option->n > 3 ? option->kid[3] : NULL;
    const size_t n = tag ? strlen(tag->text) : 0;
    if (n < 3 || tag->text[0] != '<' || args->kind != MEND_ARRAY)
        return;
    for (uint32_t i = 0; i < args->n; i++) {
        const char *name = args->kid[i]->kind == MEND_WORD ? args->kid[i]->text : "";
        if (strlen(name) > 2)
            add(arena, language, MEND_CONSTANT, arena_printf(arena, "%.*s:%s", (int)n - 1, tag->text, name + 1), NULL);
    }
}

/* Names: strings, those of pieces with the numbers of players, too; options in their brackets. */
static void add_names(Arena *arena, MendLanguage *language, const MendNode *node)
{
    const bool piece = !strcmp(mend_head_of(node->up ? node->up : node), "piece");
    if (node->kind == MEND_STRING && node->text[0] && !known(language, MEND_NAME, node->text, NULL)) {
        add(arena, language, MEND_NAME, node->text, NULL);
        for (int n = 0; piece && n <= 2; n++)
            add(arena, language, MEND_NAME, arena_printf(arena, "%s%d", node->text, n), NULL);
    }
    if (node->kind == MEND_WORD && node->text[0] == '<' && node->text[1] && !known(language, MEND_CONSTANT, node->text, NULL))
        add(arena, language, MEND_CONSTANT, node->text, NULL);
    if (!strcmp(mend_head_of(node), "option"))
        add_option(arena, language, node);
    for (uint32_t i = 0; i < node->n; i++)
        add_names(arena, language, node->kid[i]);
}

const MendLanguage *mend_lud(Arena *arena, const MendNode *root)
{
    static const char *const around[] = {
        "(sites %s)", "(directions %s)", "(to %s)", "(from %s)", "(between %s)", "(then %s)", "(apply %s)", "(who at:%s)", "(is %s)", "(count Pieces %s)", "(piece %s)", "(count at:%s)",
        "(last %s)", "(move %s)", "(or %s)", "(and %s)", "(not %s)", "(piece %s Each)", "(result %s Win)", "(result Mover %s)", "(count %s)",
        "(forEach Piece %s)", "(to if:%s)", "(from if:%s)", "(is In (last To) %s)", "(score %s)", "(player %s)", "(play %s)", "(rules %s)",
        "(end %s)", "(start %s)", "(equipment %s)", "(board %s)", "(meta %s)", "(if %s (result Mover Win))", "(sites Side %s)", "(sites Hand %s)", "(directions {%s})",
        "(expand %s)", "(remove %s)", "(mapEntry %s)", "(trackSite Move steps:%s)", "(square %s)", "(is Line %s)", "(is Enemy %s)", "(is Friend %s)", "(hand %s)", "(apply (remove %s))",
        "(is Mover %s)", "(sites {%s})", "(coord %s)", "(forEach Site %s)", "(state at:%s)", "(value Piece at:%s)", "(size Stack at:%s)", "(var %s)", "(phase %s)", "(nextPhase %s)", "(exact %s)", "(min %s)", "(max %s)", "(range %s)", NULL};
    static const char *const missing[] = {"Mover", "(to)", "(from)", "(between)", "(last To)", "(site)", "Next", "Each", "P1", "P2", "1", "0", "2", "3",
                                          "Adjacent", "Orthogonal", "(sites Empty)", "(to (sites Empty))", "Win", "\"Game\"", "\"Track\"", "(players 2)", "(play (forEach Piece))", NULL};
    MendLanguage *language = ARENA_NEW(arena, MendLanguage);
    *language = (MendLanguage){.around = around, .missing = missing, .other = meanings};
    Session *session = session_new();
    Table *table = table_new(session);
    for (int i = 0; i < LUD_COUNT; i++)
        add_row(arena, language, table_row(table, (LudId)i));
    for (size_t i = 0; i < language->word.n; i++) {
        language->word.at[i].text = arena_strdup(arena, language->word.at[i].text);
        language->word.at[i].head = language->word.at[i].head ? arena_strdup(arena, language->word.at[i].head) : NULL;
    }
    session_free(session);
    add_constants(arena, language);
    add_names(arena, language, root);
    return language;
}
