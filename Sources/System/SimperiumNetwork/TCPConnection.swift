// SimperiumNetwork: connections on the loop: TCP, TLS, HTTP and WebSocket; and scrypt.
// Not here: the bytes of HTTP and WebSocket (SimperiumWebWire), Redis (RedisStore).
// Start with `TCPConnection`; then `TCPConnectionListener`, `IncomingWebClient` (incoming),
// `WebSocketClient` (outgoing).

package import SimperiumClock
package import SimperiumLoop
internal import SimperiumWebWire

/// A TCP connection, encrypted or not. It delivers bytes as they arrive, and sends blocks of bytes.
///
/// The output of a turn is sent at the end of the turn, if possible in one write. The closures
/// report events to the owner. After `onEnd`, none of them is called.
@safe package final class TCPConnection {
    package enum End: Error, Hashable, Sendable {
        case closed
        /// The peer has ended its sending direction.
        case finished
        /// The connection failed, because the peer or the network is gone.
        case broken(LibraryError)
        /// Too many bytes waited for the peer to read, or for the program to process.
        case tooSlow
        /// The peer missed a deadline.
        case late
        case tls(TLSFault)
    }

    /// A closure that receives input. It may change the bytes in place, for example to unmask them.
    package typealias Reader = (inout MutableSpan<UInt8>) -> Void

    /// The maximum number of reads from a failed socket in one turn. Further input is read in the
    /// next turn.
    private static let readsAfterFailure = 16
    /// The maximum number of queued bytes that are not counted as held memory before the end of the
    /// turn.
    private static let muchInATurn = 32 << 10
    /// The maximum number of bytes that are discarded from a peer that broke a rule. The connection
    /// then ends.
    private static let mostDiscarded = 4 << 20

    /// An event that only few owners need.
    package enum ProgressEvent {
        /// All queued bytes have been sent. This is reported while output is sent at the end of a
        /// turn, so the owner should send more only in a later turn.
        case flushed
        case peerFinished
    }

    private enum OutputStage {
        case open
        /// No more output is accepted, and only the queued bytes are still sent.
        case finishing
        /// This end has announced the end of its bytes to the peer.
        case finished
    }

    /// The address of the peer; or of the client, if a trusted proxy has named the client.
    package private(set) var peer: SocketAddress
    private let connectionSet: ConnectionSet
    private let socket: Socket
    private let tls: TLSSession?
    private var readiness: ReadinessWatch?
    private var queue: SendQueue
    private var charge = ConnectionMemoryCharge()
    /// The number of bytes that may still be discarded; nil if the peer has broken no rule.
    private var discardAllowance: Int?
    package private(set) var isOpen = true
    private(set) var isReading = true
    /// True while the connection's owner is still working on an answer. Meanwhile, the connection
    /// stays open even if the peer has finished.
    package var isAwaited = false
    private var outputStage = OutputStage.open
    private var hasPeerFinished = false
    /// True for a proxy's own connection, whose requests name their clients.
    package private(set) var isProxy = false
    /// True for a connection of the SSH server. The SSH server acts for many users.
    package var isDoor = false
    /// The generation of the node that relays the connection; nil if the client is connected
    /// directly.
    package var relay: UInt32?
    /// The connection's index in its set; nil once it has left the set.
    var index: Int?
    /// The admission of an incoming connection; nil for an outgoing one.
    private var pass: AdmissionPass?

    package var onBytes: Reader?
    package var onEnd: ((End) -> Void)?
    package var onDeadline: (() -> Void)?
    package var onProgress: ((ProgressEvent) -> Void)?
    /// The earliest time of the next `onDeadline` call; nil for none. It is set to nil before the
    /// call.
    package var deadline: Instant? {
        didSet { if let deadline { connectionSet.scheduleDeadlineCheck(at: deadline) } }
    }

    /// The expiry date of the peer's certificate; nil without encryption, or before the certificate
    /// has arrived.
    var peerCertificate: CertificateExpiry? { tls?.peerCertificate }

    init(
        _ socket: Socket, with peer: SocketAddress, on connectionSet: ConnectionSet,
        tls: TLSSession? = nil, outboxLimit: Int
    ) throws(LibraryError) {
        self.socket = socket
        self.peer = peer
        self.connectionSet = connectionSet
        self.tls = tls
        queue = SendQueue(limit: outboxLimit)
        readiness = try ReadinessWatch(of: socket.descriptor, on: connectionSet.loop) {
            // Like the set, this closure holds the connection until the connection ends.
            self.handleReadiness($0)
        }
        connectionSet.add(self)
        readiness?.startPolling(for: .readable)
        queueSessionRecords()
    }

    /// Stores the admission that counts this connection from now on, and the peer to count it for.
    func count(by pass: AdmissionPass, as peer: SocketAddress, isProxy: Bool) {
        (self.pass, self.peer, self.isProxy) = (pass, peer, isProxy)
    }

    /// The number of bytes that the kernel has not accepted yet.
    package var queuedBytes: Int { queue.count + (tls?.records.count ?? 0) }

    /// Sends a block at the end of the turn. Many connections may share one block. Returns the
    /// number of bytes that the kernel has not accepted yet.
    ///
    /// After `finishSending` or the end of the connection, drops the block and returns 0. If too
    /// many bytes wait, ends the connection and returns 0.
    @discardableResult
    package func send(_ block: [UInt8], _ order: SendOrder = .inOrder) -> Int {
        guard isOpen, outputStage == .open else { return 0 }
        switch queue.append(block, order) {
        case .ready: scheduleFlush()
        case .held: break
        case .noRoom:
            end(.tooSlow)
            return 0
        }
        // The kernel usually accepts a small amount of output in full at the end of the turn, so
        // such output is not counted earlier.
        let waiting = queuedBytes
        if waiting > Self.muchInATurn { reportMemoryGrowth() }
        return waiting
    }

    /// Releases the blocks held back up to a mark. They are sent at the end of the turn.
    package func releaseHeldBlocks(upTo mark: UInt64) {
        if queue.releaseHeldBlocks(upTo: mark) { scheduleFlush() }
    }

    package func dropHeldBlocks() {
        queue.removeHeldBlocks()
        reportMemoryGrowth()
    }

    /// Sends the queued bytes, then ends the sending direction. The peer may still send.
    package func finishSending() {
        guard isOpen, outputStage == .open else { return }
        outputStage = .finishing
        scheduleFlush()
    }

    /// Closes the connection now. Queued bytes are lost.
    package func drop() {
        end(.closed)
    }

    /// Closes the connection now, without a call of `onEnd`.
    package func dropSilently() {
        onEnd = nil
        drop()
    }

    /// Removes the closures, the deadline and the kept bytes of the owner, so that the connection
    /// can get another owner.
    package func removeOwner() {
        (onBytes, onEnd, onDeadline, onProgress) = (nil, nil, nil, nil)
        deadline = nil
        isAwaited = false
        setKeptBytes(0)
    }

    /// Stops counting the connection for its address, because the peer broke a rule. The owner
    /// discards further input, so that the peer can read the reason. The connection ends after too
    /// many discarded bytes, or once too many other connections are in this state.
    func discardInputAfterViolation() {
        guard isOpen, !isDiscarding else { return }
        pass?.giveBack()
        discardAllowance = Self.mostDiscarded
        connectionSet.addDiscardingDroppingOldest(self)
    }

    /// Sets the number of received bytes that the owner keeps.
    package func setKeptBytes(_ bytes: Int) {
        guard isOpen else { return }
        charge.kept = bytes
        reportMemoryGrowth()
    }

    /// The number of received bytes that the program has not yet processed.
    package var backlog: Int {
        get { charge.backlog }
        set {
            guard newValue != charge.backlog, isOpen else { return }
            charge.backlog = newValue
            reportMemoryGrowth()
        }
    }

    /// Reports changes in the held memory to the set.
    private func reportMemoryGrowth() {
        let growth = charge.updateReturningGrowth(queued: queuedBytes)
        if growth != 0 { connectionSet.chargeMemory(growth) }
    }

    /// The values that the set uses to choose the connections to drop when memory is short.
    var budgetEntry: MemoryBudget.BufferedConnection {
        let account = pass?.account
        let address = account?.hasRateLimit == true ? account.map(ObjectIdentifier.init) : nil
        return MemoryBudget.BufferedConnection(
            bytes: charge.reportedBytes, address: address.map { UInt(bitPattern: $0) },
            bytesRead: queue.acceptedBytes, lastReadAt: queue.lastAcceptedAt)
    }

    var isHeldUp: Bool { connectionSet.isHeldUp }
    var isDiscarding: Bool { discardAllowance != nil }
    /// The last time when the kernel accepted output for the peer.
    var lastAcceptedAt: Instant { queue.lastAcceptedAt }

    var isInputAllowed: Bool { pass?.account.isInputAllowed(at: now) ?? true }

    /// Reserves and returns the time when the connection may try again to read.
    func reserveRetryTime() -> Instant { pass?.account.reserveRetryTime(at: now) ?? now }

    var now: Instant { connectionSet.loop.now }
    var computationQueue: PerAddressWorkQueue { connectionSet.computationQueue }

    func chargeInputOrWork(kibibytes: Int) {
        guard kibibytes > 0 else { return }
        pass?.account.chargeInputOrWork(kibibytes: kibibytes, at: now)
    }

    /// Stops or resumes reading. While reading is stopped, TCP's flow control stops the peer.
    package func setReading(_ isReading: Bool) {
        guard self.isReading != isReading, isOpen else { return }
        self.isReading = isReading
        updatePolledEvents()
    }
}

