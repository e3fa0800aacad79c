internal import CSSH
internal import Glibc
package import SimperiumLoop

/// Where guests come in by ssh: the host key, and the algorithms that are good and cheap enough.
///
/// It takes connected sockets from a listener. What a guest may do, and for how long, others
/// decide; here is only what the protocol demands. Everybody gets in: by a key that has signed, or
/// by the method that asks nothing.
@safe package final class SSHDoor {
    /// Larger groups would let a stranger spend our time for nothing: 0.1 s for a handshake.
    private static let keyExchanges =
        "curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256"
    private static let ciphers =
        "chacha20-poly1305@openssh.com,aes256-gcm@openssh.com,aes128-gcm@openssh.com,"
        + "aes256-ctr,aes128-ctr"
    private static let authenticationCodes =
        "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com,hmac-sha2-256,hmac-sha2-512"
    static let banner = "tictactoe"

    private let bind: ssh_bind
    private let loop: Loop

    /// Throws if libssh can't be used safely, which is tried out first.
    package init(_ key: HostKey, on loop: Loop) throws(SSHDoorFault) {
        guard let bind = unsafe ssh_bind_new() else {
            throw .library(Self.error("ssh_bind_new"))
        }
        unsafe self.bind = unsafe bind
        self.loop = loop
        do throws(LibraryError) { try setOptions(key) } catch { throw .library(error) }
        try SSHSelfTest.perform(at: self, on: loop)
    }

    deinit {
        unsafe ssh_bind_free(bind)
    }

    /// Begins to talk with the guest at the other end of `socket`, which stays the caller's and
    /// must stay open until the line has ended.
    package func admit(
        _ socket: Descriptor, _ deliver: @escaping (GuestLine.Event) -> Void
    ) throws(LibraryError) -> GuestLine {
        let session = try unsafe newSession(on: socket)
        return try unsafe GuestLine(session, over: socket, on: loop, deliver)
    }

    /// libssh closes what it is given as soon as anything fails. So it gets a name of its own for
    /// the socket, and the number that the loop watches stays ours until we let go of it.
    private func newSession(on socket: Descriptor) throws(LibraryError) -> ssh_session {
        guard let session = unsafe ssh_new() else { throw Self.error("ssh_new") }
        let copy = fcntl(socket.rawValue, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else {
            unsafe ssh_free(session)
            throw LibraryError("socket", "dup", reason: unsafe String(cString: strerror(errno)))
        }
        unsafe ssh_options_set(session, SSH_OPTIONS_COMPRESSION, "none")
        guard unsafe ssh_bind_accept_fd(bind, session, copy) == SSH_OK else {
            close(copy)
            unsafe ssh_free(session)
            throw Self.error("ssh_bind_accept_fd")
        }
        unsafe ssh_set_blocking(session, 0)
        return unsafe session
    }

    private func setOptions(_ key: HostKey) throws(LibraryError) {
        // Otherwise a file of the system would be read for every guest.
        var readsFiles = false
        try unsafe set(SSH_BIND_OPTIONS_PROCESS_CONFIG, &readsFiles)
        try unsafe set(
            SSH_BIND_OPTIONS_IMPORT_KEY, key.copied().map { unsafe UnsafeRawPointer($0) })
        try unsafe set(SSH_BIND_OPTIONS_KEY_EXCHANGE, Self.keyExchanges)
        try unsafe set(SSH_BIND_OPTIONS_CIPHERS_C_S, Self.ciphers)
        try unsafe set(SSH_BIND_OPTIONS_CIPHERS_S_C, Self.ciphers)
        try unsafe set(SSH_BIND_OPTIONS_HMAC_C_S, Self.authenticationCodes)
        try unsafe set(SSH_BIND_OPTIONS_HMAC_S_C, Self.authenticationCodes)
        try unsafe set(SSH_BIND_OPTIONS_BANNER, Self.banner)
    }

    /// `value` is whatever the option wants: a text, a key, a flag.
    private func set(
        _ option: ssh_bind_options_e, _ value: UnsafeRawPointer?
    ) throws(LibraryError) {
        guard unsafe ssh_bind_options_set(bind, option, value) == 0 else {
            throw Self.error("set option \(option.rawValue)")
        }
    }

    static func error(_ operation: String) -> LibraryError {
        LibraryError("libssh", operation, reason: "refused")
    }
}
