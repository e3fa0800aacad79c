package import Host
import SimperiumClock
package import SimperiumLoop
package import SimperiumNetwork
import SimperiumStore
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// A Simperium server on a loop: the host's value, joined to sockets, a clock and a store.
///
/// What a turn of the loop writes is one transaction, and what the turn has to say leaves when that
/// is on the disk. Should it fail, those who would have heard of it are hung up on.
package final class Server {
    /// How long those who are leaving may take when the server stops.
    private static let patience = Duration.seconds(4)
    /// How often a turn tries to make durable what came of what it could not make durable.
    private static let commitsPerTurn = 3

    private let loop: Loop
    private let settings: ServerSettings
    private let switchboard: Switchboard
    private var listeners: [Listener] = []
    private var sideEntrance: Listener?
    private var host: Host
    private var store: ServerStore
    private var peers = PeerTable()
    private var calls = CallTable()
    private let passwords: PasswordRoom
    private let homecoming: Homecoming
    private var queue = TurnQueue<Host.Event>(keepsCapacity: true)
    /// What all who listen to something are told, and have not been handed yet.
    private var broadcast: Broadcast?
    private var isUnsaid = false
    private var alarm: Timer?
    private var deadline: Instant?
    private var endOfTurn: EndOfTurn?
    private var endOfSending: EndOfTurn?
    private var ending: Timer?
    private var isLonely = false
    /// Since when somebody has been here.
    private var companySince: Instant?
    /// When nobody will have needed the server for its time.
    private var idleDeadline: Instant?
    private var isStopping = false

    /// Hears what is for the log.
    package var onLog: (LogEntry) -> Void = { _ in }
    /// Hears once that everybody has left, after `stop` or because nobody needs the server.
    package var onStopped: () -> Void = {}

    package init(_ settings: ServerSettings, on loop: Loop) throws(ServerFailure) {
        self.loop = loop
        self.settings = settings
        switchboard = Switchboard(on: loop)
        passwords = PasswordRoom(on: loop)
        homecoming = Homecoming(on: loop)
        store = try ServerStore(settings.store)
        var host = settings.host
        host.apps = try settings.keys()
        host.process = Int(ThisProcess.id)
        self.host = Host(host, epoch: try store.newEpoch())
        alarm = Timer(on: loop) { [unowned self] in wake() }
        endOfTurn = EndOfTurn(on: loop, .commit) { [unowned self] in finishTurn() }
        endOfSending = EndOfTurn(on: loop, .flush) { [unowned self] in finishSending() }
        ending = Timer(on: loop) { [unowned self] in end() }
        try listen()
    }

    deinit {
        switchboard.dropAll()
    }

    /// Begins to take part. What it has to say before goes to nobody.
    package func start() {
        handle(.secrets(SecureRandom.bytes(Self.firstChance)))
        handle(.started)
    }

    private static let firstChance = 16_384

    /// Where it listens.
    package var addresses: [SocketAddress] { listeners.map(\.address) }
    package var sideAddress: SocketAddress? { sideEntrance?.address }

    /// Lets nobody in any more, and says farewell to all who are here.
    package func stop() {
        guard !isStopping else { return }
        isStopping = true
        closeEntrances()
        handle(.shutDown)
        handOutAll()
        for peer in peers.all { peer.close(CloseReason(.goingAway)) }
        ending?.arm(after: Self.patience)
    }

    /// Reads the certificate again. Whoever is here already keeps to the one before.
    package func reload() throws(ServerFailure) {
        let encryption = try settings.encryption()
        for listener in listeners { listener.encryption = encryption }
    }
}