extension TCPConnection {
    private func handleReadiness(_ events: ReadinessWatch.Event) {
        if events.contains(.writable) {
            queue.isBlocked = false
            scheduleFlush()
            updatePolledEvents()
        }
        if events.contains(.failed) { return readRestAfterSocketFailure() }
        if events.contains(.readable), isReading { read() }
    }

    /// Reads the input that arrived before the socket failed, and then the failure. libuv has
    /// stopped watching the socket, so polling starts again in case there is more.
    private func readRestAfterSocketFailure() {
        for _ in 0..<Self.readsAfterFailure where isReading && isOpen { read() }
        updatePolledEvents()
    }

    private func read() {
        connectionSet.withReadBuffer { room in
            switch socket.read(into: &room) {
            case .bytes(let count):
                if let rest = discardAllowance {
                    guard count < rest else { return end(.closed) }
                    discardAllowance = rest - count
                }
                guard let tls else { return deliverPlainBytes(&room, count) }
                decrypt(&room, count, by: tls)
            case .later: break
            case .end: stopReadingAtPeerFinish()
            case .failed(let code): end(.broken(Socket.error("read", code)))
            }
        }
    }

    /// Delivers bytes from an earlier owner of the connection to the present owner.
    package func deliverAlreadyReceived(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        var bytes = bytes
        var chunk = bytes.mutableSpan
        onBytes?(&chunk)
    }

