package import SimperiumClock
package import SimperiumLoop
internal import SimperiumWebWire

/// One TCP connection, encrypted or not: bytes in as they come, blocks of bytes out.
///
/// What is sent during a turn leaves at its end, in one write. Its owner hears of everything
/// through the two closures, and of nothing after `onEnd`.
@safe package final class Connection {
    /// How a connection ended.
    package enum End: Error, Hashable, Sendable {
        /// We ended it.
        case closed
        /// The peer said that it will send no more.
        case finished
        /// The peer is gone, or the way to it.
        case broken(LibraryError)
        /// The peer did not take what it was sent.
        case tooSlow
        /// The peer did not do in time what it had to do.
        case late
        case tls(TLSFault)
    }

    /// What comes, each time with the room that it stands in: its masks may be taken off there.
    package typealias Reader = (inout MutableSpan<UInt8>) -> Void

    package let peer: SocketAddress
    /// How much may wait to be sent before the peer counts as too slow.
    private let outboxLimit: Int
    private let switchboard: Switchboard
    private let socket: Socket
    private let tls: TLSSession?
    private var readiness: Readiness?
    private var outbox = Outbox()
    /// What is encrypted already. More is only when this has left, in records as large as can be.
    private var records = Outbox()
    private var isDirty = false
    private var isFinishing = false
    private var hasFinished = false
    private var hasPeerFinished = false
    private var isReading = true
    private var isBlocked = false
    private var hasEnded = false
    /// Where the switchboard keeps it.
    var place: Int?
    /// What let it in, if it came to us.
    var pass: Pass?

    /// True while its owner is still working on what to send. A peer that has finished is kept
    /// until then.
    var isAwaited = false

    package var onBytes: Reader?
    package var onEnd: ((End) -> Void)?
    package var onDeadline: (() -> Void)?
    /// Hears, while a turn's bytes are sent, that all have left. What it brings about is for
    /// another turn.
    var onFlushed: (() -> Void)?
    /// When `onDeadline` is called, if nothing changes it before.
    package var deadline: Instant? {
        didSet { if let deadline { switchboard.look(at: deadline) } }
    }

    /// What the other side has shown, if the connection is encrypted.
    var peerCertificate: Certificate? { tls?.peerCertificate }

    init(
        _ socket: Socket, with peer: SocketAddress, on switchboard: Switchboard,
        tls: TLSSession? = nil, outboxLimit: Int
    ) throws(LibraryError) {
        self.socket = socket
        self.peer = peer
        self.switchboard = switchboard
        self.tls = tls
        self.outboxLimit = outboxLimit
        readiness = try Readiness(of: socket.descriptor, on: switchboard.loop) {
            [unowned self] in ready($0)
        }
        switchboard.add(self)
        readiness?.wait(for: .readable)
        takeRecords()
    }

    package var isOpen: Bool { !hasEnded }
    package var isEncrypted: Bool { tls != nil }
    /// How many bytes have not been taken by the kernel yet.
    package var queuedBytes: Int { outbox.count + records.count }

    /// Sends a block when the turn ends. Many connections may share one block.
    package func send(_ block: [UInt8]) {
        guard !hasEnded, !isFinishing else { return }
        // A burst within one turn says nothing about the peer; what it has not taken since does.
        guard !isBlocked || hasRoom(for: block) else { return end(.tooSlow) }
        outbox.append(block)
        makeDirty()
    }

    /// One block always has room, or a message larger than the limit would end every peer.
    private func hasRoom(for block: [UInt8]) -> Bool {
        outbox.isEmpty || outbox.count + block.count <= outboxLimit
    }

    /// Sends what is queued, then says that no more will come. The peer may still send.
    package func finish() {
        guard !hasEnded, !isFinishing else { return }
        isFinishing = true
        makeDirty()
    }

    /// Ends the connection now. What is queued is lost.
    package func drop() {
        end(.closed)
    }

    /// Stops or goes on taking what comes. Meanwhile the peer is held up by its own kernel.
    package func setReading(_ isReading: Bool) {
        guard self.isReading != isReading, !hasEnded else { return }
        self.isReading = isReading
        updateInterest()
    }
}

extension Connection {
    private func ready(_ events: Readiness.Event) {
        if events.contains(.writable) {
            isBlocked = false
            makeDirty()
            updateInterest()
        }
        if events.contains(.readable), isReading { read() }
    }

