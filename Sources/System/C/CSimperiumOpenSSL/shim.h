#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Macros with arguments, which Swift does not import.
static inline int ttt_context_require_tls12(SSL_CTX *context) {
    return (int)SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}
// An idle session keeps no buffers, and no session is kept after its end: a client that resumes a
// session sends all of it in its ticket. Renegotiation is off, because only attackers use it.
static inline void ttt_context_set_modes(SSL_CTX *context) {
    SSL_CTX_set_mode(
        context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                     SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
}
static inline int ttt_session_set_server_name(SSL *session, const char *name) {
    return (int)SSL_set_tlsext_host_name(session, name);
}
// Turns OpenSSL's own cache off: the owner of the context keeps the sessions.
static inline void ttt_context_hand_out_sessions(
    SSL_CTX *context, int (*keep)(SSL *, SSL_SESSION *)) {
    SSL_CTX_set_session_cache_mode(
        context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(context, keep);
}
// Marks a read without bytes as "not yet", which differs from "the end".
static inline void ttt_bio_set_read_later(BIO *stream) { BIO_set_retry_read(stream); }
static inline void ttt_bio_set_done(BIO *stream) { BIO_clear_retry_flags(stream); }
