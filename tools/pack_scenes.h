/* Which scene of a game's a reader of its rules is given to play, one a rule. What is returned is the caller's. */
#ifndef SKERRY_TOOLS_PACK_SCENES_H
#define SKERRY_TOOLS_PACK_SCENES_H

#include "base/text.h"
#include "engine/pack.h"

/* From the scenes below folder, files in the order of their names: a list of {rule, seat, scene}, the scene's set-up
 * alone. files: the path of each file read, and of the folder, a line each. NULL with an error. */
json_t *scenes_choose(const char *folder, const Pack *pack, Text *files, Err *err);

#endif
