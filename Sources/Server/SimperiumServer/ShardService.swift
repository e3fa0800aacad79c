import Cluster
import Host
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumStore
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// A host with its clients, its store and its clock. A server with a store of its own has one
/// service, and a server of a cluster one for each shard that it owns.
///
/// An output is sent once the writes that it depends on are stored. If a write is refused, the
/// outputs that depend on this write are dropped, and the clients of the log are disconnected. The
/// clients reconnect, and send their changes again.
final class ShardService {
    let shard: Shard
    private unowned let server: Server
    let began: Instant
    private(set) var host: Host
    /// The store; nil for a service that only answers requests about the server itself.
    let store: ServerStore?
    private let peers = ConnectedClientsAndCalls()
    private lazy var callbacks = newCallbacks()
    private var queue = SerialEventQueue<Host.Event>(keepsCapacity: true)
    private var wallClock = WallClockLeapDetector()
    private var alarm: WakeAlarm?
    private var writerTerm: WriterTerm<ServerStore.ServerStoreEvent>
    /// True while the service of a cluster's first shard does not know the other servers' halls
    /// yet. Without this knowledge, the service might send a returning client to a hall other than
    /// that of the client's match.
    private var awaitsHalls: Bool
    private var upstreams: [ConnectionID: AccountUpstream] = [:]
    /// True once the service handles no more events: its shard is another server's, or the server
    /// is being deallocated.
    private var hasEnded = false

    /// Creates a service. `term` is the term of the shard's ownership; nil without a cluster, and
    /// for a service that owns no shard.
    init(
        _ host: Host, of shard: Shard = .home, under term: ClusterSequenceNumber? = nil,
        with store: ServerStore?, on server: Server
    ) {
        self.host = host
        self.shard = shard
        self.store = store
        self.server = server
        began = server.loop.now
        writerTerm = WriterTerm(term)
        awaitsHalls = term != nil && shard == .home
        alarm = WakeAlarm(on: server.loop) { [unowned self] in handle(.wake) }
        store?.onReport = { [unowned self] in processStoreEventUnlessHeld($0) }
    }

    func startHost() {
        handle(.secrets(SecureRandom.bytes(Self.firstChance)))
        handle(.started)
    }

    private static let firstChance = 16_384

    private var loop: Loop { server.loop }

    var isEmpty: Bool { peers.isEmpty }
    var peerCount: Int { peers.count }

    /// Adds a connection as a peer, and delivers the bytes that have already been received from it.
    /// Drops the connection if the service has ended.
    func addClient(_ connection: TCPConnection, _ bytes: [UInt8] = []) {
        guard !hasEnded else { return connection.drop() }
        peers.add(IncomingWebClient(connection, on: server.connectionSet, callbacks))
        connection.deliverAlreadyReceived(bytes)
    }

    var counts: Host.HostCounts { host.counts }
}

/// The requests and messages of clients.
extension ShardService {
    private static let limits: IncomingWebClient.Limits = {
        var limits = IncomingWebClient.Limits()
        limits.webSocket.message = Limits.clientFrame
        limits.webSocket.discarded = Limits.discardedFrame
        limits.webSocket.long = Limits.guardedFrame
        return limits
    }()

    private func newCallbacks() -> IncomingWebClient.PeerCallbacks {
        let callbacks = IncomingWebClient.PeerCallbacks(
            limits: Self.limits,
            request: { [unowned self] in relayRejectOrPassRequest($1, from: $0, $2) },
            message: { [unowned self] in passMessageToHost($1, from: $0) },
            ended: { [weak self] in self?.removePeer($0, $1) })
        callbacks.acceptsLongMessage = { [unowned self] peer, head in
            peers.id(of: peer).map { host.shouldReceiveRestOfMessage(head, from: $0) } ?? false
        }
        callbacks.discarded = { [unowned self] peer, head, bytes in
            guard let id = peers.id(of: peer) else { return }
            handle(.discarded(head, bytes: bytes, from: id))
        }
        callbacks.inputReceived = { [unowned self] peer in
            if let id = peers.id(of: peer) { handle(.heard(id)) }
        }
        callbacks.congested = { [unowned self] peer in
            if let id = peers.id(of: peer) { handle(.congested(id)) }
        }
        callbacks.drained = { [unowned self] peer in
            if let id = peers.id(of: peer) { handle(.drained(id)) }
        }
        return callbacks
    }

