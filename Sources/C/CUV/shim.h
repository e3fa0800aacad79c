#include <sys/eventfd.h>
#include <uv.h>
