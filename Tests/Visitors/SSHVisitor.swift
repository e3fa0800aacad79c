internal import CSSH
internal import Glibc
internal import _StringProcessing

/// An SSH guest without a terminal: keys are sent as bytes, and output is received as bytes.
@safe package final class SSHVisitor {
    private let session: ssh_session
    private let event: ssh_event
    private var channel: ssh_channel?
    package private(set) var stage = Stage.connecting
    /// The output since `forget`.
    package private(set) var shown: [UInt8] = []

    package enum Stage {
        case connecting
        case entering
        case opening
        case asking
        case beginning
        case inside
        /// The handshake failed. The library has closed the socket, whose number may already be
        /// another guest's.
        case failed
    }

    package init(_ user: String, port: UInt16) {
        guard let session = unsafe ssh_new(), let event = unsafe ssh_event_new() else {
            fatalError("libssh has no memory")
        }
        unsafe self.session = unsafe session
        unsafe self.event = unsafe event
        let socket = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        guard connectLocally(socket, port) else { fatalError("no door at port \(port)") }
        var (descriptor, readsFiles) = (socket, false)
        unsafe ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &readsFiles)
        unsafe ssh_options_set(session, SSH_OPTIONS_FD, &descriptor)
        for option in [SSH_OPTIONS_SSH_DIR, SSH_OPTIONS_KNOWNHOSTS, SSH_OPTIONS_GLOBAL_KNOWNHOSTS] {
            unsafe ssh_options_set(session, option, "/nonexistent")
        }
        unsafe ssh_options_set(session, SSH_OPTIONS_HOST, "localhost")
        unsafe ssh_options_set(session, SSH_OPTIONS_USER, user)
        unsafe ssh_set_blocking(session, 0)
    }

    deinit {
        unsafe ssh_free(session)
        unsafe ssh_event_free(event)
    }

    package var descriptor: CInt { unsafe ssh_get_fd(session) }

    /// Continues towards a shell as far as possible without waiting. True once the shell runs.
    package func enter() -> Bool {
        switch stage {
        case .connecting:
            switch unsafe ssh_connect(session) {
            case SSH_OK: stage = .entering
            case SSH_ERROR: stage = .failed
            default: break
            }
        case .entering where isLetIn: stage = .opening
        case .opening:
            if unsafe channel == nil { unsafe channel = unsafe ssh_channel_new(session) }
            if unsafe ssh_channel_open_session(channel) == SSH_OK { stage = .asking }
        case .asking:
            let answer = unsafe ssh_channel_request_pty_size(channel, "xterm-256color", 80, 24)
            if answer == SSH_OK { stage = .beginning }
        case .beginning where unsafe ssh_channel_request_shell(channel) == SSH_OK:
            stage = .inside
        case .entering, .beginning, .inside, .failed: break
        }
        return stage == .inside
    }

    private var isLetIn: Bool {
        unsafe ssh_userauth_kbdint(session, nil, nil) == SSH_AUTH_SUCCESS.rawValue
    }

    package func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = unsafe ssh_channel_write(channel, bytes, UInt32(bytes.count))
    }

    /// Reads the available output, and returns the number of bytes.
    @discardableResult
    package func look() -> Int {
        var room = [UInt8](repeating: 0, count: 16_384)
        var sum = 0
        while true {
            let count = unsafe ssh_channel_read_nonblocking(
                channel, &room, UInt32(room.count), 0)
            guard count > 0 else { break }
            shown += room[..<Int(count)]
            sum += Int(count)
        }
        return sum
    }

    /// Sends a new window size.
    package func resize(rows: CInt, columns: CInt) {
        _ = unsafe ssh_channel_change_pty_size(channel, columns, rows)
    }

    /// Sends bytes that each ssh ignores.
    package func sendNothing(_ count: Int) {
        _ = unsafe ssh_send_ignore(session, String(repeating: "x", count: count))
    }

    /// The library's last error; empty if there is none.
    package var error: String {
        unsafe String(cString: ssh_get_error(UnsafeMutableRawPointer(session)))
    }

    /// True if the connection is closed.
    package var isOver: Bool {
        let gone = SSH_CLOSED | SSH_CLOSED_ERROR
        return unsafe ssh_get_status(session) & gone != 0
    }

    package func forget() {
        look()
        shown = []
    }

    package func isShown(_ text: String) -> Bool {
        String(decoding: shown, as: UTF8.self).contains(text)
    }
}
