#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <libssh/server.h>
#include <stdint.h>

// How large a packet the other end takes, which libssh 0.10 does not tell. It matters: where that
// is 10, ssh_channel_write never returns, and 11 makes a packet of every byte.
//
// The number is read from libssh's own structure, between two that it does tell. Negative if they
// are not where they should be; then nothing may be written.
static inline int64_t ttt_remote_packet_limit(ssh_channel channel, uint32_t local_packet_limit) {
    const uint32_t *words = (const uint32_t *)(const void *)channel;
    if (words[5] != local_packet_limit) return -1;
    if (words[7] != ssh_channel_window_size(channel)) return -1;
    return words[9];
}
// The packet limit of our own end, at the place where the function above looks for it.
static inline uint32_t ttt_local_packet_limit(ssh_channel channel) {
    return ((const uint32_t *)(const void *)channel)[5];
}
