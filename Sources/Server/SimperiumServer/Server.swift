import Cluster
package import Host
import SimperiumClock
package import SimperiumLoop
package import SimperiumNetwork
import SimperiumStore
import SimperiumWebWire
package import SimperiumWire
import SyncHub

/// A Simperium server on a loop: the host's value, joined to sockets, a clock and a store.
///
/// An output leaves when the store has kept the writes that it depends on. If a write is refused,
/// the outputs that depend on it are dropped, and the clients of its log are closed. They
/// come back, and send again.
package final class Server {
    let connectionSet: ConnectionSet
    /// Nil before the server listens, and after it stopped.
    var entrances: Entrances?
    private var reception: WebPeer.Reception?
    var host: Host
    /// Nil while another server is the writer.
    var store: ServerStore?
    /// Nil of a server that has a store of its own.
    var member: ClusterMember?
    let peers = Peers()
    /// The token of the ssh server.
    package let doorToken: Token?
    private let passwords: ScryptWorker
    /// The number of hosts so far. A result for one has no meaning for the next.
    var lives = 0
    private var queue = TurnQueue<Host.Event>(keepsCapacity: true)
    private var turn = ServerTurn()
    private var alarm: WakeAlarm?
    /// The rate of log lines about connections that could not be accepted.
    private var noRoomLines = RateLimit(atOnce: 1, perMinute: 1)
    /// The rate of log lines about connections to the inner port that are not from a node.
    private var strangerLines = RateLimit(atOnce: 1, perMinute: 1)
    private var hooks: TurnHooks?
    private var closingTime: ClosingTime?

    /// Receives entries for the log.
    package var onLog: (LogEntry) -> Void = { _ in }
    /// Returns true for an address that may not connect.
    package var keepsOut: (SocketAddress) -> Bool {
        get { entrances?.keepsOut ?? { _ in true } }
        set { entrances?.keepsOut = newValue }
    }
    /// Receives lines of the recording, if there is one.
    package var onRecorded: ([UInt8]) -> Void = { _ in }
    /// Runs once when all clients have left, after `stop` or because the server is not needed.
    package var onStopped: () -> Void {
        get { closingTime?.onStopped ?? {} }
        set { closingTime?.onStopped = newValue }
    }

    package init(_ settings: ServerSettings, on loop: Loop) throws(ServerFailure) {
        connectionSet = ConnectionSet(on: loop, within: settings.memory)
        passwords = ScryptWorker(on: loop)
        var host = settings.host
        host.apps = try settings.readOrMakeKeys()
        host.process = Int(ThisProcess.id)
        if case .shared(let place) = settings.store {
            let agreement = try Agreement(settings, host)
            host.lobby.doorToken = host.lobby.doorToken ?? agreement.doorToken
            doorToken = host.lobby.doorToken
            self.host = .idle(host, at: loop.now)
            member = ClusterMember(host, places: place.addresses.count) {
                () throws(ServerFailure) in try settings.markKeysShared()
            }
            member?.node = try ClusterNode(at: place, settings, agreement, on: connectionSet) {
                [unowned self] in receive($0)
            }
        } else {
            let store = try ServerStore(settings, on: loop)
            self.store = store
            doorToken = host.lobby.doorToken
            self.host = Host(host, epoch: store.epoch, recorder: settings.recorder)
            store.onReport = { [unowned self] in receive($0) }
        }
        alarm = WakeAlarm(on: loop) { [unowned self] in handle(.wake) }
        reception = newReception()
        hooks = TurnHooks(
            on: loop, commit: { [unowned self] in finishTurn() },
            flush: { [unowned self] in finishSending() })
        closingTime = ClosingTime(after: settings.idleLimit, on: loop) { [unowned self] in end() }
        entrances = try Entrances(
            settings, on: connectionSet,
            onNoRoom: { [unowned self] error in
                guard noRoomLines.allows(at: loop.now) else { return }
                onLog(LogEntry(trouble: LogWords.noRoom, error.description))
            },
            onTurnedAway: { [unowned self] in handle(.turnedAway(RequestOrigin($0))) },
            onDoor: { [unowned self] in admit($0, .door) },
            { [unowned self] in admit($0, .client) })
        entrances?.watchCrowd { [unowned self] in
            onLog(LogEntry(crowdFrom: $0.hostText))
            handle(.crowded)
        }
        member?.node?.inner.onConnection = { [unowned self] in admit($0, $1, $2) }
        member?.node?.inner.onStranger = { [unowned self] in
            guard strangerLines.allows(at: loop.now) else { return }
            onLog(LogEntry(trouble: ClusterWords.stranger, $0.hostText))
        }
        member?.node?.relay.onOwnRequest = { [unowned self] in greet($0, $1) }
        connectionSet.onMemorySpared = { [unowned self] in self.store?.spareMemory() }
    }

    deinit {
        connectionSet.dropAll()
    }

    /// Starts the host. Log entries from before are lost.
    package func start() {
        if let member { return member.node?.begin() ?? () }
        startHost()
        guard let damage = store?.damage else { return }
        onLog(LogEntry(trouble: LogWords.damaged, damage))
    }

    func startHost() {
        handle(.secrets(SecureRandom.bytes(Self.firstChance)))
        handle(.started)
    }

    private static let firstChance = 16_384

    /// The addresses that the server listens on.
    package var addresses: [SocketAddress] { entrances?.addresses ?? [] }
    /// The keys of the apps that it serves.
    package var keys: [AppID: AppKeys] { host.apps }
    package var sideAddress: SocketAddress? { entrances?.sideAddress }

    /// Accepts no more clients, and closes all that are connected.
    package func stop() {
        guard closingTime?.isStopping == false else { return }
        closingTime?.beginStopping()
        entrances = nil
        handle(.shutDown)
        handOutAll()
        peers.closeAll(CloseReason(.goingAway))
        member?.node?.relay.endAll()
    }

    /// Reads the certificate again. Open connections keep the previous one.
    package func reload() throws(ServerFailure) {
        try entrances?.reload()
    }
}

