// FrontDoor: the ssh server, a shell around libssh.
// Not here: the listening socket (SimperiumNetwork), a guest's program (Guests), bans and limits
// (Guests, and `SSHDoor` in tictactoe).
// Start with `SSHServer`, which starts a session; then `GuestConnection`, `SSHSessionCallbacks`,
// `HostKey`.

internal import CSSH
package import Drawing
internal import Glibc
package import SimperiumLoop

/// The ssh server. It has the host key, and allows only secure algorithms of low cost.
///
/// It serves sockets that the caller has accepted and keeps open. The caller decides what a guest
/// may do, and for how long. The server admits all guests: by a signed public key, or by
/// keyboard-interactive without prompts.
@safe package final class SSHServer {
    /// The allowed key exchanges. Larger groups take 0.1 s for a handshake, which strangers could
    /// use to slow the server down.
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

    /// Creates the server. Throws if a self-test shows that libssh can't be used safely.
    package init(_ key: HostKey, on loop: Loop) throws(SSHServerFault) {
        guard let bind = unsafe ssh_bind_new() else {
            throw .library(Self.libsshRefusal(of: "ssh_bind_new"))
        }
        unsafe self.bind = unsafe bind
        self.loop = loop
        do throws(LibraryError) { try setOptions(key) } catch { throw .library(error) }
        try SSHSelfTest.perform(at: self, on: loop)
    }

    deinit {
        unsafe ssh_bind_free(bind)
    }

    /// Starts a session with the guest at the other end of `socket`, and returns the connection.
    /// The caller must keep the socket open until the connection has ended.
    package func startSession(
        on socket: Descriptor, _ deliver: @escaping (GuestConnection.Event) -> Void
    ) throws(LibraryError) -> GuestConnection {
        let session = try unsafe newSession(on: socket)
        return try unsafe GuestConnection(session, over: socket, on: loop, deliver)
    }

    /// Creates a session on a duplicate of the socket. libssh closes its descriptor after any
    /// failure, while the loop may still watch the caller's descriptor.
    private func newSession(on socket: Descriptor) throws(LibraryError) -> ssh_session {
        guard let session = unsafe ssh_new() else { throw Self.libsshRefusal(of: "ssh_new") }
        let copy = fcntl(socket.rawValue, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else {
            let code = errno
            unsafe ssh_free(session)
            throw LibraryError("socket", "dup", code: code)
        }
        unsafe ssh_options_set(session, SSH_OPTIONS_COMPRESSION, "none")
        guard unsafe ssh_bind_accept_fd(bind, session, copy) == SSH_OK else {
            close(copy)
            unsafe ssh_free(session)
            throw Self.libsshRefusal(of: "ssh_bind_accept_fd")
        }
        unsafe ssh_set_blocking(session, 0)
        return unsafe session
    }

    private func setOptions(_ key: HostKey) throws(LibraryError) {
        // Otherwise, libssh would read a system file for every guest.
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

    /// Sets an option. `value` points to a value of the option's own type: a text, a key, a flag.
    private func set(
        _ option: ssh_bind_options_e, _ value: UnsafeRawPointer?
    ) throws(LibraryError) {
        guard unsafe ssh_bind_options_set(bind, option, value) == 0 else {
            throw Self.libsshRefusal(of: "set option \(option.rawValue)")
        }
    }

    static func libsshRefusal(of operation: String) -> LibraryError {
        LibraryError("libssh", operation, reason: "refused")
    }
}

/// A reason why a door cannot open.
package enum SSHServerFault: Error, Hashable, Sendable {
    case library(LibraryError)
    /// In the self-test, a libssh client could not connect to the server.
    case cannotConnectToItself
    /// This libssh has a memory layout that the program does not know.
    case unknownLayout
}

/// The versions of libssh that the program was built with and runs with.
package enum SSHLibraryVersions {
    package static var version: String {
        guard let version = unsafe ssh_version(0) else { return "unknown" }
        return unsafe String(cString: version)
    }

    package static var library: LibraryVersion {
        let built = [
            LIBSSH_VERSION_MAJOR, LIBSSH_VERSION_MINOR, LIBSSH_VERSION_MICRO,
        ].map(String.init)
        // libssh adds the names of the libraries that it uses, after a slash.
        let running = version.split(separator: "/").first.map(String.init) ?? version
        return LibraryVersion("libssh", running: running, built: built.joined(separator: "."))
    }
}

/// The login of a guest: name, key, terminal and request.
///
/// Only the key is proved, by its signature. The guest's client chooses everything else.
package struct SSHLogin: Hashable, Sendable {
    package var user = ""
    /// The fingerprint of the key with a valid signature, as `SHA256:…`; nil for a guest without a
    /// key.
    package var fingerprint: String?
    /// The terminal; nil if the client requested none.
    package var terminal: RemoteTerminal?
    package var environment: [String: String] = [:]
    /// The words after the host on the ssh command line; nil if there are none.
    package var command: String?

    private static let longestText = 256
    private static let mostVariables = 24

    /// Returns a text from libssh, cut to `longestText` Unicode scalars; an empty text for nil.
    static func limitedText(_ pointer: UnsafePointer<CChar>?) -> String {
        guard let pointer = unsafe pointer else { return "" }
        // The limit counts scalars, because one character may have any number of them.
        return String(unsafe String(cString: pointer).unicodeScalars.prefix(longestText))
    }

    /// Stores an environment variable if the screen depends on it, and if fewer than
    /// `mostVariables` are stored. Drops any other variable.
    mutating func storeEnvironmentVariable(_ name: String, to value: String) {
        let isWanted =
            name == "LANG" || name.hasPrefix("LC_") || name == "COLORTERM" || name == "NO_COLOR"
        guard isWanted, environment.count < Self.mostVariables else { return }
        environment[name] = value
    }
}

/// The encoder of the disconnect packet for a guest that is refused before the key exchange.
///
/// An ssh client shows the packet's sentence even before the key exchange, but it would not show
/// plain text. The door must finish writing, and wait a little before it closes the connection.
/// Otherwise the sentence may be lost.
package enum UnencryptedDisconnectPacket {
    private static let disconnect: UInt8 = 1
    private static let tooManyConnections: UInt32 = 12
    private static let blockLength = 8
    private static let leastPadding = 4
    private static let longestSentence = 200

    /// Returns the server's version line and the unencrypted disconnect packet. The sentence is cut
    /// to `longestSentence` bytes, before a character that does not fit.
    package static func bytes(_ sentence: String) -> [UInt8] {
        let text = Array(Array(sentence.utf8).wholeCharacterPrefix(upTo: longestSentence))
        let payload =
            [disconnect] + bigEndianBytes(tooManyConnections) + bigEndianBytes(UInt32(text.count))
            + text
            + bigEndianBytes(0)
        let header = 5
        let incomplete = (header + payload.count + leastPadding) % blockLength
        let padding = leastPadding + (incomplete == 0 ? 0 : blockLength - incomplete)
        return Array("SSH-2.0-\(SSHServer.banner)\r\n".utf8)
            + bigEndianBytes(UInt32(1 + payload.count + padding)) + [UInt8(padding)] + payload
            + [UInt8](repeating: 0, count: padding)
    }

    private static func bigEndianBytes(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
