internal import SimperiumClock
internal import SimperiumLoop
package import SimperiumNetwork
package import SimperiumSync
internal import SimperiumWebWire

/// A replica's connection to its hub, from dialling to closing. The link dials the hub's addresses
/// one after the other. It has at most one connection, with the id that the replica chose.
///
/// Order of calls: `perform` each effect of the replica. The callback receives `opened` at most
/// once, then `received`, and `closed` exactly once for each `dial`. The callback always runs in a
/// later turn of the loop, never during a call of `perform`. Frames for a connection that is over
/// are dropped. Releasing the link drops the connection, without further callbacks.
///
/// The replica decides when to dial again.
package final class HubLink {
    private let hubs: [HubAddress]
    private let connectionSet: ConnectionSet
    private let trust: TLSContext?
    private let dialTimeout: Duration
    private let willDial: () -> Void
    private let onEvent: (LinkEvent) -> Void
    private var client: WebSocketClient?
    /// The id of the connection that was dialled; nil before the first dial, and after each
    /// `closed`.
    private var id: LinkID?
    /// The hall in the address of the connection that was dialled; nil for none.
    private var hall: String?
    private var isOpen = false
    private var dialOrder: AddressDialOrder
    /// The action for the next turn of the loop; nil for none.
    private var nextAction: ActionAfterLinkEnd?
    private var nextTurnTimer: Timer?
    private var silenceTimer: Timer?
    private var isClosing = false

    private enum ActionAfterLinkEnd {
        case reportClosed(LinkFailure)
        /// Dials the address with this index, because the address before it failed.
        case dial(at: Int)
    }

    /// Creates a link without a connection. `hubs` are the addresses of one hub. A dial tries them
    /// in a ring. The first dial begins at the index `first`. `trust` has the certificates that are
    /// accepted at `wss://` addresses; nil accepts none. `dialTimeout` is the longest time for one
    /// address to open the connection; while other addresses are left to try, the time is at most
    /// `AddressDialOrder.answerTimeout`. The replica cancels a dial after 20 seconds. `willDial`
    /// runs before each dial, for example to start a server.
    package init(
        to hubs: [HubAddress], beginningAt first: Int = 0, on connectionSet: ConnectionSet,
        trusting trust: TLSContext? = nil, dialTimeout: Duration = .seconds(15),
        willDial: @escaping () -> Void = {}, _ onEvent: @escaping (LinkEvent) -> Void
    ) {
        self.hubs = hubs
        dialOrder = AddressDialOrder(among: hubs.count, beginningAt: first)
        self.connectionSet = connectionSet
        self.trust = trust
        self.dialTimeout = dialTimeout
        self.willDial = willDial
        self.onEvent = onEvent
        nextTurnTimer = Timer(on: connectionSet.loop) { [unowned self] in performNextAction() }
        silenceTimer = Timer(on: connectionSet.loop) { [unowned self] in dropSilentAddress() }
    }

    deinit {
        // While one of its callbacks runs, the client outlives this link.
        client?.drop()
    }

    /// True before the first dial, and after each `closed`.
    package var isIdle: Bool { id == nil }

    /// The expiry of the hub's certificate, while the connection is open and encrypted; otherwise
    /// nil.
    package var certificate: CertificateExpiry? { client?.certificate }

    package func perform(_ effect: LinkEffect) {
        switch effect {
        case .dial(let id, let hall): dial(id, hall: hall)
        case .send(let frame, let id): send(frame, on: id)
        case .hangUp(let id, let manner): hangUp(id, manner)
        }
    }

    private func dial(_ id: LinkID, hall: String?) {
        precondition(isIdle, "one connection at a time")
        (self.id, self.hall, isClosing) = (id, hall, false)
        willDial()
        connect(id, at: dialOrder.startDial(at: connectionSet.loop.now))
    }

    private func connect(_ id: LinkID, at index: Int) {
        let hub = hubs[index]
        guard trust != nil || !hub.isEncrypted else {
            return tryNextAddressOrReportClosed(.certificateRejected(.untrusted))
        }
        var limits = WebSocketClient.Limits()
        limits.dial =
            dialOrder.hasMoreAddresses
            ? min(dialTimeout, AddressDialOrder.answerTimeout) : dialTimeout
        // The replica keeps its unanswered changes in memory, and limits their number itself.
        limits.outbox = .max / 2
        client = WebSocketClient(
            to: hub.webSocketAddress(hall: hall), on: connectionSet, encryption: trust,
            limits: limits,
            WebSocketClient.SocketCallbacks(
                opened: { [unowned self] in reportOpened(id) },
                message: { [unowned self] in reportReceived([UInt8](copying: $0), on: id) },
                ended: { [unowned self] in
                    tryNextAddressOrReportClosed(LinkFailure($0, wasOpen: isOpen))
                }))
    }

    /// Sends a frame at the end of the turn, if the connection is open then.
    private func send(_ frame: [UInt8], on id: LinkID) {
        guard self.id == id else { return }
        client?.send(frame)
    }

    /// Ends a connection. `closed` follows in a later turn. After a close frame, `closed` follows
    /// once the hub has answered or a time limit has expired.
    private func hangUp(_ id: LinkID, _ manner: ClientHangUpManner) {
        guard self.id == id else { return }
        isClosing = true
        // No other address may be tried after this.
        if case .dial? = nextAction { nextAction = .reportClosed(.lost) }
        switch manner {
        case .goodbye: client?.close(CloseReason(.normal))
        case .lost: client?.close(CloseReason(.lost))
        case .keepingSeat(.paused): client?.close(CloseReason(.paused))
        case .keepingSeat(.gone): client?.close(CloseReason(.goneForNow))
        case .abandoning, .keepingSeat(.line):
            client?.drop()
            reportClosedNextTurn(.lost)
        }
    }

    /// Closes the connection with a goodbye, without the replica's request.
    package func closeWithGoodbye() {
        if let id { hangUp(id, .goodbye) }
    }
}