    private func read() {
        switchboard.withRoom { room in
            switch socket.read(into: &room) {
            case .bytes(let count):
                guard let tls else { return deliver(&room, count) }
                decrypt(tls, &room, count)
            case .later: break
            case .end: peerFinished()
            case .failed(let code): end(.broken(Socket.error("read", code)))
            }
        }
    }

    /// Hands on what stands at the beginning of `room`.
    private func deliver(_ room: inout [UInt8], _ count: Int) {
        unsafe room.withUnsafeMutableBufferPointer { room in
            var chunk = unsafe UnsafeMutableBufferPointer(rebasing: room[..<count]).mutableSpan
            onBytes?(&chunk)
        }
    }

    /// Decrypts what stands at the beginning of `room`, and hands it on from there.
    private func decrypt(_ tls: TLSSession, _ room: inout [UInt8], _ count: Int) {
        do throws(TLSFault) {
            try tls.receive(room.span.extracting(first: count))
            reading: while !hasEnded {
                switch try tls.read(into: &room) {
                case .bytes(let count): deliver(&room, count)
                case .later: break reading
                case .end:
                    peerFinished()
                    break reading
                }
            }
            takeRecords()
        } catch {
            end(error)
        }
    }

    /// Queues what the session itself has to say, and has it leave with this turn.
    private func takeRecords() {
        guard let tls, !hasEnded else { return }
        records.append(tls.takeOutput())
        // A peer may have the session answer again and again, and read none of it.
        guard records.count <= outboxLimit + TLSSession.mostPerRecord else { return end(.tooSlow) }
        makeDirty()
    }

    /// Encrypts the next few blocks, once nobody else may read them.
    private func encrypt(with tls: TLSSession) {
        guard tls.isHandshakeComplete, !outbox.isEmpty else { return }
        let plain = outbox.gathered(upTo: TLSSession.mostPerRecord)
        do throws(TLSFault) {
            try tls.write(plain.span)
            outbox.remove(plain.count)
            records.append(tls.takeOutput())
        } catch {
            end(error)
        }
    }

    /// Ends the connection over a fault, having told the peer which it is.
    private func end(_ fault: TLSFault) {
        if let tls {
            records.append(tls.takeOutput())
            _ = socket.write(records)
        }
        end(.tls(fault))
    }

    /// What is queued may still leave: a client may have said all that it has to say, and listen.
    private func peerFinished() {
        hasPeerFinished = true
        setReading(false)
        if outbox.isEmpty, records.isEmpty, !isAwaited { end(.finished) }
    }

    private func makeDirty() {
        guard !isDirty else { return }
        isDirty = true
        switchboard.flushSoon(self)
    }

    /// Sends what the kernel takes.
    func flush() {
        isDirty = false
        while !hasEnded, !isBlocked {
            if let tls, records.isEmpty { encrypt(with: tls) }
            let isWhole = tls == nil ? outbox.isEmpty : records.isEmpty
            guard !isWhole else { return flushed() }
            write()
        }
    }

    private func write() {
        switch socket.write(tls == nil ? outbox : records) {
        case .bytes(let count):
            if tls == nil { outbox.remove(count) } else { records.remove(count) }
        case .later:
            isBlocked = true
            updateInterest()
        case .end: break
        case .failed(let code): end(.broken(Socket.error("write", code)))
        }
    }

    /// All has left that can leave now.
    private func flushed() {
        guard outbox.isEmpty else { return }
        onFlushed?()
        if hasPeerFinished, !isAwaited { return end(.finished) }
        guard isFinishing, !hasFinished else { return }
        hasFinished = true
        if let tls {
            tls.finish()
            records.append(tls.takeOutput())
            _ = socket.write(records)
            records.removeAll()
        }
        socket.finishWriting()
    }

    func expire() {
        deadline = nil
        onDeadline?()
    }

    private func updateInterest() {
        var events: Readiness.Event = []
        if isReading { events.insert(.readable) }
        if isBlocked { events.insert(.writable) }
        readiness?.wait(for: events)
    }

    func end(_ end: End) {
        guard !hasEnded else { return }
        hasEnded = true
        outbox.removeAll()
        records.removeAll()
        deadline = nil
        readiness = nil
        socket.close()
        pass = nil
        switchboard.remove(self)
        onBytes = nil
        onDeadline = nil
        onFlushed = nil
        let tell = exchange(&onEnd, with: nil)
        tell?(end)
    }
}
