/* Word to people whose turn it is at tables with days for each move, when they have no page open: by e-mail to an
 * address they left and proved, and by one webhook of the host's. A thread of its own sends; the loop only hands over.
 */
#ifndef SKERRY_SERVE_NOTIFY_H
#define SKERRY_SERVE_NOTIFY_H

#include "serve/table_play.h"

struct Post;
int notify_stop_post(House *house, struct Post *post); /* POST /stop/TOKEN */

#endif
