import Cluster
import Host
import RedisWire
import SimperiumClock
import SimperiumLoop
package import SimperiumNetwork
import SimperiumWebWire
import SimperiumWire

/// A server that shares a Redis with others. The writer has a host; the others pass their clients
/// to the writer.
extension Server {
    /// True if the server takes part.
    package var hasBegun: Bool { member.map(\.hasBegun) ?? true }

    /// Called once when a server of a cluster has joined; never for others.
    package var onBegun: () -> Void {
        get { member?.onBegun ?? {} }
        set { member?.onBegun = newValue }
    }

    /// Receives the reason why the server can't continue.
    package var onRefused: (String) -> Void {
        get { member?.onRefused ?? { _ in } }
        set { member?.onRefused = newValue }
    }

    /// Receives the lines of the list of bans that all servers share.
    package var onBans: ([String]) -> Void {
        get { member?.onBans ?? { _ in } }
        set { member?.onBans = newValue }
    }

    /// The address of the inner port, if the server has one.
    package var innerAddress: SocketAddress? { member?.node?.inner.address }

    var isHeld: Bool { member?.writing.isHeld == true }

    /// Receives a connection at one of the entrances. Only the writer talks to clients.
    func admit(_ connection: TCPConnection, _ kind: RelayHeader.Kind) {
        guard let node = member?.node, node.inner.term == nil else { return greet(connection) }
        node.relay.take(connection, kind)
    }

    /// Receives a connection that another server relays.
    func admit(_ connection: TCPConnection, _ header: RelayHeader, _ bytes: [UInt8]) {
        switch header.kind {
        // It ends with either end.
        case .watch: connection.onBytes = { [unowned connection] _ in connection.drop() }
        case .door: greet(connection, bytes)
        case .client:
            guard let entrances,
                let client = SocketAddress(bytes: header.host, port: header.port),
                header.isProxy || !entrances.keepsOut(client)
            else { return connection.drop() }
            let isAdmitted = entrances.admission.admit(
                connection, relayedFor: client, isProxy: header.isProxy)
            guard isAdmitted else {
                connection.drop()
                return handle(.turnedAway(RequestOrigin(client)))
            }
            greet(connection, bytes)
        }
    }

    func receive(_ news: ClusterNode.News) {
        switch news {
        case .begun: begin()
        case .lead(let term): lead(under: term)
        case .stepDown: stepDown()
        case .hold:
            onLog(LogEntry(trouble: ClusterWords.held, ""))
            member?.writing.hold()
            connectionSet.isHeldUp = true
        case .release: release()
        case .refused(let refusal): member?.onRefused(ClusterWords.sentence(about: refusal))
        case .unreachable(let address, let reason):
            miss(SharedWords.unreachable("\(address)", reason: reason))
        case .left: member?.onLeft.take()?()
        case .bans(let lines): member?.onBans(lines)
        }
    }

    private func begin() {
        guard let member else { return }
        member.hasBegun = true
        do throws(ServerFailure) { try member.markKeys() } catch {
            onLog(LogEntry(trouble: SharedWords.keysNotMarked, "\(error)"))
        }
        member.onBegun()
    }

    /// Begins a host. Clients wait until it has read the people in the halls.
    private func lead(under term: ClusterNumber) {
        guard let member, let node = member.node, let redis = node.store else { return }
        let store = ServerStore(redis, under: term, on: connectionSet.loop)
        store.onReport = { [unowned self] in receive($0) }
        self.store = store
        member.writing.begin(term)
        host = Host(member.settings, epoch: term.rawValue)
        startHost()
    }

    /// Greets the clients that waited once the host has read all that it asked for at its start.
    func openIfRead() {
        guard let member, let node = member.node,
            let term = member.writing.open(hasRead: store?.isIdle == true)
        else { return }
        node.inner.term = term
        for (connection, _, bytes) in node.relay.handOver() { greet(connection, bytes) }
    }

    /// Closes all clients, and forgets the host.
    private func stepDown() {
        guard let member, member.writing.number != nil else { return }
        let wasHeld = isHeld
        onLog(LogEntry(trouble: ClusterWords.steppedDown, ""))
        store?.onReport = { _ in }
        store = nil
        member.writing.end()
        peers.dropAll(CloseReason(.tryAgainLater))
        lives += 1
        // The events that wait are for the host that ends.
        forgetEvents()
        host = .idle(member.settings, at: connectionSet.loop.now)
        if wasHeld { readOn([]) }
    }

    private func release() {
        guard let member, isHeld else { return }
        readOn(member.writing.release())
    }

    /// Continues after a hold, first with the outcomes that waited.
    private func readOn(_ reports: [ServerStore.Report]) {
        connectionSet.isHeldUp = false
        peers.resumeAll()
        for report in reports { receive(report) }
        proceed()
    }

    /// At the start, the server ends when all addresses of Redis have been tried.
    private func miss(_ sentence: String) {
        guard let member, !member.hasBegun else {
            return onLog(LogEntry(trouble: SharedWords.notReached, sentence))
        }
        member.failures += 1
        if member.failures == member.places { member.onRefused(sentence) }
    }

    /// Has the store perform the last batch, leaves the cluster, and continues.
    func leaveCluster(then: @escaping () -> Void) {
        guard let node = member?.node else { return then() }
        guard member?.isLeaving == false else { return }
        member?.isLeaving = true
        member?.onLeft = then
        member?.farewell = Timer(on: connectionSet.loop) { [unowned self] in
            member?.onLeft.take()?()
        }
        member?.farewell?.arm(after: ClusterMember.patience)
        if let store {
            store.finish { node.leave() }
        } else {
            node.leave()
        }
    }
}

extension Host {
    /// A host that serves no client: it answers for the health of a server that stands by.
    static func idle(_ settings: HostSettings, at now: Instant) -> Host {
        Host(settings, epoch: 1, at: now)
    }
}

/// A server's knowledge of its part in a cluster.
final class ClusterMember {
    static let patience = Duration.seconds(2)

    let settings: HostSettings
    /// The number of Redis' addresses, and how many of them could not be reached at the start.
    let places: Int
    var failures = 0
    /// Notes that the keys are those of servers that share a Redis.
    let markKeys: () throws(ServerFailure) -> Void
    var node: ClusterNode?
    var hasBegun = false
    var onBegun: () -> Void = {}
    var onRefused: (String) -> Void = { _ in }
    var isLeaving = false
    var onBans: ([String]) -> Void = { _ in }
    var onLeft: (() -> Void)?
    /// The end of the time that Redis has to note that the node leaves.
    var farewell: Timer?
    var writing = WriterTerm<ServerStore.Report>()

    init(
        _ settings: HostSettings, places: Int,
        markKeys: @escaping () throws(ServerFailure) -> Void
    ) {
        self.settings = settings
        self.places = places
        self.markKeys = markKeys
    }

    func noteFailure(_ error: StorageError) {
        guard let term = writing.number else { return }
        node?.noteFailure(isFenced: error == .fenced, of: term)
    }
}
