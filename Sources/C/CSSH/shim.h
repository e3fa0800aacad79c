#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <libssh/server.h>
