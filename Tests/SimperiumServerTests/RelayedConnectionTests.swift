import Cluster
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumServer
import TestKit
import Testing

@Suite("A connection that a node relays to the writer", .waits)
struct RelayedConnectionTests {
    @Test("S305 All bytes arrive in both directions, and the writer knows the client's address")
    func both() throws {
        let world = try RelayWorld()
        world.follow()
        let client = world.connect()
        client.send("POST / one")
        let writer = world.writerEnd()
        world.run { writer.text == "POST / one" }
        let header = world.received[0].header
        #expect(header.kind == .client && header.generation == RelayWorld.generation)
        #expect(header.host == [127, 0, 0, 1] && header.port != 0 && !header.isProxy)
        writer.send("two")
        client.send(", three")
        world.run { client.text == "two" && writer.text == "POST / one, three" }
        #expect(world.relay.count == 1)
        client.connection?.drop()
        world.run { writer.hasFinished }
        writer.connection?.drop()
        world.run { world.relay.count == 0 }
    }

    @Test("A client that does not read stops the writer, and the other way round; nothing is lost")
    func pressure() throws {
        let block = [UInt8](repeating: 120, count: 64 << 10)
        for isDownward in [true, false] {
            let world = try RelayWorld()
            world.follow()
            let client = world.connect()
            client.send("POST / ")
            let writer = world.writerEnd()
            world.run { writer.bytes.count == 7 }
            let (sender, taker) = isDownward ? (writer, client) : (client, writer)
            taker.connection?.setReading(false)
            let start = taker.bytes.count
            var sent = 0
            // The sender stops when its own kernel takes no more: all buffers in between are full.
            while sender.connection?.queuedBytes ?? 0 < 4 << 20, sent < 200 {
                sender.send(block)
                sent += 1
                for _ in 0..<3 { world.turn() }
                if sender.connection?.queuedBytes ?? 0 > 1 << 20 { break }
            }
            #expect(sent < 200, "the relay takes all")
            let own = world.connectionSet.heldBytes - (sender.connection?.queuedBytes ?? 0)
            #expect(
                own <= RelayFlowControl.waitingLimit + (128 << 10), "\(own) bytes wait in the relay"
            )
            taker.connection?.setReading(true)
            world.run { taker.bytes.count - start == sent * block.count }
        }
    }

    @Test("A client that has sent all still receives the whole answer, and both ends end")
    func halves() throws {
        let world = try RelayWorld()
        world.follow()
        let client = world.connect()
        client.send("POST / question")
        client.finish()
        let writer = world.writerEnd()
        world.run { writer.hasFinished }
        #expect(writer.text == "POST / question" && client.end == nil)
        writer.send([UInt8](repeating: 97, count: 300_000))
        writer.finish()
        world.run { client.hasFinished && world.relay.count == 0 }
        #expect(client.bytes.count == 300_000)
    }

    @Test(
        "S306 When a node stops, the writer reads the end of a call, and its answer still arrives")
    func stop() throws {
        let world = try RelayWorld()
        world.follow()
        let (client, early) = (world.connect(), world.connect())
        client.send("POST / question")
        let writer = world.writerEnd()
        world.run { writer.text == "POST / question" }
        world.relay.stopReadingAllClients()
        client.send(", and more")
        world.run { writer.hasFinished && early.isOver }
        #expect(writer.text == "POST / question" && client.end == nil)
        writer.send("answer")
        writer.finish()
        world.run { client.hasFinished && world.relay.count == 0 }
        #expect(client.text == "answer")
    }

    @Test("S306 When a node stops, a client that reads slowly still gets every byte of the answer")
    func slowReader() throws {
        let world = try RelayWorld()
        world.follow()
        world.run { world.relay.isReachable }
        let client = world.connect()
        client.send("POST / question")
        let writer = world.writerEnd()
        world.run { writer.text == "POST / question" }
        client.connection?.setReading(false)
        world.relay.stopReadingAllClients()
        world.run { writer.hasFinished }
        let block = [UInt8](repeating: 120, count: 64 << 10)
        var sent = 0
        func waiting() -> Int {
            world.connectionSet.heldBytes - (writer.connection?.queuedBytes ?? 0)
        }
        while waiting() == 0, sent < 400 {
            writer.send(block)
            sent += 1
            for _ in 0..<3 { world.turn() }
        }
        #expect(waiting() > 0)
        let count = world.connectionSet.connectionCount
        writer.finish()
        // The relay has read the end of the answer, and has closed the connection to the writer.
        world.run { world.connectionSet.connectionCount < count }
        client.connection?.setReading(true)
        world.run { client.isOver }
        #expect(client.bytes.count == sent * block.count)
        client.connection?.drop()
        world.run { world.relay.count == 0 }
    }

    @Test("S306 A client that does not close after the writer's end is dropped after a while")
    func staysOpen() throws {
        var limits = ClientRelay.RelayLimits()
        limits.closeTimeout = .milliseconds(100)
        let world = try RelayWorld(limits: limits)
        world.follow()
        let client = world.connect()
        client.send("POST / question")
        let writer = world.writerEnd()
        world.run { writer.text == "POST / question" }
        writer.send("answer")
        writer.finish()
        world.run { client.hasFinished && world.relay.count == 0 }
        #expect(client.text == "answer")
    }

    @Test("A client that has sent all before a writer is known still receives its answer")
    func early() throws {
        let world = try RelayWorld()
        let client = world.connect()
        client.send("POST / question")
        client.finish()
        for _ in 0..<20 { world.turn() }
        world.follow()
        let writer = world.writerEnd()
        world.run { writer.hasFinished }
        #expect(writer.text == "POST / question" && client.end == nil)
        writer.send("answer")
        writer.finish()
        world.run { client.hasFinished && world.relay.count == 0 }
        #expect(client.text == "answer")
    }

    @Test("S305 Connections wait for a writer, with at most 64 KiB each, and then go to it")
    func waiting() throws {
        let world = try RelayWorld()
        let client = world.connect()
        let bytes = Array("POST / ".utf8) + [UInt8](repeating: 98, count: 900_000)
        client.send(bytes)
        for _ in 0..<20 { world.turn() }
        #expect(world.connectionSet.heldBytes - (client.connection?.queuedBytes ?? 0) <= 128 << 10)
        #expect(world.received.isEmpty)
        world.follow()
        let writer = world.writerEnd()
        world.run { writer.bytes.count == bytes.count }
        #expect(writer.bytes == bytes)
    }

    @Test("S305 Without a writer a client gets 503 after its time, and a silent one is closed")
    func patience() throws {
        var limits = ClientRelay.RelayLimits()
        limits.ownerTimeout = .milliseconds(100)
        let world = try RelayWorld(limits: limits)
        let (client, silent) = (world.connect(), world.connect())
        client.send("GET /1/a/index HTTP/1.1\r\n\r\n")
        world.run { client.isOver && silent.isOver && world.relay.count == 0 }
        #expect(client.text.hasPrefix("HTTP/1.1 503 "))
        #expect(client.text.contains("Retry-After: 1\r\n") && silent.bytes.isEmpty)
    }

    @Test("S305 A client that got 503 is not passed to a writer that appears then, and is closed")
    func refusedForGood() throws {
        var limits = ClientRelay.RelayLimits()
        limits.ownerTimeout = .milliseconds(100)
        let world = try RelayWorld(limits: limits)
        let client = world.connect()
        client.send("GET /1/a/index HTTP/1.1\r\n\r\n")
        world.run { client.hasFinished }
        #expect(client.text.hasPrefix("HTTP/1.1 503 ") && world.relay.count == 0)
        // The relay's connection to the client is still open, but keeps no bytes.
        #expect(world.connectionSet.heldBytes == 0)
        world.follow()
        world.run { world.relay.isReachable }
        let count = world.connectionSet.connectionCount
        // The client does not close: the relay does.
        world.run { world.connectionSet.connectionCount < count }
        let next = world.connect()
        next.send("POST / next")
        let writer = world.writerEnd()
        world.run { writer.text == "POST / next" }
        #expect(world.received.count == 1)
    }

    @Test("A node that becomes the writer takes over the waiting bytes, and none twice")
    func handOver() throws {
        let world = try RelayWorld()
        let client = world.connect()
        client.send("POST / one")
        for _ in 0..<20 { world.turn() }
        let all = world.relay.removeWaitingConnections(.home)
        #expect(all.map(\.bytes) == [Array("POST / one".utf8)] && world.relay.count == 0)
        let end = TestEnd(all.first?.connection)
        client.send(" two")
        world.run { end.text == " two" }
    }

    @Test("S306 When the writer changes, connections to the former one end, others go to the next")
    func change() throws {
        let world = try RelayWorld()
        world.follow()
        let client = world.connect()
        client.send("POST / ")
        _ = world.writerEnd()
        world.inner?.terms[.home] = ClusterSequenceNumber(rawValue: 6)
        world.follow(ClusterSequenceNumber(rawValue: 6))
        world.run { client.isOver }
        let next = world.connect()
        next.send("POST / ")
        _ = world.writerEnd(1)
        #expect(world.received[1].header.term == ClusterSequenceNumber(rawValue: 6))
    }

    @Test(
        "The node answers for its own health; its watch shows that the writer is there, or refuses")
    func own() throws {
        let world = try RelayWorld()
        world.follow()
        var (refused, reached): ([ClusterSequenceNumber], [ClusterSequenceNumber]) = ([], [])
        world.relay.onRefused = { refused.append($0) }
        world.relay.onReached = { reached.append($0) }
        let client = world.connect()
        client.send("GET /healthz HTTP/1.1\r\n\r\n")
        world.run { world.ownRequests.count == 1 && world.relay.isReachable }
        #expect(reached == [ClusterSequenceNumber(rawValue: 3)])
        #expect(world.ownRequests == [Array("GET /healthz HTTP/1.1\r\n\r\n".utf8)])
        world.endInnerPort()
        world.connectionSet.drop(relayedBy: [RelayWorld.generation.rawValue])
        world.run { !refused.isEmpty }
        #expect(!world.relay.isReachable && refused[0] == ClusterSequenceNumber(rawValue: 3))
    }

    @Test("S304 A stranger at the inner port, and a node with another key, are closed unanswered")
    func strangers() throws {
        let world = try RelayWorld(nodeKey: "another key")
        let stranger = world.connect(to: world.innerAddress.port)
        stranger.send("GET /healthz HTTP/1.1\r\n\r\n")
        world.run { stranger.isOver }
        #expect(stranger.bytes.isEmpty && world.strangers == ["127.0.0.1"])
        world.follow()
        let client = world.connect()
        client.send("POST / secret")
        var losses = 0
        world.relay.onLost = { _ in losses += 1 }
        world.run { losses > 2 }
        #expect(world.received.isEmpty && !world.relay.isReachable && world.strangers.count == 1)
    }

    @Test("S304 A connection for a former term, or to a node that is no writer, is closed")
    func terms() throws {
        let world = try RelayWorld()
        var losses = 0
        world.relay.onLost = { _ in losses += 1 }
        world.follow(ClusterSequenceNumber(rawValue: 2))
        world.run { losses > 1 }
        world.inner?.terms = [:]
        world.follow()
        world.run { losses > 4 }
        #expect(world.received.isEmpty)
    }

    @Test(
        "S304 A connection for a term that the writer has not begun yet is passed on then",
        arguments: [[Shard.home: RelayWorld.term], [:]])
    func laterTerm(before: [Shard: ClusterSequenceNumber]) throws {
        let world = try RelayWorld()
        world.inner?.terms = before
        let later = RelayWorld.term.next
        world.follow(later)
        let client = world.connect()
        client.send("POST / question")
        for _ in 0..<20 { world.turn() }
        #expect(world.received.isEmpty && !client.isOver)
        world.inner?.openToClients(.home, under: later)
        let end = world.writerEnd()
        world.run { end.text == "POST / question" }
        end.send("the answer")
        world.run { client.text == "the answer" }
    }

    @Test("S306 Where the connection to the writer is cut, the client is served, or closed at once")
    func cuts() throws {
        let world = try RelayWorld()
        let cutter = try Cutter(to: world.innerAddress.port, on: world)
        let (question, answer) = ("POST / question", "the answer")
        // Greeting, proof, header and proof, and the client's bytes; then the answer.
        let length = 51 + 64 + 64 + question.utf8.count + answer.utf8.count
        for cut in 0..<length {
            world.relay.setWriter(nil, of: .home)
            cutter.cut = nil
            world.follow(at: cutter.port)
            world.run { world.relay.isReachable }
            cutter.cut = cut
            let before = world.received.count
            let client = world.connect()
            client.send(question)
            func complete() -> [TestEnd] {
                world.received[before...].map(\.end).filter { $0.text == question }
            }
            world.run { client.isOver || !complete().isEmpty }
            for end in complete() { end.send(answer) }
            world.run { client.isOver || client.text == answer }
            // A client whose bytes have left for one writer is never sent to another one.
            #expect(complete().count <= 1, "cut at \(cut)")
            #expect(answer.hasPrefix(client.text), "cut at \(cut): \(client.text)")
            client.connection?.drop()
        }
    }
}

