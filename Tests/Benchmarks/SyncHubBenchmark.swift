import Clockwork
import Glibc
import Simperium
import SyncHub

func syncHub() {
    var report = Report("SyncHub")
    // First, while no memory lies about that others have left.
    report.idleConnections(20_000)
    report.changes(of: 16, target: 1_000_000 / 60_000)
    report.changes(of: 160, target: 1_000_000 / 60_000)
    report.deliveries(to: 100)
    report.deliveries(to: 1_000)
    report.pages()
    report.show()
}

extension Report {
    /// Moves of a game, each by its own user, in turns: nobody but the author listens.
    fileprivate mutating func changes(of writers: Int, target: Double) {
        let rounds = 32_000 / writers
        var prepared = HubUnderLoad()
        let connections = (0..<writers).map { writer in
            prepared.join(user: "user\(writer)", bucket: "Match")
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

    /// One writer, and many who listen. The hub's own part of each delivery.
    fileprivate mutating func deliveries(to listeners: Int) {
        let rounds = 200_000 / listeners
        var prepared = HubUnderLoad()
        let writer = prepared.join(user: "user", bucket: "Match")
        for _ in 1..<listeners { _ = prepared.join(user: "user", bucket: "Match") }
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
        var prepared = HubUnderLoad()
        let client = prepared.join(user: "user", bucket: "Match")
        for key in 0..<2_000 { prepared.receive(.creation(of: "match-\(key)"), from: client) }
        time("an index page of 1,000 objects", target: 500, count: 20) {
            var server = prepared
            for _ in 0..<20 { server.receive([UInt8]("0:i:1:::1000".utf8), from: client) }
            keep(server.bytesSent)
        }
    }

    fileprivate mutating func idleConnections(_ count: Int) {
        var server = HubUnderLoad()
        _ = server.join(user: "user", bucket: "Match", and: "Player")
        let before = residentBytes()
        for _ in 0..<count { _ = server.join(user: "user", bucket: "Match", and: "Player") }
        let bytes = (residentBytes() - before) / count
        self.count("an idle connection with two channels", bytes, "bytes", target: 1_500)
        keep(server.bytesSent)
    }
}

/// How much of the machine's memory this process holds.
private func residentBytes() -> Int {
    let file = unsafe open("/proc/self/statm", O_RDONLY)
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    let fields = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
}

/// A hub with a store in memory, whose peers are not there.
private struct HubUnderLoad {
    private var hub: Hub
    private var store = MemoryStore()
    private var lastName: UInt64 = 0
    private(set) var bytesSent = 0

    init() {
        var limits = HubLimits()
        limits.changesPerSecond = 1_000_000_000
        limits.changesAtOnce = 1_000_000_000
        hub = Hub(epoch: store.beginEpoch(), limits: limits)
    }

    mutating func join(user: String, bucket: String, and other: String? = nil) -> ConnectionID {
        lastName += 1
        let id = ConnectionID(rawValue: lastName)
        handle(.opened(id, app: nil))
        for (channel, name) in [bucket, other].enumerated() {
            guard let name else { continue }
            let request = """
                \(channel):init:{"clientid":"swift-0123456789abcdef0123456789ab\(lastName)",\
                "api":"1.1","token":"\(user)","app_id":"tictactoe","name":"\(name)",\
                "extensions":["away"],"cmd":"cv:"}
                """
            receive([UInt8](request.utf8), from: id)
        }
        return id
    }

    mutating func receive(_ frame: [UInt8], from connection: ConnectionID) {
        handle(.received(frame, from: connection))
    }

    private mutating func handle(_ event: Hub.Event) {
        for effect in hub.handle(event, at: .start) {
            switch effect {
            case .send(let frame, _), .broadcast(let frame, _): bytesSent += frame.count
            case .authorize(let question, let request):
                guard let user = UserID(request.token.text), let name = UserName("a@b.c") else {
                    continue
                }
                let identity = Identity(user: user, name: name)
                handle(.authorized(question, .granted(identity, secret: nil)))
            case .read(let question, let query): handle(.read(question, store.answer(query)))
            case .write(let write): try? store.write(write)
            case .close, .judge, .answer, .observe, .note: break
            }
        }
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
