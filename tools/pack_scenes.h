/* Chooses the scenes that readers of the rules can play, one for each rule. The caller owns the result. */
#ifndef SKERRY_TOOLS_PACK_SCENES_H
#define SKERRY_TOOLS_PACK_SCENES_H

#include "base/text.h"
#include "engine/pack.h"

/* Reads the scenes in a folder, files in alphabetical order, and returns a list of {rule, seat, scene}, where scene is
 * only the set-up. files: gets the path of the folder and of each file read, one per line. NULL on error. */
json_t *scenes_choose(const char *folder, const Pack *pack, Text *files, Err *err);

#endif