extension Server {
    private var loop: Loop { connectionSet.loop }

    /// Makes a peer of a connection, with the bytes that have come already.
    func greet(_ connection: TCPConnection, _ bytes: [UInt8] = []) {
        guard let reception else { return connection.drop() }
        peers.add(WebPeer(connection, on: connectionSet, reception))
        connection.deliver(bytes)
    }

    private static let limits: WebPeer.Limits = {
        var limits = WebPeer.Limits()
        limits.webSocket.message = Limits.clientFrame
        limits.webSocket.discarded = Limits.discardedFrame
        limits.webSocket.long = Limits.guardedFrame
        return limits
    }()

    private func newReception() -> WebPeer.Reception {
        let reception = WebPeer.Reception(
            limits: Self.limits,
            request: { [unowned self] in receive($1, from: $0, $2) },
            message: { [unowned self] in receive($1, from: $0) },
            // The last connections end while the server is deallocated.
            ended: { [weak self] in self?.ended($0, $1) })
        reception.isWelcome = { [unowned self] peer, head in
            peers.id(of: peer).map { host.isWelcome(head, from: $0) } ?? false
        }
        reception.discarded = { [unowned self] peer, head, bytes in
            guard let id = peers.id(of: peer) else { return }
            handle(.discarded(head, bytes: bytes, from: id))
        }
        reception.heard = { [unowned self] peer in
            if let id = peers.id(of: peer) { handle(.heard(id)) }
        }
        reception.congested = { [unowned self] peer in
            if let id = peers.id(of: peer) { handle(.congested(id)) }
        }
        reception.drained = { [unowned self] peer in
            if let id = peers.id(of: peer) { handle(.drained(id)) }
        }
        return reception
    }

    private func receive(_ request: HTTPRequest, from peer: WebPeer, _ ticket: WebPeer.Ticket) {
        member?.node?.checkClock()
        guard store != nil && !isHeld || request.isAboutServer else {
            return peer.answer(ticket, .last(.unavailable))
        }
        if request.isAboutServer { measure() }
        switch entrances?.asker(of: request, on: peer.connection) {
        case .client(let client):
            let call = peers.addCall(of: peer, ticket, from: client)
            let event = Host.Event.requested(call, request, from: RequestOrigin(client))
            // A page about the server needs nothing that a host must wait for.
            if isHeld { take(event) } else { handle(event) }
        case .keptOut: peer.answer(ticket, .last(.forbidden))
        case .nobody: peer.answer(ticket, .last(.badRequest))
        // The server is stopping.
        case nil: peer.answer(ticket, .last(.unavailable))
        }
    }

