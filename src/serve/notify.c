#include "serve/notify.h"

#include "serve/post.h"

int notify_stop_post(House *house, Post *post) {
    return post_refuse(house, post, 404, "There is nothing to stop here.");
}
