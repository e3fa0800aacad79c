import CSSH
import Glibc

/// Somebody who comes by ssh, without a terminal of their own: bytes of keys out, frames in.
@safe final class SSHVisitor {
    private let session: ssh_session
    private let event: ssh_event
    private var channel: ssh_channel?
    private(set) var stage = Stage.connecting
    /// What has been shown since `forget`.
    private(set) var shown: [UInt8] = []

    enum Stage {
        case connecting
        case entering
        case opening
        case asking
        case beginning
        case inside
    }

    init(_ user: String, port: UInt16) {
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

    var descriptor: CInt { unsafe ssh_get_fd(session) }

    /// Goes on towards a shell as far as it can. True once it is there.
    func enter() -> Bool {
        switch stage {
        case .connecting where unsafe ssh_connect(session) == SSH_OK: stage = .entering
        case .entering where isLetIn: stage = .opening
        case .opening:
            if unsafe channel == nil { unsafe channel = unsafe ssh_channel_new(session) }
            if unsafe ssh_channel_open_session(channel) == SSH_OK { stage = .asking }
        case .asking:
            let answer = unsafe ssh_channel_request_pty_size(channel, "xterm-256color", 80, 24)
            if answer == SSH_OK { stage = .beginning }
        case .beginning where unsafe ssh_channel_request_shell(channel) == SSH_OK:
            stage = .inside
        case .connecting, .entering, .beginning, .inside: break
        }
        return stage == .inside
    }

    private var isLetIn: Bool {
        unsafe ssh_userauth_kbdint(session, nil, nil) == SSH_AUTH_SUCCESS.rawValue
    }

    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = unsafe ssh_channel_write(channel, bytes, UInt32(bytes.count))
    }

    /// Takes in what has come, and says how much that was.
    @discardableResult
    func look() -> Int {
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

    func forget() {
        look()
        shown = []
    }

    func isShown(_ text: String) -> Bool {
        String(decoding: shown, as: UTF8.self).contains(text)
    }
}

/// Many who come by ssh, and are looked after by one thread.
final class SSHCrowd {
    private(set) var visitors: [SSHVisitor] = []
    private let port: UInt16

    init(port: UInt16) {
        self.port = port
    }

    /// Lets so many more come in, a few at a time, and waits until each has seen something.
    func admit(_ count: Int, as user: String, atOnce: Int = 32) {
        var waiting: [SSHVisitor] = []
        var missing = count
        let end = ContinuousClock.now + .seconds(60)
        while missing > 0 || !waiting.isEmpty {
            while missing > 0, waiting.count < atOnce {
                waiting.append(SSHVisitor(user, port: port))
                missing -= 1
            }
            waiting.removeAll { visitor in
                guard visitor.enter(), visitor.look() > 0 else { return false }
                visitors.append(visitor)
                return true
            }
            guard ContinuousClock.now < end else {
                fatalError("not let in: \(waiting.map(\.stage))")
            }
            Self.wait(for: waiting)
        }
    }

    /// Waits until some of them have something to read, and says who.
    @discardableResult
    static func wait(for visitors: [SSHVisitor], milliseconds: CInt = 2) -> [SSHVisitor] {
        var descriptors = visitors.map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
        _ = unsafe poll(&descriptors, nfds_t(descriptors.count), milliseconds)
        return zip(visitors, descriptors).filter { $1.revents != 0 }.map(\.0)
    }

    /// Looks at everything until nobody has seen anything new for that long, or a second and a half
    /// have passed: clocks tick, and never all at once.
    func settle(milliseconds: Int = 300) {
        var quiet = 0
        let end = ContinuousClock.now + .milliseconds(1_500)
        while quiet < milliseconds, ContinuousClock.now < end {
            Self.wait(for: visitors, milliseconds: 10)
            quiet = visitors.reduce(0) { $0 + $1.look() } > 0 ? 0 : quiet + 10
        }
    }
}
