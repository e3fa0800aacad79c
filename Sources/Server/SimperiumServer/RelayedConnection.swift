import Cluster
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork

/// A client's connection whose bytes this node passes unchanged to the owner of a shard.
///
/// The connection waits while no owner is known. After its first bytes have been sent to an owner,
/// it ends when the connection to this owner ends.
final class RelayedConnection {
    /// The pause after a failed attempt to reach a writer.
    private static let pause = Duration.milliseconds(100)
    /// The time that a client has to read the refusal.
    private static let refusalTimeout = Duration.seconds(2)

    let client: TCPConnection
    let kind: RelayedConnectionHeader.Kind
    private unowned let relay: ClientRelay
    private var waitingBytes: [UInt8] = []
    /// The shard that the connection is for; nil until the connection's first request has arrived.
    private(set) var shard: Shard?
    private var dial: InnerPortConnectionAttempt?
    private var retry: Timer?
    private var upstream: TCPConnection?
    private var flow = RelayFlowControl()
    /// The writer that is dialled or connected; nil if neither.
    private(set) var writer: ClusterMembership.Writer?

    init(
        _ client: TCPConnection, _ kind: RelayedConnectionHeader.Kind, on relay: ClientRelay,
        _ bytes: [UInt8] = [], to shard: Shard? = nil
    ) {
        self.client = client
        self.kind = kind
        self.relay = relay
        self.shard = shard
        waitingBytes = bytes
        client.isAwaited = true
        client.deadline = relay.now + relay.limits.ownerTimeout
        // The closures keep this object alive until the client's connection ends.
        client.onDeadline = { self.refuseOrDropClient() }
        client.onEnd = { _ in self.handleClosedEndpoint(.client) }
        client.onProgress = {
            switch $0 {
            case .flushed: self.perform(self.flow.recordDrain(.client))
            case .peerFinished: self.handleEndOfClientInput()
            }
        }
        client.onBytes = { self.forwardOrQueue([UInt8](copying: $0.span)) }
        connectIfOwnerKnown()
    }

    /// Connects to the owner of the shard, if the shard and the owner are known. Does nothing if a
    /// connection to the owner is open or being opened.
    func connectIfOwnerKnown() {
        guard let shard, upstream == nil, dial == nil, client.isOpen,
            let writer = relay.otherNodeWriter(of: shard)
        else { return }
        self.writer = writer
        let header = RelayedConnectionHeader(
            kind, of: shard, by: relay.generation, to: writer.term, isProxy: client.isProxy,
            host: client.peer.host, port: client.peer.port)
        dial = relay.dial(writer, header) { [unowned self] result in
            dial = nil
            switch result {
            case .success(let connection): startRelaying(over: connection)
            case .failure(let failure):
                self.writer = nil
                if failure == .refused { relay.onRefused(writer.generation) }
                retry = Timer(on: relay.loop) { [unowned self] in connectIfOwnerKnown() }
                retry?.arm(after: Self.pause)
            }
        }
    }

    /// Forgets a writer whose term has ended. A connection that has reached the writer ends.
    func disconnectFromFormerWriter() {
        guard writer != nil else { return }
        writer = nil
        dial = nil
        if upstream != nil { handleClosedEndpoint(.writer) }
    }

    /// Stops reading from the client, and passes on the bytes that the writer still sends. A client
    /// without a connection to a writer is dropped.
    func stopReadingOrDropClient() {
        guard upstream != nil else { return client.drop() }
        // The end of the connection must still be noticed.
        client.onBytes = { _ in }
        client.setReading(true)
        perform(flow.recordFinish(.client))
    }

    /// Hands the client's connection over to another part of the program. Returns the received
    /// bytes that were not forwarded.
    func detachClient() -> [UInt8] {
        stopConnecting()
        client.removeOwner()
        client.setReading(true)
        return exchange(&waitingBytes, with: [])
    }
}

