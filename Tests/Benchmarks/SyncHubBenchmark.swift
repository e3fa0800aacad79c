import Glibc
import SimperiumClock
import SimperiumWire
import SyncHub

func syncHub() -> Report {
    var report = Report("SyncHub")
    report.idleConnections(5_000, target: 1_500)
    report.idleConnections(50_000, target: 2_000)
    report.changes(of: 16, target: 1_000_000 / 60_000)
    report.changes(of: 160, target: 1_000_000 / 60_000)
    report.deliveries(to: 100)
    report.deliveries(to: 1_000)
    report.pages()
    report.connections()
    report.emptying()
    report.crowds()
    return report
}

extension Report {
    /// Measures moves of games, each by its own user, in turns, without other listeners.
    fileprivate mutating func changes(of writers: Int, target: Double) {
        let rounds = 32_000 / writers
        var prepared = LocalHub.unhurried
        let connections = (0..<writers).map { writer in
            prepared.join(user: "user\(writer)", buckets: ["Match"])
        }
        for connection in connections { prepared.receive(.creation, from: connection) }
        let frames = (0..<rounds).map { [UInt8].move(version: $0 + 1) }
        time("a change accepted, \(writers) writers", target: target, count: rounds * writers) {
            var server = prepared
            for frame in frames {
                for connection in connections { server.receive(frame, from: connection) }
            }
            keep(server.bytesSent)
        }
    }

    /// Measures the hub's own work for each delivery from one writer to many listeners.
    fileprivate mutating func deliveries(to listeners: Int) {
        let rounds = 200_000 / listeners
        var prepared = LocalHub.unhurried
        let writer = prepared.join(user: "user", buckets: ["Match"])
        for _ in 1..<listeners { _ = prepared.join(user: "user", buckets: ["Match"]) }
        prepared.receive(.creation, from: writer)
        let frames = (0..<rounds).map { [UInt8].move(version: $0 + 1) }
        time(
            "a delivery to one of \(listeners)", target: 0.2, unit: .microseconds,
            count: rounds * listeners
        ) {
            var server = prepared
            for frame in frames { server.receive(frame, from: writer) }
            keep(server.bytesSent)
        }
    }

    fileprivate mutating func pages() {
        var prepared = LocalHub.unhurried
        let client = prepared.join(user: "user", buckets: ["Match"])
        for key in 0..<2_000 { prepared.receive(.creation(of: "match-\(key)"), from: client) }
        time("an index page of 1,000 objects", target: 500, count: 20) {
            var server = prepared
            for _ in 0..<20 { server.receive([UInt8]("0:i:1:::1000".utf8), from: client) }
            keep(server.bytesSent)
        }
    }

    /// Measures a connection. The target is a tenth of its whole cost.
    fileprivate mutating func connections() {
        var prepared = LocalHub.unhurried
        let client = prepared.join(user: "user", buckets: ["Match"])
        for key in 0..<10 { prepared.receive(.creation(of: "match-\(key)"), from: client) }
        let index = [UInt8]("0:i:1:::100".utf8)
        time("a connection: let in twice, indexed, closed", target: 25, count: 1_000) {
            var server = prepared
            for _ in 0..<1_000 {
                let connection = server.join(user: "user", buckets: ["Match", "Player"])
                server.receive(index, from: connection)
                server.handle(.closed(connection, .goodbye))
            }
            keep(server.bytesSent)
        }
    }

    fileprivate mutating func emptying() {
        growth(
            "EMPTY of ten times as many objects", target: 12, small: { Self.empty(1_000) },
            large: { Self.empty(10_000) })
    }

    fileprivate mutating func crowds() {
        growth(
            "ten times as many who come, and then all leave", target: 14,
            small: { Self.crowd(1_000) }, large: { Self.crowd(10_000) })
    }

    private static func crowd(_ count: Int) {
        var server = LocalHub.unhurried
        let clients = (0..<count).map { _ in server.join(user: "user", buckets: ["Match"]) }
        for client in clients { server.handle(.closed(client, .broken)) }
        keep(server.bytesSent)
    }

    private static func empty(_ count: Int) {
        var server = LocalHub.unhurried
        let client = server.join(user: "user", buckets: ["Match"])
        for key in 0..<count { server.receive(.creation(of: "match-\(key)"), from: client) }
        server.receive([UInt8](#"0:c:{"id":"Match","o":"EMPTY","ccid":"e"}"#.utf8), from: client)
        server.finish()
        keep(server.bytesSent)
    }

    /// Measures an idle connection. The target is less than half of its whole memory.
    fileprivate mutating func idleConnections(_ count: Int, target: Int) {
        let name = "a connection idle on two channels, \(count) of them"
        do {
            let bytes = try ChildJob.idleConnections(count).numbers()[0]
            add(name, bytes, .bytes, target: .atMost(Double(target)))
        } catch {
            omit(name, error)
        }
    }
}

/// Prints the memory of each of `count` idle connections. It runs in its own process, where no
/// other benchmark has left memory.
func measureIdleConnections(_ count: Int) {
    var server = LocalHub.unhurried
    _ = server.join(user: "user", buckets: ["Match", "Player"])
    let before = residentBytes()
    for _ in 0..<count { _ = server.join(user: "user", buckets: ["Match", "Player"]) }
    let bytes = (residentBytes() - before) / count
    // Keeps all of it in memory until here.
    keep(server)
    print(bytes)
}

extension LocalHub {
    /// A hub that delays no client.
    fileprivate static var unhurried: LocalHub {
        var limits = HubLimits()
        limits.pace.commandsPerSecond = 1_000_000_000
        limits.pace.commandsAtOnce = 1_000_000_000
        return LocalHub(limits: limits)
    }
}

extension [UInt8] {
    fileprivate static let creation = creation(of: "match")

    fileprivate static func creation(of key: String) -> [UInt8] {
        let object = """
            {"circlePlayerID":{"o":"+","v":"swift-0123456789abcdef0123456789abcdef"},\
            "crossPlayerID":{"o":"+","v":"swift-fedcba9876543210fedcba9876543210"},\
            "matrix":{"o":"+","v":[0,0,0,0,0,0,0,0,0]},"nextPieceKind":{"o":"+","v":2},\
            "round":{"o":"+","v":1}}
            """
        let text = #"0:c:{"id":"\#(key)","o":"M","v":\#(object),"ccid":"\#(key)"}"#
        return [UInt8](text.utf8)
    }

    fileprivate static func move(version: Int) -> [UInt8] {
        let square = version % 9
        let matrix = (0..<9).map { $0 == square ? "\(version % 2 + 1)" : "0" }
        let diff = """
            {"matrix":{"o":"r","v":[\(matrix.joined(separator: ","))]},\
            "nextPieceKind":{"o":"r","v":\(version % 2 + 1)}}
            """
        let id = "0123456789abcdef01234567" + String(10_000_000 + version)
        let text = #"0:c:{"id":"match","sv":\#(version),"o":"M","v":\#(diff),"ccid":"\#(id)"}"#
        return [UInt8](text.utf8)
    }
}