    /// Gives the host the figures that its answers about the server contain.
    private func measure() {
        let node = member?.node?.gauges
        host.gauges = turn.gauges(of: connectionSet)
        host.gauges.longestCommit = (store?.longestCommit ?? .zero).microseconds
        host.gauges.durability = store?.durability ?? member?.node?.durability ?? .unknown
        host.gauges.storeFailure = store?.failure.map { "\($0)" } ?? store?.damage
        host.gauges.node = node
    }

    private func receive(_ message: Span<UInt8>, from peer: WebPeer) {
        guard let id = peers.id(of: peer) else { return }
        handle(.received([UInt8](copying: message), from: id))
        peers.note(backlog: inPlace(&host) { $0.waitingBytes(of: id) }, of: id, peer)
    }

    private func ended(_ peer: WebPeer, _ end: WebPeer.End) {
        guard let id = peers.id(of: peer) else { return }
        for call in peers.remove(peer) { handle(.cancelled(call)) }
        handle(.closed(id, end.farewell))
    }
}

extension Server {
    func handle(_ event: Host.Event) {
        member?.node?.checkClock()
        queue.append(event)
        proceed()
    }

    /// Handles the events in the queue, unless the host must stand still.
    func proceed() {
        if !isHeld, queue.startTurn() { work() }
    }

    /// Handles the events in the queue, and those that their effects append.
    private func work() {
        let start = Loop.preciseNow
        defer { turn.note(work: Loop.preciseNow - start) }
        if let stamp = turn.wallClock.news(at: start) { take(.clock(stamp)) }
        while let event = queue.next() { take(event) }
    }

    private func take(_ event: Host.Event) {
        let effects = host.handle(event, at: loop.now)
        handOverRecording()
        if case .failed(let log) = event { peers.gate.recover(.log(log)) }
        for effect in effects { perform(effect) }
    }

    private func handOverRecording() {
        let lines = host.takeRecording()
        if !lines.isEmpty { onRecorded(lines) }
    }

    private func perform(_ effect: Host.Effect) {
        switch effect {
        case .send(let message, let id): peers.send(message, to: id)
        case .broadcast(let message, let ids): peers.send(message, toAll: ids)
        case .close(let id, let reason): peers.close(id, reason)
        case .answer(let call, let response, let subjects):
            peers.answer(call, response, about: subjects)
        case .openWebSocket(let call, let app):
            var origin = ""
            let id = peers.openWebSocket(for: call) { [entrances] in
                origin = $1.hostText
                return entrances?.settle($0, of: $1) != false
            }
            if let id { handle(.opened(id, app: app, origin: origin)) }
        case .read(let asker, let query): store?.read(query, for: asker)
        case .write(let write): keep(write)
        case .join(let connection, let log): peers.gate.join(connection, log)
        case .deliver(let objects, let log): deliver(objects, owedBy: log)
        case .look(let asker, let query): store?.look(query, for: asker)
        case .change(let asker, let change): store?.change(change, for: asker)
        case .noteUse(let token, let second): store?.noteUse(of: token, at: second)
        case .hash(let call, let password, let salt, let cost):
            passwords.hash(password, salt: salt, cost) { [unowned self] in handle(.hashed(call, $0))
            }
        case .compute(let asker, let payer): compute(for: asker, at: payer)
        case .needSecrets(let count): handle(.secrets(SecureRandom.bytes(count)))
        case .report: break
        case .log(let entry): onLog(entry)
        }
    }

    private func compute(for asker: Host.Asker, at payer: HostPayer) {
        guard let computation = host.computation(for: asker) else { return }
        let life = lives
        connectionSet.longWorks.perform(for: peers.addressPrefix(of: payer)) {
            computation.perform()
        } then: { [unowned self] in
            if life == lives { handle(.computed(asker, $0)) }
        }
    }

    /// Hands out broadcasts until none is left. A peer may end in this, which makes more.
    private func handOutAll() {
        while peers.hasBroadcast, queue.startTurn() {
            peers.handOut()
            work()
        }
    }

    private func keep(_ write: StoreWrite) {
        guard !peers.gate.refuses(write.subjects) else { return }
        settle(store?.write(write), of: write.subjects)
    }

    private func settle(_ result: ServerStore.WriteResult?, of subjects: [StoreSubject]) {
        switch result {
        case .kept, nil: break
        case .pending: peers.gate.write(subjects)
        case .refused: lose(Set(subjects))
        }
    }

    private func deliver(_ objects: [OwedObject], owedBy log: LogID) {
        let due = peers.deliver(objects, owedBy: log)
        if !due.isEmpty { handle(.owed(due)) }
    }