    /// Relays a request to the owner of the request's shard, answers the request with an error, or
    /// passes it to the host.
    private func relayRejectOrPassRequest(
        _ request: HTTPRequest, from peer: IncomingWebClient,
        _ ticket: IncomingWebClient.RequestTicket
    ) {
        server.node?.checkMembershipDeadlines()
        if !request.isAboutServer, server.relayToOwner(request, from: peer, at: shard) {
            return _ = peers.remove(peer)
        }
        guard store != nil && !server.isHeld || request.isAboutServer else {
            return peer.answer(ticket, .closingConnection(.unavailable))
        }
        if request.isAboutServer { host.gauges = server.gauges(for: self) }
        switch server.listeners?.senderOrRejection(of: request, on: peer.connection) {
        case .client(let client):
            let call = peers.addCall(of: peer, ticket, from: client)
            let event = Host.Event.requested(call, request, from: CallerAddress(client))
            // A page about the server needs nothing that a host must wait for.
            if server.isHeld { process(event) } else { handle(event) }
        case .banned: peer.answer(ticket, .closingConnection(.banned))
        case .unnamed:
            server.logFirstUnnamedClient(of: peer.connection.peer)
            peer.answer(ticket, .closingConnection(.unnamedClient))
        // The server is stopping.
        case nil: peer.answer(ticket, .closingConnection(.unavailable))
        }
    }

    private func passMessageToHost(_ message: Span<UInt8>, from peer: IncomingWebClient) {
        guard let id = peers.id(of: peer) else { return }
        handle(.received([UInt8](copying: message), from: id))
        peers.setBacklog(queryInPlace(&host) { $0.waitingCommandBytes(of: id) }, of: id, peer)
    }

    private func removePeer(_ peer: IncomingWebClient, _ end: IncomingWebClient.End) {
        guard let id = peers.id(of: peer) else { return }
        upstreams[id] = nil
        for call in peers.remove(peer) { handle(.cancelled(call)) }
        handle(.closed(id, end.farewell))
    }
}

/// The events and effects of the host.
extension ShardService {
    func handle(_ event: Host.Event) {
        guard !hasEnded else { return }
        server.node?.checkMembershipDeadlines()
        queue.append(event)
        processQueueUnlessHeld()
    }

    /// Handles the events in the queue. Does nothing while the server is held, after the service
    /// has ended, or if an outer call handles the queue already.
    private func processQueueUnlessHeld() {
        if !server.isHeld, !hasEnded, queue.beginHandling() { processQueue() }
    }

    /// Handles the events in the queue, and the events that their effects append.
    private func processQueue() {
        let start = Loop.preciseNow
        defer { server.recordTickIfLongest(work: Loop.preciseNow - start) }
        if let stamp = wallClock.detectLeap(at: start) { process(.clock(stamp)) }
        while let event = queue.next() { process(event) }
    }

    private func process(_ event: Host.Event) {
        let effects = host.handle(event, at: loop.now)
        handOverRecording()
        if case .failed(let log) = event { peers.gate.recordRecovery(of: .log(log)) }
        for effect in effects where !hasEnded { perform(effect) }
    }

    private func handOverRecording() {
        let lines = host.takeRecording()
        if !lines.isEmpty { server.onRecorded(lines) }
    }

    private func perform(_ effect: Host.Effect) {
        switch effect {
        case .send(let message, let id): peers.send(message, to: id)
        case .broadcast(let message, let ids): peers.addToBroadcast(message, toAll: ids)
        case .close(let id, let reason): peers.close(id, reason)
        case .pass(let frame, let id): passToAccountServer(frame, from: id)
        case .answer(let call, let response, let subjects):
            peers.answer(call, response, about: subjects)
        case .openWebSocket(let call, let app): openWebSocket(for: call, app)
        case .read(let asker, let query): store?.read(query, for: asker)
        case .write(let write): storeUnlessDependencyLost(write)
        case .join(let connection, let log): peers.gate.addDependency(of: connection, on: log)
        case .deliver(let objects, let log): deliverOnceStored(objects, owedBy: log)
        case .queryAccounts(let asker, let query): store?.queryAccounts(query, for: asker)
        case .change(let asker, let change): store?.changeUser(change, for: asker)
        case .noteUse(let token, let second): store?.storeUse(of: token, at: second)
        case .hash(let call, let password, let salt, let cost):
            hashPassword(password, salt, cost, for: call)
        case .compute(let asker, let owner): runHostComputation(for: asker, of: owner)
        case .report(let reports): server.node?.sendToAllServers(reports)
        // Processed at once, because the waiting events may need more bytes than the supply has
        // left.
        case .needSecrets(let count): process(.secrets(SecureRandom.bytes(count)))
        case .log(let entry): server.onLog(entry)
        }
    }

    private func openWebSocket(for call: CallID, _ app: AppID?) {
        let opened = peers.openWebSocket(for: call) { [server] in
            server.listeners?.admitUnderClientAddress($0, of: $1) != false
        }
        guard let (id, client) = opened else { return }
        // A client in a hall of the server that accepted its connection need not be relayed.
        let near = peers.connection(of: id).flatMap { server.node?.shardsOwnedByNode(of: $0.relay) }
        handle(.opened(id, app: app, origin: client.hostText, near: near ?? []))
    }

