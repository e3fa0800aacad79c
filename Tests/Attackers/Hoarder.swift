import Glibc
import Visitors

/// The kinds of attacks on a server over WebSockets.
enum Greed: String, CaseIterable {
    /// Requests an index forty times on each connection, and reads no answer.
    case hoard
    /// Sends frames of nearly a megabyte into the lobby, one after the other.
    case flood
    /// Opens WebSockets and closes them at once: twenty thousand times a second, if possible.
    case knock
    /// Sends heartbeats without end, and reads the answers.
    case beat
    /// Sends HTTP requests without waiting for the answers, and reads those.
    case pipeline

    /// The number of connections, and of the addresses that they come from.
    var crowd: (count: Int, addresses: Int) {
        switch self {
        case .hoard: (950, 5)
        case .flood, .beat, .pipeline: (180, 1)
        case .knock: (200, 1)
        }
    }

    var isEndless: Bool {
        switch self {
        case .flood, .beat, .pipeline: true
        case .hoard, .knock: false
        }
    }

    var takesAnswers: Bool { self == .beat || self == .pipeline }

    var bucket: String {
        switch self {
        case .hoard: "todo"
        case .flood, .knock, .beat, .pipeline: "Player"
        }
    }
}

/// A connection that takes more than its share of a server.
struct Hoarder {
    private let socket: CInt
    /// The bytes to send; repeated without end by endless attacks.
    private let words: [UInt8]
    private let greed: Greed
    private var position = 0

    /// Nil if the server does not accept the connection.
    init?(_ greed: Greed, number: Int, port: UInt16, app: String, token: String) {
        let host = 0x7F00_0002 + UInt32(number % greed.crowd.addresses)
        guard let socket = connectLocally(from: host, to: port) else { return nil }
        self.socket = socket
        self.greed = greed
        words =
            switch greed {
            case .hoard: (0..<40).flatMap { _ in Self.frame("0:i:1:::1000") }
            case .flood: Self.change("k", length: 965_000)
            case .knock: []
            case .beat: (0..<1_000).flatMap { _ in Self.frame("h:1") }
            case .pipeline:
                (0..<1_000).flatMap { _ in
                    Array("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
                }
            }
        if greed != .pipeline {
            let hello = Self.hello(to: greed.bucket, of: app, token: token, as: number)
            _ = unsafe send(socket, hello, hello.count, CInt(MSG_NOSIGNAL))
        }
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    }

    /// Sends as many bytes as the server accepts. False if it has closed the connection.
    mutating func act() -> Bool {
        guard greed != .knock else { return false }
        if greed.takesAnswers { takeAnswers() }
        guard position < words.count else { return !isHungUpOn }
        let part = words[position...].prefix(1 << 18)
        let sent = unsafe part.withUnsafeBytes { part in
            unsafe send(socket, part.baseAddress, part.count, CInt(MSG_NOSIGNAL))
        }
        if sent < 0 { return errno == EAGAIN }
        position += sent
        if greed.isEndless, position == words.count { position = 0 }
        return true
    }

    private func takeAnswers() {
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while unsafe recv(socket, &room, room.count, 0) == room.count { continue }
    }

    /// Closes the connection. `knock` resets it, which frees the port at once; otherwise no port
    /// would be left soon.
    func leave() {
        var patience = linger(l_onoff: greed == .knock ? 1 : 0, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        _ = unsafe setsockopt(socket, SOL_SOCKET, SO_LINGER, &patience, size)
        close(socket)
    }

    private var isHungUpOn: Bool {
        // The value of Linux's POLLRDHUP, which the module hides: the peer sends no more.
        var watch = pollfd(fd: socket, events: 0x2000, revents: 0)
        return unsafe poll(&watch, 1, 0) > 0
    }

    /// Fills a bucket of the app with an index of two megabytes.
    static func fill(port: UInt16, app: String, token: String) {
        let descriptor = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        guard connectLocally(descriptor, port) else { return }
        var words = hello(to: Greed.hoard.bucket, of: app, token: token, as: 9_999)
        for key in 0..<40 { words += change("k\(key)", length: 50_000) }
        _ = unsafe send(descriptor, words, words.count, CInt(MSG_NOSIGNAL))
        usleep(1_000_000)
        close(descriptor)
    }

    private static func hello(
        to bucket: String, of app: String, token: String, as number: Int
    ) -> [UInt8] {
        let upgrade = """
            GET /sock/1/\(app)/websocket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r
            Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            Sec-WebSocket-Version: 13\r\n\r\n
            """
        return Array(upgrade.utf8)
            + frame(
                """
                0:init:{"clientid":"x\(number)","api":"1.1","token":"\(token)",\
                "app_id":"\(app)","name":"\(bucket)","library":"x","version":"1"}
                """)
    }

    private static func change(_ key: String, length: Int) -> [UInt8] {
        let text = String(repeating: "a", count: length)
        return frame(
            "0:c:{\"o\":\"M\",\"id\":\"\(key)\",\"ccid\":\"\(key)\","
                + "\"v\":{\"t\":{\"o\":\"+\",\"v\":\"\(text)\"}}}")
    }

    /// A client's text frame, with a mask of zeros.
    private static func frame(_ text: String) -> [UInt8] {
        let count = text.utf8.count
        let length: [UInt8] =
            count < 126
            ? [0x80 | UInt8(count)]
            : count < 65_536
                ? [0xFE, UInt8(count >> 8), UInt8(count & 255)]
                : [0xFF] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
        return [0x81] + length + [0, 0, 0, 0] + text.utf8
    }
}

/// Attacks a server for a while. A closed connection is opened again a second later.
func hoard(_ greed: Greed, port: UInt16, seconds: Int, app: String, token: String) {
    var limit = rlimit(rlim_cur: 4_096, rlim_max: 4_096)
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    if greed == .hoard { Hoarder.fill(port: port, app: app, token: token) }
    var hoarders = [Hoarder?](repeating: nil, count: greed.crowd.count)
    var returns = [ContinuousClock.Instant](repeating: .now, count: greed.crowd.count)
    var ends = 0
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
        for number in hoarders.indices {
            if hoarders[number]?.act() == false {
                hoarders[number]?.leave()
                hoarders[number] = nil
                ends += 1
                returns[number] = greed == .knock ? .now : .now + .seconds(1)
            } else if hoarders[number] == nil, returns[number] <= .now {
                hoarders[number] = Hoarder(
                    greed, number: number, port: port, app: app, token: token)
                returns[number] = .now + .seconds(1)
            }
        }
        usleep(5_000)
    }
    print("\(greed.rawValue): hung up on \(ends) times")
}