/// A port that passes bytes on, and cuts one connection after a number of bytes of both directions.
private final class Cutter {
    private var listener: TCPConnectionListener?
    private unowned let world: RelayWorld
    private let target: UInt16
    /// The place of the next cut. It is forgotten then.
    var cut: Int?
    private var connectors: [TCPConnector] = []

    init(to target: UInt16, on world: RelayWorld) throws {
        self.world = world
        self.target = target
        let admission = AdmissionControl(limit: 10_000, limitPerAddress: 10_000)
        var take: ((TCPConnection) -> Void)?
        listener = try TCPConnectionListener(
            at: .anyLoopback, on: world.connectionSet, admission: admission
        ) {
            take?($0)
        }
        take = { [unowned self] in pass($0) }
    }

    var port: UInt16 { listener?.address.port ?? 0 }

    private func pass(_ near: TCPConnection) {
        var left = exchange(&cut, with: nil)
        near.setReading(false)
        connectors.append(
            TCPConnector(to: "127.0.0.1", port: target, on: world.connectionSet) { result in
                guard case .success(let far) = result else { return near.drop() }
                for (one, other) in [(near, far), (far, near)] {
                    one.onEnd = { _ in other.drop() }
                    one.onBytes = { chunk in
                        var bytes: [UInt8] = []
                        for index in chunk.indices { bytes.append(chunk[index]) }
                        guard let rest = left else { return _ = other.send(bytes) }
                        other.send(Array(bytes.prefix(rest)))
                        left = rest - bytes.count
                        guard bytes.count > rest else { return }
                        other.finishSending()
                        one.onBytes = nil
                        one.drop()
                    }
                }
                if left == 0 { near.drop() } else { near.setReading(true) }
            })
    }
}
