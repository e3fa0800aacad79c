package import Clockwork
package import EventLoop
import Host
package import Network
import Simperium
import SyncHub
import WebWire

/// A Simperium server on a loop: the host's value, joined to sockets, a clock and a store.
package final class Server {
    /// How long those who are leaving may take when the server stops.
    private static let patience = Duration.seconds(4)

    private let loop: Loop
    private let switchboard: Switchboard
    private let admission: Admission
    private let settings: ServerSettings
    private var listeners: [Listener] = []
    private var host: Host
    private var store: MemoryStore
    private var peers = PeerTable()
    private var calls = CallTable()
    /// What the host is to be told when it is done with what it is doing.
    private var news: [Host.Event] = []
    private var isBusy = false
    private var alarm: Timer?
    private var deadline: Instant?
    private var endOfTurn: EndOfTurn?
    private var isStopping = false
    private var stopped: (() -> Void)?
    private var lastCall: Timer?

    package init(_ settings: ServerSettings, on loop: Loop) throws(LibraryError) {
        self.loop = loop
        self.settings = settings
        emptySince = loop.now
        switchboard = Switchboard(on: loop)
        admission = Admission(
            limit: settings.connections, householdLimit: settings.connectionsPerHousehold)
        store = MemoryStore()
        host = Host(settings.host, epoch: store.beginEpoch())
        alarm = Timer(on: loop) { [unowned self] in wake() }
        endOfTurn = EndOfTurn(on: loop, .commit) { [unowned self] in finishTurn() }
        for address in settings.addresses {
            let listener = try Listener(
                at: address, on: switchboard, admission: admission
            ) { [unowned self] in admit($0) }
            listeners.append(listener)
        }
        for socket in settings.sockets {
            let listener = try Listener(
                adopting: socket, on: switchboard, admission: admission
            ) { [unowned self] in admit($0) }
            listeners.append(listener)
        }
        handle(.secrets(SecureRandom.bytes(4_096)))
        handle(.started)
    }

    deinit {
        switchboard.dropAll()
    }

    /// Where it listens.
    package var addresses: [SocketAddress] { listeners.map(\.address) }

    /// Since when nobody has been connected; nil while somebody is.
    package private(set) var emptySince: Instant?

    /// Lets nobody in any more, says farewell to all who are here, and tells when they have left.
    package func stop(_ stopped: @escaping () -> Void) {
        guard !isStopping else { return }
        isStopping = true
        self.stopped = stopped
        listeners = []
        handle(.shutDown)
        for peer in peers.all { peer.close(CloseReason(.goingAway)) }
        lastCall = Timer(on: loop) { [unowned self] in switchboard.dropAll() }
        lastCall?.arm(after: Self.patience)
    }
}

extension Server {
    private func admit(_ connection: Connection) {
        let peer = WebPeer(
            connection, on: switchboard, limits: .init(),
            WebPeer.Reception(
                request: { [unowned self] in take($0, $1, $2) },
                message: { [unowned self] in take($0, $1) },
                ended: { [unowned self] in ended($0, $1) }))
        peers.add(peer)
        emptySince = nil
    }

    private func take(_ peer: WebPeer, _ request: HTTPRequest, _ ticket: WebPeer.Ticket) {
        handle(.requested(calls.add(peer, ticket), request))
    }

    private func take(_ peer: WebPeer, _ message: Span<UInt8>) {
        guard let id = peers.id(of: peer) else { return }
        handle(.received([UInt8](copying: message), from: id))
    }

    private func ended(_ peer: WebPeer, _ end: WebPeer.End) {
        guard let id = peers.id(of: peer) else { return }
        peers.remove(peer)
        if peers.isEmpty { emptySince = loop.now }
        for call in calls.removeAll(of: peer) { handle(.cancelled(call)) }
        handle(.closed(id, end.farewell))
    }

    private func wake() {
        deadline = nil
        handle(.wake)
    }

    private func handle(_ event: Host.Event) {
        news.append(event)
        guard !isBusy else { return }
        isBusy = true
        var next = 0
        while next < news.count {
            for effect in host.handle(news[next], at: loop.now) { perform(effect) }
            next += 1
        }
        news.removeAll(keepingCapacity: true)
        isBusy = false
    }

    private func perform(_ effect: Host.Effect) {
        switch effect {
        case .send(let message, let id):
            peers[id]?.send(frame: WebSocketFrame.text(message).encoded())
        case .broadcast(let message, let ids):
            let frame = WebSocketFrame.text(message).encoded()
            for id in ids { peers[id]?.send(frame: frame) }
        case .close(let id, let reason): peers[id]?.close(reason)
        case .answer(let call, let response): calls.end(call)?.answer(response)
        case .openWebSocket(let call, let app):
            guard let waiting = calls.end(call), waiting.peer.openWebSocket(waiting.ticket),
                let id = peers.id(of: waiting.peer)
            else { return }
            handle(.opened(id, app: app))
        case .read(let question, let query): handle(.read(question, store.answer(query)))
        case .write(let write):
            do throws(MemoryStore.StaleHead) { try store.write(write) } catch {
                handle(.failed(error.bucket))
            }
        case .needSecrets(let count): handle(.secrets(SecureRandom.bytes(count)))
        }
    }

    private func finishTurn() {
        if host.nextDeadline != deadline {
            deadline = host.nextDeadline
            alarm?.arm(at: deadline)
        }
        if isStopping, switchboard.connectionCount == 0 { stopped.take()?() }
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
    init(copying bytes: Span<UInt8>) {
        self.init()
        append(addingCapacity: bytes.count) { room in
            for index in bytes.indices { room.append(bytes[index]) }
        }
    }
}