    private func runHostComputation(for asker: Host.Asker, of owner: HostComputationOwner) {
        // The host forgets a question only with its answer.
        guard let computation = host.computation(for: asker) else {
            return handle(.computed(asker, nil))
        }
        server.connectionSet.computationQueue.perform(for: peers.addressPrefix(of: owner)) {
            computation.perform()
        } then: { [weak self] in
            self?.handle(.computed(asker, $0))
        }
    }

    /// Hashes a password on another thread, because each hash takes a tenth of a second. The result
    /// is empty if there is not enough memory, or if the cost is invalid.
    private func hashPassword(
        _ password: [UInt8], _ salt: [UInt8], _ cost: ScryptParameters, for call: CallID
    ) {
        loop.offloadUncancelled {
            Scrypt.hash(
                password, salt: salt, rounds: cost.rounds, blockSize: cost.blockSize,
                lanes: cost.lanes) ?? []
        } then: { [weak self] in
            self?.handle(.hashed(call, $0))
        }
    }

    /// Forwards a frame to the server that stores the data of the client's account.
    private func passToAccountServer(_ frame: [UInt8], from id: ConnectionID) {
        if upstreams[id] == nil {
            guard let client = peers.connection(of: id), let node = server.node else { return }
            upstreams[id] = AccountUpstream(
                for: client, by: node, { [unowned self] in handle(.passed($0, to: id)) },
                ended: { [unowned self] in
                    upstreams[id] = nil
                    // The account server may have denied all channels that the hub forwards,
                    // because their token was revoked. The client's place in the hall does not
                    // depend on these channels.
                    if host.hasForwardedChannel(id) { peers.close(id, .reconnect) }
                })
        }
        upstreams[id]?.sendOrQueue(frame)
    }

    /// Ends the connections to the accounts' service, except those under `term`, the present term
    /// of the first shard.
    func endUpstreams(besides term: ClusterSequenceNumber?) {
        for upstream in upstreams.values { upstream.endConnection(unlessUnder: term) }
    }

    /// Sends broadcasts until none is left. Sending may close a peer's connection, which causes
    /// more broadcasts.
    private func sendAllBroadcasts() {
        while peers.hasBroadcast, queue.beginHandling() {
            peers.sendBroadcast()
            processQueue()
        }
    }
}

/// The calls to the store, and the store's events.
extension ShardService {
    /// Stores a write, unless an earlier write that it may depend on is lost. If the store refuses
    /// the write, handles the loss.
    private func storeUnlessDependencyLost(_ write: StoreWrite) {
        guard !peers.gate.refusesWrites(to: write.subjects) else { return }
        switch store?.write(write) {
        case .kept, nil: break
        case .pending: peers.gate.recordWrite(to: write.subjects)
        case .refused: handleLoss(Set(write.subjects))
        }
    }

    private func deliverOnceStored(
        _ objects: [PendingCrossLogInsert], owedBy log: UserLogID
    ) {
        let due = peers.releaseOrHold(objects, owedBy: log)
        if !due.isEmpty { handle(.storedPendingInserts(due)) }
    }

    /// Processes an event of the store. While outcomes are held, keeps the event for
    /// `resumeAfterHold`.
    private func processStoreEventUnlessHeld(_ report: ServerStore.ServerStoreEvent) {
        server.node?.checkMembershipDeadlines()
        guard !hasEnded, writerTerm.admitOrHold(report) else { return }
        switch report {
        case .event(let event): handle(event)
        case .unreadable(let error):
            server.onLog(ServerLogEntry(trouble: LogWords.unreadable, "\(error)"))
        case .checkpointFailed(let error):
            server.onLog(ServerLogEntry(trouble: LogWords.checkpointFailed, "\(error)"))
        case .done(let batch, let outcome): complete(batch, outcome)
        case .gone(let error):
            if let term = writerTerm.number {
                server.node?.recordBatchFailure(error, of: shard, under: term)
            }
        case .reopened(let error):
            let event = error == nil ? LogWords.storeReopened : LogWords.storeClosed
            server.onLog(ServerLogEntry(trouble: event, error.map { "\($0)" }))
        }
    }

    /// Sends the outputs that waited for a batch, and delivers pending inserts. Drops the outputs
    /// and the inserts that depend on refused writes. If the whole batch has failed, drops all
    /// waiting outputs, and closes the connections of all clients.
    private func complete(_ batch: OutputGate.Batch, _ outcome: StoreBatchResult) {
        if let failure = outcome.failure {
            server.onLog(ServerLogEntry(trouble: LogWords.notWritten, "\(failure)"))
            handleLoss(peers.gate.unstoredSubjects.union(host.openLogs.map { .log($0) }))
            peers.closeAll(.reconnect)
        } else if !outcome.refused.isEmpty {
            for reason in Set(outcome.refused.values) {
                server.onLog(ServerLogEntry(trouble: LogWords.notWritten, reason.words))
            }
            for case (.log(let log), .store(let error)) in outcome.refused where error.isOutOfSpace
            {
                handle(.full(log))
            }
            handleLoss(Set(outcome.refused.keys))
        }
        let due = peers.sendReleasedOutputs(batch)
        if !due.isEmpty { handle(.storedPendingInserts(due)) }
    }

