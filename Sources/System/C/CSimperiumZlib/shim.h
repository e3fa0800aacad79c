#include <zlib.h>

// Macros, which Swift does not import. A negative number of bits asks for a stream without a head.
static inline int ttt_deflate_init(z_stream *stream, int level, int window_bits, int memory) {
    return deflateInit2(stream, level, Z_DEFLATED, -window_bits, memory, Z_DEFAULT_STRATEGY);
}
static inline int ttt_inflate_init(z_stream *stream) { return inflateInit2(stream, -15); }
