import Glibc
import TestSupport
import Visitors

/// Measures the CPU time of a real Redis for a message of 100 B to each of 100 subscribers: another
/// program with the same work, and a reference for a change to 100.
func redisDeliveries(window: Int, _ report: inout Report) throws {
    let redis = try RedisServer()
    let crowd = try RedisSubscribers(of: 100, at: redis.port)
    let messages = window == 1 ? 600 : 4_800
    try crowd.flood(messages / 10, window: window)
    let before = try redis.cpu()
    try crowd.flood(messages, window: window)
    report.add(
        "Redis publishes to 100, \(window) in flight: CPU a delivery",
        (try redis.cpu() - before) / Double(messages * 100), .microseconds)
}

/// Subscribers of one channel of a Redis, and a publisher.
private final class RedisSubscribers {
    private struct Disconnected: Error {}

    private static let greeting = "*2\r\n$9\r\nSUBSCRIBE\r\n$1\r\nb\r\n"
    private static let welcome = "*3\r\n$9\r\nsubscribe\r\n$1\r\nb\r\n:1\r\n"
    private static let message = "$100\r\n\(String(repeating: "x", count: 100))\r\n"
    private static let publication = Array(
        "*3\r\n$7\r\nPUBLISH\r\n$1\r\nb\r\n\(message)".utf8)
    private static let delivery = "*3\r\n$7\r\nmessage\r\n$1\r\nb\r\n\(message)".utf8.count

    private var subscribers: [CInt] = []
    private let publisher: CInt
    private var room = [UInt8](repeating: 0, count: 64 * 1_024)

    init(of count: Int, at port: UInt16) throws {
        publisher = try Self.connection(to: port)
        for _ in 0..<count {
            let subscriber = try Self.connection(to: port)
            subscribers.append(subscriber)
            try Self.send(Array(Self.greeting.utf8), to: subscriber)
            try receive(Self.welcome.utf8.count, from: subscriber)
        }
    }

    deinit {
        for descriptor in subscribers + [publisher] { close(descriptor) }
    }

    /// Publishes messages in bursts, each when all subscribers have received the one before.
    func flood(_ messages: Int, window: Int) throws {
        let burst = (0..<window).flatMap { _ in Self.publication }
        for _ in 0..<messages / window {
            try Self.send(burst, to: publisher)
            for subscriber in subscribers { try receive(window * Self.delivery, from: subscriber) }
            try receive(window * ":100\r\n".utf8.count, from: publisher)
        }
    }

    private func receive(_ count: Int, from descriptor: CInt) throws {
        var missing = count
        while missing > 0 {
            let count = unsafe read(descriptor, &room, min(missing, room.count))
            guard count > 0 else { throw Disconnected() }
            missing -= count
        }
    }

    private static func send(_ bytes: [UInt8], to descriptor: CInt) throws {
        guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else {
            throw Disconnected()
        }
    }

    private static func connection(to port: UInt16) throws -> CInt {
        guard let descriptor = connectLocally(from: 0x7F00_0001, to: port) else {
            throw Disconnected()
        }
        return descriptor
    }
}
