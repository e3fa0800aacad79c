#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <uv.h>

// GNU extensions, which Swift's Glibc module hides.
extern int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags);
extern int close_range(unsigned int first, unsigned int last, int flags);
extern int malloc_trim(size_t pad);