    /// Drops the outputs and the pending writes that depend on lost writes, and notifies the host.
    private func handleLoss(_ subjects: Set<StoreFailureDomain>) {
        let all = store?.dropPendingWrites(to: subjects) ?? subjects
        peers.dropLostOutputs(all)
        handle(.lostWrite)
        for case .log(let log) in all { handle(.failed(log)) }
    }
}

/// The ticks of the loop, and the end of the service.
extension ShardService {
    func finishTick() {
        sendAllBroadcasts()
        store?.beginCommit { peers.gate.sealBatch() }
        store?.startCheckpointIfLogIsLong()
        peers.renewBacklogs { id in queryInPlace(&host) { $0.waitingCommandBytes(of: id) } }
        alarm?.set(nextWake)
    }

    /// Wakes the loop again if sending has caused more work, for example because a connection
    /// ended.
    func wakeIfSendingCausedWork() {
        let deadline = nextWake
        if store?.needsCommit == true || peers.hasBroadcast || deadline != alarm?.deadline {
            alarm?.set(loop.now)
        }
    }

    private var nextWake: Instant? {
        server.isHeld || hasEnded ? nil : queryInPlace(&host) { $0.nextDeadline }
    }

    /// Returns the term the first time that all queries of the host's start are answered and the
    /// halls of other servers are known; otherwise nil.
    func openToClientsOnceReady() -> ClusterSequenceNumber? {
        writerTerm.openToClients(hasRead: store?.isIdle == true && !awaitsHalls)
    }

    /// Passes the reports of other servers, if there are any, to the host. Records that the other
    /// servers' halls are known.
    func passReportsMarkingHallsKnown(_ reports: CrossShardReports?) {
        awaitsHalls = false
        if let reports { handle(.receivedReports(reports)) }
    }

    func holdOutcomes() { writerTerm.holdOutcomes() }

    /// Continues after a hold, first with the outcomes that waited.
    func resumeAfterHold() {
        let reports = writerTerm.releaseOutcomes()
        peers.resumeReadingAll()
        for report in reports { processStoreEventUnlessHeld(report) }
        processQueueUnlessHeld()
    }

    func closeClientsForShutdown() {
        handle(.shutDown)
        sendAllBroadcasts()
        peers.closeAll(CloseReason(.goingAway))
    }

    func endRecording() {
        host.endRecording()
        handOverRecording()
    }

    /// Handles no more events, because the server is being deallocated.
    func stopHandlingEvents() {
        hasEnded = true
    }

    /// Handles no more events and closes the connections of all clients, because another server may
    /// have the shard now. Waiting events are lost; the clients reconnect, and send their changes
    /// again.
    func stopAndDropClients() {
        guard !hasEnded else { return }
        hasEnded = true
        alarm?.set(nil)
        store?.onReport = { _ in }
        upstreams = [:]
        peers.dropAll(CloseReason(.tryAgainLater))
    }
}

/// The timer of the host's deadline. It is armed only when the deadline changes.
final class WakeAlarm {
    private var timer: Timer?
    private(set) var deadline: Instant?

    init(on loop: Loop, _ onDeadline: @escaping () -> Void) {
        timer = Timer(on: loop) { [unowned self] in
            deadline = nil
            onDeadline()
        }
    }

    func set(_ deadline: Instant?) {
        guard deadline != self.deadline else { return }
        self.deadline = deadline
        timer?.arm(at: deadline)
    }
}

extension IncomingWebClient.End {
    /// The end of a client's connection, as an event for the hub. A browser that closes without a
    /// reason sends no code.
    fileprivate var farewell: ConnectionEnd {
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

extension CallerAddress {
    init(_ address: SocketAddress) {
        self.init(
            address: address.hostText, addressPrefix: address.addressPrefix,
            isLoopback: address.isLoopback)
    }
}

extension HTTPRequest {
    /// True if the request is for a page about the server itself. The server answers such a request
    /// even while it accepts no clients, or if a proxy has named no client.
    var isAboutServer: Bool {
        ["healthz", "metrics"].contains(target.segments.first)
    }
}

extension HTTPResponse {
    /// Returns the response for a refusal. The server closes the connection after the response.
    fileprivate static func closingConnection(_ refusal: CallRefusal) -> HTTPResponse {
        var response = refusal.response
        response.closesConnection = true
        return response
    }
}