extension Server {
    private func listen() throws(ServerFailure) {
        let admission = Admission(
            limit: settings.connections, householdLimit: settings.connectionsPerHousehold)
        let take: (Connection) -> Void = { [unowned self] in admit($0) }
        for address in settings.addresses {
            do throws(LibraryError) {
                listeners.append(
                    try Listener(at: address, on: switchboard, admission: admission, take))
            } catch {
                throw .address(address, error)
            }
        }
        for socket in settings.sockets {
            do throws(LibraryError) {
                listeners.append(
                    try Listener(adopting: socket, on: switchboard, admission: admission, take))
            } catch {
                throw .loop(error)
            }
        }
        if settings.hasSideEntrance { sideEntrance = try openSideEntrance(take) }
        for listener in listeners + [sideEntrance].compactMap(\.self) {
            listener.outboxLimit = settings.outboxLimit
            listener.onNoRoom = { [unowned self] in
                onLog(LogEntry(trouble: "no room", $0.description))
            }
        }
        try reload()
    }

    private func openSideEntrance(
        _ take: @escaping (Connection) -> Void
    ) throws(ServerFailure) -> Listener {
        let admission = Admission(
            limit: settings.connections, householdLimit: settings.connections)
        guard let address = SocketAddress(host: "127.0.0.1", port: 0) else {
            preconditionFailure("this machine has no address")
        }
        do throws(LibraryError) {
            return try Listener(at: address, on: switchboard, admission: admission, take)
        } catch {
            throw .address(address, error)
        }
    }

    private func admit(_ connection: Connection) {
        let peer = WebPeer(
            connection, on: switchboard, limits: .init(),
            WebPeer.Reception(
                request: { [unowned self] in take($0, $1, $2) },
                message: { [unowned self] in take($0, $1) },
                ended: { [unowned self] in ended($0, $1) }))
        peers.add(peer)
    }

    private func take(_ peer: WebPeer, _ request: HTTPRequest, _ ticket: WebPeer.Ticket) {
        let address = peer.connection.peer
        let origin = Origin(address: address.hostText, household: address.household)
        handle(.requested(calls.add(peer, ticket), request, from: origin))
    }

    private func take(_ peer: WebPeer, _ message: Span<UInt8>) {
        guard let id = peers.id(of: peer) else { return }
        handle(.received([UInt8](copying: message), from: id))
    }

    private func ended(_ peer: WebPeer, _ end: WebPeer.End) {
        guard let id = peers.id(of: peer) else { return }
        peers.remove(peer)
        for call in calls.removeAll(of: peer) { handle(.cancelled(call)) }
        handle(.closed(id, end.farewell))
    }

    private func wake() {
        deadline = nil
        handle(.wake)
    }
}

extension Server {
    private func handle(_ event: Host.Event) {
        queue.append(event)
        if queue.begin() { work() }
    }

    /// Takes what waits in the queue, and all that comes of it.
    private func work() {
        while let event = queue.next() {
            for effect in host.handle(event, at: loop.now) { perform(effect) }
        }
    }

    private func perform(_ effect: Host.Effect) {
        switch effect {
        case .send(let message, let id):
            handOut()
            peers[id]?.send(frame: WebSocketFrame.text(message).encoded())
        case .broadcast(let message, let ids):
            guard broadcast?.append(message, to: ids) != true else { break }
            handOut()
            broadcast = Broadcast(message, to: ids)
        case .close(let id, let reason):
            handOut()
            peers[id]?.close(reason)
        case .answer(let call, let response): calls.end(call)?.answer(response)
        case .openWebSocket(let call, let app): openWebSocket(call, app)
        case .read(let asker, let query): read(query, for: asker)
        case .write(let write):
            do throws(ServerStore.Loss) { try store.write(write) } catch { lose(error) }
        case .look(let asker, let query): look(query, for: asker)
        case .account(let write):
            do throws(ServerStore.Loss) { try store.write(write) } catch { lose(error) }
        case .hash(let call, let password, let salt, let cost):
            passwords.hash(password, salt, cost) { [unowned self] in handle(.hashed(call, $0)) }
        case .needSecrets(let count): handle(.secrets(SecureRandom.bytes(count)))
        case .log(let entry): onLog(entry)
        }
    }

    /// Hands a broadcast to all whom it is for, before anybody hears of anything that came later.
    private func handOut() {
        guard let said = broadcast.take() else { return }
        for id in said.audience { peers[id]?.send(frame: said.block) }
    }

