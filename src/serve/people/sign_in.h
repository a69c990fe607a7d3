/* Links that sign in another device as the same person. The House owns the links. Loop thread only. */
#ifndef SKERRY_SERVE_PEOPLE_SIGN_IN_H
#define SKERRY_SERVE_PEOPLE_SIGN_IN_H

#include "serve/wire/http_post.h"

/* Makes the token of a sign-in link and sets *until to its expiry. Returns false if out of memory. */
bool sign_in_link_new(House *house, Person *person, char token[KEY_SIZE * 2], int64_t *until);
void sign_in_links_free(House *house);

/* GET /in/TOKEN asks for confirmation; POST signs this device in. */
int sign_in_serve(House *house, struct lws *wsi, HttpConnection *connection, const char *token);
int sign_in_post(House *house, HttpPost *post);

#endif