    func receive(_ report: ServerStore.Report) {
        member?.node?.checkClock()
        guard member?.writing.admits(report) != false else { return }
        switch report {
        case .event(let event): handle(event)
        case .unreadable(let error): onLog(LogEntry(trouble: LogWords.unreadable, "\(error)"))
        case .checkpointFailed(let error):
            onLog(LogEntry(trouble: LogWords.checkpointFailed, "\(error)"))
        case .done(let batch, let outcome): finish(batch, outcome)
        case .gone(let error): member?.noteFailure(error)
        case .reopened(let error):
            if let error {
                onLog(LogEntry(trouble: LogWords.storeClosed, "\(error)"))
            } else {
                onLog(LogEntry(trouble: LogWords.storeReopened, ""))
            }
        }
    }

    /// Lets the outputs leave that waited for a batch, but for those of subjects that were refused.
    private func finish(_ batch: OutputGate.Batch, _ outcome: StoreOutcome) {
        if let failure = outcome.failure {
            onLog(LogEntry(trouble: LogWords.notWritten, "\(failure)"))
            lose(peers.gate.unkeptSubjects.union(host.openLogs.map { .log($0) }))
            peers.closeAll(.reconnect)
        } else if !outcome.refused.isEmpty {
            for reason in Set(outcome.refused.values) {
                onLog(LogEntry(trouble: LogWords.notWritten, reason.words))
            }
            for case (.log(let log), .store(let error)) in outcome.refused where error.isOfRoom {
                handle(.full(log))
            }
            lose(Set(outcome.refused.keys))
        }
        let due = peers.release(batch)
        if !due.isEmpty { handle(.owed(due)) }
    }

    /// Drops all that depends on writes that are lost, and notifies the host.
    private func lose(_ subjects: Set<StoreSubject>) {
        let all = store?.drop(subjects) ?? subjects
        peers.retract(all)
        handle(.lost)
        for case .log(let log) in all { handle(.failed(log)) }
    }

    private func finishTurn() {
        handOutAll()
        store?.commit { peers.gate.seal() }
        store?.proceedWithCheckpoint()
        peers.renewBacklogs { id in inPlace(&host) { $0.waitingBytes(of: id) } }
        alarm?.set(nextWake)
        openIfRead()
        if closingTime?.notice(isLonely: isLonely) == true { end() }
    }

    /// Wakes the loop again if sending ended peers, and so made more work.
    private func finishSending() {
        let deadline = nextWake
        if store?.needsCommit == true || peers.hasBroadcast || deadline != alarm?.deadline {
            alarm?.set(loop.now)
        }
    }

    /// Drops the events that no host has handled.
    func forgetEvents() {
        queue = TurnQueue(keepsCapacity: true)
    }

    /// True if no client is connected. The connections to Redis and to other servers don't count.
    private var isLonely: Bool {
        guard let node = member?.node else { return connectionSet.connectionCount == 0 }
        return peers.isEmpty && node.relay.count == 0
    }

    private var nextWake: Instant? {
        isHeld ? nil : inPlace(&host) { $0.nextDeadline }
    }

    private func end() {
        host.endRecording()
        handOverRecording()
        entrances = nil
        leaveCluster { [self] in
            connectionSet.dropAll()
            store?.close()
            store = nil
            member?.node?.end()
            closingTime?.end()
        }
    }
}

extension WebPeer.End {
    /// The farewell of a client. A browser that closes without a reason sends no code.
    fileprivate var farewell: Farewell {
        switch self {
        case .goodbye(let reason):
            switch reason.code {
            case .normal, .goingAway, .absent: .goodbye
            case .paused: .paused
            case .goneForNow: .gone
            case .lost: .lost
            default: .broken
            }
        case .fault, .connection: .broken
        }
    }
}

extension RequestOrigin {
    init(_ address: SocketAddress) {
        self.init(
            address: address.hostText, addressPrefix: address.addressPrefix,
            isLoopback: address.isLoopback)
    }
}

extension HTTPRequest {
    /// True for the pages about the server itself, which it answers even when it accepts no client.
    fileprivate var isAboutServer: Bool {
        ["healthz", "metrics"].contains(target.segments.first)
    }
}

extension HTTPResponse {
    /// The last answer on a connection.
    fileprivate static func last(_ status: HTTPStatus) -> HTTPResponse {
        var response = HTTPResponse(status)
        response.isLast = true
        return response
    }
}
