import Glibc
import Visitors

/// The kinds of connections to a door that never sign in.
enum Greeting: String, CaseIterable {
    case silence
    case versionOnly = "a version and no more"
    case keyExchangeBegun = "a key exchange that is only begun"
    case drop = "a byte now and then"
    case hugePacket = "a large packet without end"
    case noise
    case webRequest = "a request for a page"
    case longLine = "a line without end"
    case impossiblePacket = "a packet of two gigabytes"
    case storm = "hanging up at once"

    fileprivate var opening: [UInt8] {
        let version = Array("SSH-2.0-stranger\r\n".utf8)
        return switch self {
        case .silence, .drop, .storm: []
        case .versionOnly: version
        case .keyExchangeBegun: version + Self.keyExchange
        case .hugePacket: version + [0, 3, 0xFF, 0x70, 4] + [UInt8](repeating: 20, count: 1_000)
        case .noise: (0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ 13) }
        case .webRequest: Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        case .longLine: [UInt8](repeating: 0x41, count: 4_000)
        case .impossiblePacket: version + [0x80, 0, 0, 0] + [UInt8](repeating: 0, count: 600)
        }
    }

    /// The bytes to send every fifth of a second.
    fileprivate var sequel: [UInt8] {
        switch self {
        case .drop: [UInt8(ascii: "S")]
        case .hugePacket: [UInt8](repeating: 20, count: 100)
        case .silence, .versionOnly, .keyExchangeBegun, .noise, .webRequest, .longLine,
            .impossiblePacket, .storm:
            []
        }
    }

    /// A whole first message, as each ssh client sends it.
    private static let keyExchange: [UInt8] = {
        let lists = [
            "curve25519-sha256", "ssh-ed25519", "aes128-ctr", "aes128-ctr", "hmac-sha2-256",
            "hmac-sha2-256", "none", "none", "", "",
        ]
        let payload =
            [20] + [UInt8](repeating: 7, count: 16)
            + lists.flatMap { [0, 0, 0, UInt8($0.utf8.count)] + Array($0.utf8) } + [0, 0, 0, 0, 0]
        let padding = 8 - (5 + payload.count) % 8 + 8
        let length = 1 + payload.count + padding
        return [0, 0, UInt8(length >> 8), UInt8(length & 0xFF), UInt8(padding)] + payload
            + [UInt8](repeating: 0, count: padding)
    }()
}

/// A connection that breaks off the SSH protocol, or uses another one.
struct Stranger {
    let greeting: Greeting
    private let port: UInt16
    private var socket: CInt = -1
    private var nextStep = ContinuousClock.now
    /// The number of times that the door has closed the connection.
    private(set) var ends = 0

    init(_ greeting: Greeting, port: UInt16) {
        self.greeting = greeting
        self.port = port
    }

    mutating func act() {
        guard socket >= 0 else { return begin() }
        if isHungUpOn {
            ends += 1
            leave()
        } else if greeting == .storm {
            leave()
        } else if nextStep <= .now {
            nextStep = .now + .milliseconds(200)
            say(greeting.sequel)
        }
    }

    private mutating func begin() {
        guard nextStep <= .now else { return }
        nextStep = .now + .milliseconds(200)
        socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        guard connectLocally(socket, port) else { return leave() }
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        say(greeting.opening)
    }

    private mutating func leave() {
        close(socket)
        socket = -1
        nextStep = .now + .milliseconds(500)
    }

    private func say(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        _ = unsafe send(socket, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    }

    private var isHungUpOn: Bool {
        var room = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe recv(socket, &room, room.count, CInt(MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN)
    }
}
