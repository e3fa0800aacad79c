import Cluster
import Host
import RedisStore
import RedisWire
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork

/// A server's part in a cluster: its life there, its inner port, and the connections that it passes
/// to the writer.
final class ClusterNode {
    /// The events for the server, in their order.
    enum News {
        /// The server has joined: it is the writer, or knows one.
        case begun
        /// The server is the writer from now on. The term is the epoch of its host.
        case lead(ClusterNumber)
        /// The host has come to its end.
        case stepDown
        /// The host must stand still until `release` or `stepDown`.
        case hold
        case release
        /// Redis can't be used, and no retry would help.
        case refused(ClusterRefusal)
        /// No connection could be made to an address of Redis.
        case unreachable(RedisAddress, reason: String?)
        case left
        /// The lines of the list of bans that all servers share.
        case bans([String])
    }

    /// The time between two readings of the list of bans and of Redis' state.
    private static let readingPause = Duration.seconds(2)

    private let loop: Loop
    private let connectionSet: ConnectionSet
    let inner: InnerPort
    let relay: ClientRelay
    private(set) var store: RedisStore?
    private var life: ClusterLife
    private let tell: (News) -> Void
    private var alarm: Timer?
    private var readingAlarm: Timer?
    private var bansCount: Int?
    private var engine = NodeGauges.Engine()
    private var hasBegun = false
    private var events: [ClusterLife.Event] = []
    private var isHandling = false

    init(
        at place: EnginePlace, _ settings: ServerSettings, _ agreement: Agreement,
        on connectionSet: ConnectionSet, _ tell: @escaping (News) -> Void
    ) throws(ServerFailure) {
        self.connectionSet = connectionSet
        loop = connectionSet.loop
        self.tell = tell
        let key = agreement.innerKey
        let proof = RelayProof { HMAC.sha256($0, key: key) }
        do throws(LibraryError) {
            inner = try InnerPort(
                at: settings.innerAddress, proof: proof, on: connectionSet,
                outboxLimit: settings.outboxLimit)
        } catch {
            throw .address(settings.innerAddress, error)
        }
        var limits = ClientRelay.Limits()
        limits.outbox = settings.outboxLimit
        relay = ClientRelay(on: connectionSet, proof: proof, within: limits)
        let port = inner.address?.port ?? 0
        let address = InnerAddress(
            host: settings.innerAddress.hostText, port: port)
        let nonce = SecureRandom.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        life = ClusterLife(
            nonce: nonce, address: address.text, format: RedisStore.format, joining: agreement.terms
        )
        alarm = Timer(on: loop) { [unowned self] in handle(.wake) }
        readingAlarm = Timer(on: loop) { [unowned self] in readBansAndState() }
        relay.onRefused = { [unowned self] in handle(.portRefused($0)) }
        relay.onLost = { [unowned self] in handle(.connectionLost($0)) }
        store = RedisStore(
            RedisStoreLink(to: place.addresses, as: place.credentials, place.terms),
            trusting: try place.encryption(), on: connectionSet,
            RedisStore.Callbacks(
                ready: { [unowned self] in
                    handle(.ready)
                    readBansAndState()
                },
                broken: { [unowned self] _ in handle(.broken) },
                unreachable: { [unowned self] address, fault in
                    let reason = fault.map(\.sentence) ?? store?.lastFailure?.sentence
                    tell(.unreachable(address, reason: reason))
                }))
    }

    func begin() { store?.begin() }

    /// Removes the node from the cluster. The store must have all writes.
    func leave() { handle(.leave) }

    func end() {
        store?.end()
        store = nil
    }

    /// Looks at the clock before the host acts. A process that stood still notices here that its
    /// term may be over.
    func checkClock() {
        guard let deadline = life.nextDeadline, Loop.bootNow >= deadline else { return }
        handle(.wake)
    }

    /// A batch of a term failed.
    func noteFailure(isFenced: Bool, of term: ClusterNumber) {
        handle(isFenced ? .fenced(term) : .unsure(term))
    }

    var durability: Gauges.Durability? { store?.durability }

    var gauges: NodeGauges {
        var gauges = NodeGauges()
        gauges.isWriter = life.isWriter
        gauges.isAlive = life.isWriter || relay.isReachable
        gauges.generation = Int(life.generation?.rawValue ?? 0)
        gauges.term = Int((life.term ?? life.writer?.term)?.rawValue ?? 0)
        gauges.renewalAge = life.renewed.map { (Loop.bootNow - $0).wholeMilliseconds }
        gauges.others = max((life.view?.members.count ?? 0) - 1, 0)
        gauges.relayed = relay.count
        gauges.engine = engine
        return gauges
    }
}

extension ClusterNode {
    private func readBansAndState() {
        readingAlarm?.arm(after: Self.readingPause)
        store?.ask(.bans(known: bansCount)) { [unowned self] reply in
            guard case .bans(let lines, let count) = reply else { return }
            bansCount = count
            tell(.bans(lines))
        }
        store?.ask(.state) { [unowned self] reply in
            if case .state(let state) = reply { engine = NodeGauges.Engine(state) }
        }
    }

    /// Events that an effect causes are handled after all effects before them.
    private func handle(_ event: ClusterLife.Event) {
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        while !events.isEmpty {
            for effect in life.handle(events.removeFirst(), at: Loop.bootNow) { perform(effect) }
        }
        isHandling = false
        guard let deadline = life.nextDeadline else { return alarm?.disarm() ?? () }
        alarm?.arm(after: max(deadline - Loop.bootNow, .zero))
    }

    private func perform(_ effect: ClusterLife.Effect) {
        switch effect {
        case .ask(let call):
            store?.ask(call) { [unowned self] in handle($0.map { .answered($0) } ?? .unanswered) }
        case .lead(let term):
            guard let generation = life.generation else { return }
            store?.lead(generation, under: term)
            tell(.lead(term))
            begun()
        case .stepDown:
            inner.term = nil
            tell(.stepDown)
        case .hold: tell(.hold)
        case .release: tell(.release)
        case .follow(let writer):
            relay.generation = life.generation ?? relay.generation
            relay.follow(writer)
            if writer != nil { begun() }
        case .gone(let nodes): connectionSet.drop(relayedBy: Set(nodes.map(\.rawValue)))
        case .refused(let refusal): tell(.refused(refusal))
        case .left: tell(.left)
        }
    }

    private func begun() {
        guard !exchange(&hasBegun, with: true) else { return }
        tell(.begun)
    }
}

extension NodeGauges.Engine {
    fileprivate init(_ state: RedisState) {
        self.init()
        version = state.version
        role = state.role
        replicas = state.replicas
        usedMemory = state.usedMemory
        mostMemory = state.mostMemory
        evictionPolicy = state.evictionPolicy
    }
}

extension RedisStore {
    /// The promise of Redis, if its settings may be read.
    var durability: Gauges.Durability {
        syncsAlways.map { $0 ? .disk : .process } ?? .unknown
    }
}
