import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumWebWire
import SimperiumWire
import SyncHub
import Testing

/// The real hub with a store in memory, listening on a port of this machine.
///
/// Any token of the right form is valid for the user that it names.
final class HubServer {
    let loop: Loop
    let connectionSet: ConnectionSet
    private(set) var store = MemoryStore()
    private var hub: Hub
    private var listener: TCPConnectionListener?
    private var peers: [SyncHub.ConnectionID: IncomingWebClient] = [:]
    private var events: [Hub.Event] = []
    private var isBusy = false
    private var lastPeer: UInt64 = 0
    private var alarm: Timer?
    /// The number of times that each change was applied.
    private(set) var applied: [String: Int] = [:]
    /// The close reasons of the connections that have ended.
    private(set) var ends: [ConnectionEnd] = []
    /// Called with each applied change, before any client receives it.
    var onChange: (() -> Void)?

    init(on connectionSet: ConnectionSet) throws {
        self.connectionSet = connectionSet
        loop = connectionSet.loop
        hub = Hub(epoch: store.beginEpoch())
        let free = try #require(SocketAddress(host: "127.0.0.1", port: 0))
        let admission = AdmissionControl(limit: 1_000, limitPerAddress: 1_000)
        alarm = Timer(on: loop) { [unowned self] in handle(.wake) }
        listener = try TCPConnectionListener(at: free, on: connectionSet, admission: admission) {
            [unowned self] in admit($0)
        }
        handle(.started)
    }

    var address: String { "ws://127.0.0.1:\(listener?.address.port ?? 0)" }

    var peerCount: Int { peers.count }

    func handle(_ event: Hub.Event) {
        events.append(event)
        guard !isBusy else { return }
        isBusy = true
        var next = 0
        while next < events.count {
            for effect in hub.handle(events[next], at: loop.now) { perform(effect) }
            next += 1
        }
        events = []
        isBusy = false
        alarm?.arm(at: hub.nextDeadline)
    }

    private func perform(_ effect: Hub.Effect) {
        switch effect {
        case .send(let frame, let id): send(frame, to: [id])
        case .broadcast(let frame, let ids): send(frame, to: ids)
        case .close(let id, let ending):
            peers.removeValue(forKey: id)?.close(CloseReason(CloseCode(rawValue: ending.code)))
        case .authorize(let question, let request): authorize(question, request)
        case .read(let question, let query): handle(.read(question, store.answer(query)))
        case .compute(let question, _): handle(.computed(question, .nothingYet))
        case .write(let write): perform(write)
        case .answer, .inquire, .joined, .ended, .note, .pass: break
        }
    }

    private func send(_ frame: [UInt8], to ids: [SyncHub.ConnectionID]) {
        let frame = OutgoingWebSocketFrame.text(frame).encoded()
        for id in ids { peers[id]?.send(frame: frame) }
    }

    private func perform(_ write: StoreWrite) {
        if case .append(let change, _, _, _, _) = write {
            applied["\(change.key) \(change.changeID)", default: 0] += 1
            onChange?()
        }
        do throws(MemoryStore.StaleHead) { try store.write(write) } catch {
            handle(.failed(error.bucket.log))
        }
    }

    private func authorize(_ question: QuestionID, _ request: AuthorizationRequest) {
        guard request.token.isWellFormed, let user = UserID(request.token.text),
            let name = UserName("kim@example.org")
        else { return handle(.authorized(question, .denied(.invalidToken))) }
        let secret = request.needsSecret ? ResumeSecret(ObjectKey.random().text) : nil
        let identity = Identity(user: user, name: name)
        handle(.authorized(question, request.granted(to: identity, fresh: secret)))
    }

    private func admit(_ connection: TCPConnection) {
        let peer = IncomingWebClient(
            connection, on: connectionSet,
            IncomingWebClient.PeerCallbacks(
                request: { [unowned self] in open($0, $1, $2) },
                message: { [unowned self] peer, text in
                    var frame: [UInt8] = []
                    for index in text.indices { frame.append(text[index]) }
                    handle(.received(frame, from: peer.id))
                },
                ended: { [weak self] in self?.ended($0, $1) }))
        lastPeer += 1
        peer.tag = Int(lastPeer)
    }

    private func open(
        _ peer: IncomingWebClient, _ request: HTTPRequest, _ ticket: IncomingWebClient.RequestTicket
    ) {
        guard request.target.segments.starts(with: ["sock", "1"]) else {
            return peer.answer(ticket, HTTPResponse(.notFound))
        }
        guard peer.openWebSocket(ticket) else { return }
        peers[peer.id] = peer
        handle(.opened(peer.id, app: AppID(request.target.segments[2])))
    }

    private func ended(_ peer: IncomingWebClient, _ end: IncomingWebClient.End) {
        guard peers.removeValue(forKey: peer.id) != nil else { return }
        let hubEnd: ConnectionEnd =
            if case .goodbye(let reason) = end, [.normal, .goingAway].contains(reason.code) {
                .goodbye
            } else {
                .broken
            }
        ends.append(hubEnd)
        handle(.closed(peer.id, hubEnd))
    }
}

extension IncomingWebClient {
    fileprivate var id: SyncHub.ConnectionID { SyncHub.ConnectionID(rawValue: UInt64(tag)) }
}