    /// Delivers the bytes at the start of `room`.
    private func deliverPlainBytes(_ room: inout [UInt8], _ count: Int) {
        unsafe room.withUnsafeMutableBufferPointer { room in
            var chunk = unsafe UnsafeMutableBufferPointer(rebasing: room[..<count]).mutableSpan
            onBytes?(&chunk)
        }
    }

    /// Decrypts the bytes at the start of `room` into the same buffer, and delivers them.
    private func decrypt(_ room: inout [UInt8], _ count: Int, by tls: TLSSession) {
        do throws(TLSFault) {
            try tls.bufferReceived(room.span.extracting(first: count))
            reading: while isOpen {
                switch try tls.read(into: &room) {
                case .bytes(let count): deliverPlainBytes(&room, count)
                case .later: break reading
                case .end:
                    stopReadingAtPeerFinish()
                    break reading
                }
            }
            queueSessionRecords()
        } catch {
            fail(error)
        }
    }

    /// Queues the records that the session itself produces, and sends them at the end of this turn.
    /// If too many records wait for the peer, ends the connection.
    private func queueSessionRecords() {
        guard let tls, isOpen else { return }
        tls.appendOutputToRecords()
        // A peer may make the session answer again and again, and read none of the answers.
        guard !queue.isLimitExceeded(by: tls.records) else { return end(.tooSlow) }
        scheduleFlush()
        reportMemoryGrowth()
    }