extension HubLink {
    private func reportOpened(_ id: LinkID) {
        isOpen = true
        if dialOrder.hasHealthyAlternative(at: connectionSet.loop.now) {
            silenceTimer?.arm(after: AddressDialOrder.answerTimeout)
        }
        onEvent(.opened(id))
    }

    private func reportReceived(_ frame: [UInt8], on id: LinkID) {
        if !dialOrder.hasAnswered {
            dialOrder.recordAnswer()
            silenceTimer?.disarm()
        }
        onEvent(.received(frame, on: id))
    }

    /// Drops an address that has accepted the connection but sent nothing, because another address
    /// may answer.
    private func dropSilentAddress() {
        client?.drop()
        tryNextAddressOrReportClosed(.timedOut)
    }

    /// Dials the next address after a failed one. Reports `closed` instead if no address is left,
    /// if the connection was open, or if the connection is being closed.
    private func tryNextAddressOrReportClosed(_ failure: LinkFailure) {
        guard nextAction == nil else { return }
        // The end of a dial that this program gave up is no failure of the address.
        guard !isClosing else { return reportClosedNextTurn(failure) }
        let other =
            dialOrder.hasAnswered
            ? nil : dialOrder.recordFailureAndAdvance(at: connectionSet.loop.now)
        // Frames on an open connection are lost, so the replica must be notified.
        guard let other, !isOpen else { return reportClosedNextTurn(failure) }
        nextAction = .dial(at: other)
        nextTurnTimer?.arm(after: .zero)
    }

    private func reportClosedNextTurn(_ failure: LinkFailure) {
        guard nextAction == nil else { return }
        nextAction = .reportClosed(failure)
        silenceTimer?.disarm()
        nextTurnTimer?.arm(after: .zero)
    }

    private func performNextAction() {
        guard let id, let action = nextAction else { return }
        (client, nextAction) = (nil, nil)
        switch action {
        case .dial(let index): connect(id, at: index)
        case .reportClosed(let failure):
            (self.id, isOpen) = (nil, false)
            onEvent(.closed(id, failure))
        }
    }
}