    /// Leaves nothing to be handed out. Some may turn out not to take it, of which others hear.
    private func handOutAll() {
        while broadcast != nil, queue.begin() {
            handOut()
            work()
        }
    }

    private func openWebSocket(_ call: CallID, _ app: AppID?) {
        guard let waiting = calls.end(call), waiting.peer.openWebSocket(waiting.ticket),
            let id = peers.id(of: waiting.peer)
        else { return }
        handle(.opened(id, app: app))
    }

    private func read(_ query: StoreQuery, for asker: Host.Asker) {
        do throws(StorageError) { handle(.read(asker, try store.answer(query))) } catch {
            onLog(LogEntry(trouble: "unreadable", "\(error)"))
            handle(.unanswered(asker, query))
        }
    }

    private func look(_ query: AccountQuery, for asker: Host.Asker) {
        do throws(StorageError) { handle(.found(asker, try store.answer(query))) } catch {
            onLog(LogEntry(trouble: "unreadable", "\(error)"))
            handle(.notFound(asker))
        }
    }

    /// What the turn was about to say is not true.
    private func lose(_ loss: ServerStore.Loss) {
        onLog(LogEntry(trouble: "not written", loss.reason))
        isUnsaid = true
        for bucket in loss.buckets { handle(.failed(bucket)) }
    }

    private func finishTurn() {
        handOutAll()
        for _ in 0..<Self.commitsPerTurn where store.hasUncommitted {
            do throws(ServerStore.Loss) { try store.commit() } catch { lose(error) }
            handOutAll()
        }
        do throws(StorageError) { try homecoming.proceed(with: &store) } catch {
            onLog(LogEntry(trouble: "log not brought home", "\(error)"))
        }
        if isUnsaid {
            isUnsaid = false
            switchboard.dropUnsent()
        }
        if host.nextDeadline != deadline {
            deadline = host.nextDeadline
            alarm?.arm(at: deadline)
        }
        watchForLoneliness()
    }

    /// What came of sending, for some may have turned out to be gone, is for another turn.
    private func finishSending() {
        guard store.hasUncommitted || broadcast != nil || host.nextDeadline != deadline else {
            return
        }
        deadline = loop.now
        alarm?.arm(at: deadline)
    }

    /// Ends, or begins to count the time until then, when nobody is here.
    private func watchForLoneliness() {
        let isLonely = switchboard.connectionCount == 0
        if isStopping {
            if isLonely { end() }
        } else if isLonely != self.isLonely, let limit = settings.idleLimit {
            self.isLonely = isLonely
            isLonely ? countDown(from: limit) : receiveCompany()
        }
    }

    private func receiveCompany() {
        companySince = loop.now
        ending?.disarm()
    }

    /// Goes on with an earlier countdown if somebody only had a look: who has one every minute
    /// needs no server.
    private func countDown(from limit: Duration) {
        let wasGlance = companySince.map { loop.now - $0 < Self.shortestStay } ?? false
        if !wasGlance { idleDeadline = nil }
        let deadline = idleDeadline ?? loop.now + limit
        idleDeadline = deadline
        ending?.arm(at: deadline)
    }

    private static let shortestStay = Duration.seconds(2)

    private func closeEntrances() {
        listeners = []
        sideEntrance = nil
    }

    private func end() {
        isStopping = true
        closeEntrances()
        switchboard.dropAll()
        let tell = onStopped
        onStopped = {}
        tell()
    }
}

extension WebPeer.End {
    /// A browser that closes without a word sends no code at all.
    fileprivate var farewell: Farewell {
        switch self {
        case .goodbye(let reason):
            [.normal, .goingAway, .absent].contains(reason.code) ? .goodbye : .broken
        case .fault, .connection: .broken
        }
    }
}

extension [UInt8] {
    fileprivate init(copying bytes: Span<UInt8>) {
        self.init()
        append(addingCapacity: bytes.count) { room in
            for index in bytes.indices { room.append(bytes[index]) }
        }
    }
}
