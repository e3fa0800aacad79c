#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <libssh/server.h>
#include <stdint.h>

// Returns the largest packet that the other end accepts. libssh 0.10 has no function for it. With a
// limit of 10, ssh_channel_write never returns; with 11, it makes a packet of every byte.
//
// The number is read from libssh's own structure, between two numbers that libssh returns, too.
// Negative if these are not at their places; then nothing may be written.
static inline int64_t ttt_remote_packet_limit(ssh_channel channel, uint32_t local_packet_limit) {
    const uint32_t *words = (const uint32_t *)(const void *)channel;
    if (words[5] != local_packet_limit) return -1;
    if (words[7] != ssh_channel_window_size(channel)) return -1;
    return words[9];
}
// Returns the packet limit of our own end, from the place that the function above checks.
static inline uint32_t ttt_local_packet_limit(ssh_channel channel) {
    return ((const uint32_t *)(const void *)channel)[5];
}
