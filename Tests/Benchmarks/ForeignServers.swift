import Glibc
import SimperiumLoop
import Visitors

/// A message broker by others that does the same work.
enum ForeignServer: String, CaseIterable {
    case redis = "redis-server"
    case mosquitto

    /// The path of the program; nil if it is not installed.
    var path: String? {
        ["/usr/bin/", "/usr/sbin/", "/usr/local/bin/"].map { $0 + rawValue }.first {
            unsafe access($0, X_OK) == 0
        }
    }

    func arguments(port: UInt16) -> [String] {
        switch self {
        case .redis: ["--port", "\(port)", "--save", "", "--bind", "127.0.0.1"]
        case .mosquitto: ["-p", "\(port)"]
        }
    }

    /// The bytes that subscribe a client to all messages.
    var greeting: [UInt8] {
        switch self {
        case .redis: Array("*2\r\n$9\r\nSUBSCRIBE\r\n$1\r\nb\r\n".utf8)
        // CONNECT of MQTT 3.1.1 without a name, then SUBSCRIBE to "b".
        case .mosquitto:
            [
                0x10, 12, 0, 4, 0x4D, 0x51, 0x54, 0x54, 4, 2, 0, 0, 0, 0, 0x82, 6, 0, 1, 0, 1, 0x62,
                0,
            ]
        }
    }

    /// The length of the answer to the greeting.
    var answerLength: Int {
        switch self {
        case .redis: "*3\r\n$9\r\nsubscribe\r\n$1\r\nb\r\n:1\r\n".utf8.count
        case .mosquitto: 4 + 5
        }
    }

    func publication(of message: [UInt8]) -> [UInt8] {
        switch self {
        case .redis:
            Array("*3\r\n$7\r\nPUBLISH\r\n$1\r\nb\r\n$\(message.count)\r\n".utf8) + message
                + Array("\r\n".utf8)
        case .mosquitto: [0x30, UInt8(3 + message.count), 0, 1, 0x62] + message
        }
    }

    /// The length of a message as a subscriber receives it.
    func deliveryLength(of message: [UInt8]) -> Int {
        switch self {
        case .redis:
            "*3\r\n$7\r\nmessage\r\n$1\r\nb\r\n$\(message.count)\r\n\r\n".utf8.count + message.count
        case .mosquitto: 5 + message.count
        }
    }
}

/// Subscribers of a message broker, and a publisher.
final class ForeignCrowd {
    private let kind: ForeignServer
    private let message: [UInt8]
    private var subscribers: [CInt] = []
    private let publisher: CInt
    private var room = [UInt8](repeating: 0, count: 64 * 1024)

    init(of count: Int, at kind: ForeignServer, port: UInt16, message: [UInt8]) {
        self.kind = kind
        self.message = message
        publisher = Self.knock(at: port)
        if kind == .mosquitto { Self.say(Array(kind.greeting.prefix(14)), to: publisher) }
        for _ in 0..<count {
            let subscriber = Self.knock(at: port)
            Self.say(kind.greeting, to: subscriber)
            receive(kind.answerLength, from: subscriber)
            subscribers.append(subscriber)
        }
    }

    deinit {
        for descriptor in subscribers + [publisher] { close(descriptor) }
    }

    /// Publishes messages in bursts. Each burst waits until all subscribers have received the one
    /// before.
    func flood(messages: Int, window: Int) {
        let burst = (0..<window).flatMap { _ in kind.publication(of: message) }
        for _ in 0..<messages / window {
            Self.say(burst, to: publisher)
            for subscriber in subscribers {
                receive(window * kind.deliveryLength(of: message), from: subscriber)
            }
        }
    }

    private func receive(_ count: Int, from descriptor: CInt) {
        var missing = count
        while missing > 0 {
            let count = unsafe read(descriptor, &room, min(missing, room.count))
            guard count > 0 else { fatalError("\(kind.rawValue) hung up") }
            missing -= count
        }
    }

    private static func say(_ bytes: [UInt8], to descriptor: CInt) {
        _ = unsafe write(descriptor, bytes, bytes.count)
    }

    /// Connects, and retries while the server is starting.
    private static func knock(at port: UInt16) -> CInt {
        for _ in 0..<2_000 {
            let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
            if connectLocally(descriptor, port) { return descriptor }
            close(descriptor)
            usleep(5_000)
        }
        fatalError("nobody listens at port \(port)")
    }
}