    /// Encrypts the next blocks into at most one full record. Does nothing before the handshake is
    /// complete.
    private func encryptNextRecord(with tls: TLSSession) {
        guard tls.isHandshakeComplete, !queue.plain.isEmpty else { return }
        let plain = queue.plain.gathered(upTo: TLSSession.mostPerRecord)
        do throws(TLSFault) {
            try tls.write(plain.span)
            queue.plain.remove(plain.count)
            tls.appendOutputToRecords()
        } catch {
            fail(error)
        }
    }

    /// Sends the peer an alert with the reason, if the kernel accepts it, and ends the connection.
    private func fail(_ fault: TLSFault) {
        if let tls {
            tls.appendOutputToRecords()
            _ = socket.write(tls.records)
        }
        end(.tls(fault))
    }

    /// Stops reading at the end of the peer's bytes. Queued output is still sent, because the peer
    /// may still read it. Without such output, or if the handshake is incomplete, ends the
    /// connection, unless the owner is still working on an answer.
    private func stopReadingAtPeerFinish() {
        hasPeerFinished = true
        setReading(false)
        onProgress?(.peerFinished)
        let isCut = tls?.isHandshakeComplete == false
        if queuedBytes == 0 || isCut, !isAwaited { end(.finished) }
    }

    private func scheduleFlush() {
        if queue.markForFlush() { connectionSet.flushAtEndOfTurn(self) }
    }

    /// Sends as much of the queued output as the kernel accepts.
    func flush() {
        queue.isDirty = false
        defer { reportMemoryGrowth() }
        while isOpen, !queue.isBlocked {
            if let tls, tls.records.isEmpty { encryptNextRecord(with: tls) }
            guard !ready.isEmpty else { return reportFlushedAndFinish() }
            write()
        }
    }

    /// The bytes that are ready for the socket.
    private var ready: SocketOutbox { tls?.records ?? queue.plain }

    private func write() {
        switch socket.write(ready) {
        case .bytes(let count):
            if let tls { tls.records.remove(count) } else { queue.plain.remove(count) }
            queue.recordSent(count, at: connectionSet.loop.now)
        case .later:
            queue.isBlocked = true
            updatePolledEvents()
        case .end: break
        case .failed(let code): end(.broken(Socket.error("write", code)))
        }
    }

    /// Does nothing if blocks still wait. Otherwise, reports that all output has been sent. Then
    /// ends the connection if the peer has finished, or ends the sending direction if that was
    /// requested.
    private func reportFlushedAndFinish() {
        guard queue.plain.isEmpty, queue.isReleased else { return }
        onProgress?(.flushed)
        if hasPeerFinished, !isAwaited { return end(.finished) }
        guard outputStage == .finishing else { return }
        outputStage = .finished
        if let tls {
            tls.sendCloseNotify()
            tls.appendOutputToRecords()
            _ = socket.write(tls.records)
            tls.records.removeAll()
        }
        socket.finishWriting()
    }

    func reportDeadline() {
        deadline = nil
        onDeadline?()
    }

    private func updatePolledEvents() {
        var events: ReadinessWatch.Event = []
        if isReading { events.insert(.readable) }
        if queue.isBlocked { events.insert(.writable) }
        readiness?.startPolling(for: events)
    }

    func end(_ end: End) {
        guard isOpen else { return }
        isOpen = false
        queue.removeAll()
        tls?.records.removeAll()
        (charge.kept, charge.backlog) = (0, 0)
        reportMemoryGrowth()
        deadline = nil
        readiness = nil
        socket.close()
        pass = nil
        connectionSet.remove(self)
        onBytes = nil
        onDeadline = nil
        onProgress = nil
        exchange(&onEnd, with: nil)?(end)
    }
}

/// The memory that a connection holds.
struct ConnectionMemoryCharge {
    /// The number of bytes of incomplete messages and waiting requests that the owner keeps.
    var kept = 0
    /// The number of bytes that the program has received but not processed yet.
    var backlog = 0
    /// The number of held bytes that was last reported to the set.
    private(set) var reportedBytes = 0

    /// Updates the number of held bytes, and returns its change.
    mutating func updateReturningGrowth(queued: Int) -> Int {
        let growth = queued + kept + backlog - reportedBytes
        reportedBytes += growth
        return growth
    }
}

extension [UInt8] {
    /// Copies borrowed bytes in one call, which is ten times as fast as byte by byte.
    package init(copying bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }
}