extension RelayedConnection {
    /// Passes bytes of the client to the owner. Without a connection to the owner, queues the
    /// bytes, and finds the shard once they contain the first request.
    private func forwardOrQueue(_ bytes: [UInt8]) {
        if let upstream {
            return perform(flow.recordPassedBytes(to: .writer, waiting: upstream.send(bytes)))
        }
        waitingBytes += bytes
        client.setKeptBytes(waitingBytes.count)
        if waitingBytes.count >= relay.limits.keptBytes { client.setReading(false) }
        guard shard == nil else { return }
        switch FirstRequestRoute(waitingBytes) {
        case .undecided: break
        case .ownPage: relay.passToOwnServer(self)
        case .hall(let name): routeToShard(relay.shards.shard(ofHall: name))
        case .home: routeToShard(.home)
        }
    }

    private func routeToShard(_ shard: Shard) {
        self.shard = shard
        guard !relay.serves(shard) else { return relay.passToOwnShard(self, at: shard) }
        connectIfOwnerKnown()
    }

    /// Begins to pass bytes in both directions over an open connection to the owner. Sends the
    /// queued bytes first.
    private func startRelaying(over connection: TCPConnection) {
        upstream = connection
        client.deadline = nil
        client.onDeadline = nil
        connection.isAwaited = true
        connection.onBytes = {
            let waiting = self.client.send([UInt8](copying: $0.span))
            self.perform(self.flow.recordPassedBytes(to: .client, waiting: waiting))
        }
        connection.onEnd = { _ in self.handleClosedEndpoint(.writer) }
        connection.onProgress = {
            switch $0 {
            case .flushed: self.perform(self.flow.recordDrain(.writer))
            case .peerFinished: self.perform(self.flow.recordFinish(.writer))
            }
        }
        connection.send(exchange(&waitingBytes, with: []))
        client.setKeptBytes(0)
        // If the end of the client's bytes was read before, it is read again and passed on.
        client.setReading(true)
    }

    private func stopConnecting() {
        dial = nil
        retry = nil
    }

    private func handleEndOfClientInput() {
        if upstream != nil {
            perform(flow.recordFinish(.client))
        } else if waitingBytes.isEmpty {
            client.drop()
        }
    }

    private func perform(_ effect: RelayFlowControl.Effect?) {
        switch effect {
        case .stopReading(let end): connection(of: end)?.setReading(false)
        case .read(let end): connection(of: end)?.setReading(true)
        case .finish(let end):
            connection(of: end)?.finishSending()
            // A client that has vanished would never close its end.
            if end == .client { dropOnceStalled(client) }
        case .complete:
            // Each end is closed separately, because the other end may still have bytes to send.
            _ = flow.recordClose(.client)
            for connection in [client, upstream].compactMap(\.self) {
                connection.isAwaited = false
                if connection.queuedBytes == 0 {
                    connection.drop()
                } else {
                    connection.finishSending()
                    dropOnceStalled(connection)
                }
            }
        case .drop(let end): connection(of: end)?.drop()
        case nil: break
        }
    }

    /// Drops a connection that gets no more bytes, once its peer has read none of the queued bytes
    /// for `closeTimeout`.
    private func dropOnceStalled(_ connection: TCPConnection) {
        guard connection.isOpen else { return }
        let waiting = connection.queuedBytes
        connection.deadline = relay.now + relay.limits.closeTimeout
        connection.onDeadline = { [unowned connection] in
            if connection.queuedBytes < waiting {
                self.dropOnceStalled(connection)
            } else {
                connection.drop()
            }
        }
    }

    private func connection(of end: RelayFlowControl.RelayEndpoint) -> TCPConnection? {
        end == .client ? client : upstream
    }

    private func handleClosedEndpoint(_ end: RelayFlowControl.RelayEndpoint) {
        stopConnecting()
        if case .client = end { relay.remove(self) }
        perform(flow.recordClose(end))
    }

    /// Sends the refusal to a client, because no writer was found in time. A client that has sent
    /// no complete request is dropped.
    private func refuseOrDropClient() {
        stopConnecting()
        // A writer that appears while the client reads the refusal must not be dialled for this
        // client.
        relay.remove(self)
        guard shard != nil, !waitingBytes.isEmpty else { return client.drop() }
        waitingBytes = []
        client.setKeptBytes(0)
        client.onBytes = { _ in }
        client.isAwaited = false
        client.setReading(true)
        client.send(ClientRelay.refusal)
        client.finishSending()
        client.deadline = relay.now + Self.refusalTimeout
        client.onDeadline = { self.client.drop() }
    }
}
