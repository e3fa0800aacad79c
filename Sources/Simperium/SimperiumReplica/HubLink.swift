internal import SimperiumClock
internal import SimperiumLoop
package import SimperiumNetwork
package import SimperiumSync
internal import SimperiumWebWire

/// A replica's line to its hub: one connection at a time, each from the first packet to the last
/// word, under the number that the replica dials it by.
///
/// It tells of everything in calls of their own, never during a call of one of its functions. The
/// last word of each connection is `closed`, once. What is said to a connection of the past is
/// lost, as it would be on the wire. Whoever lets go of a line abandons it, and hears nothing more.
package final class HubLink {
    private let hubs: [HubAddress]
    private let connectionSet: ConnectionSet
    private let trust: TLSContext?
    private let patience: Duration
    private let willDial: () -> Void
    private let hear: (LinkEvent) -> Void
    private var client: WebSocketClient?
    /// The connection that was dialled, until its end is told.
    private var id: ConnectionID?
    private var isOpen = false
    private var choice: AddressChoice
    /// What comes next, in a call of its own.
    private var next: Step?
    private var bell: Timer?
    /// Rings when an address has been silent for long.
    private var silence: Timer?
    /// Whether the replica wants no line any more.
    private var isParting = false

    private enum Step {
        case tell(ConnectionFailure)
        /// Nobody was to be had at one address, and another one is tried.
        case dial(at: Int)
    }

    /// `hubs` are the addresses of one hub, of which each dial tries one after the other, from the
    /// one at the position `first` on. `trust` says whose certificates are good at a `wss://`
    /// address; without it nobody's are. `patience` is for the way to the open line, which the
    /// replica gives up after 20 seconds. `willDial` is for what must be there before anybody
    /// dials.
    package init(
        to hubs: [HubAddress], beginningAt first: Int = 0, on connectionSet: ConnectionSet,
        trusting trust: TLSContext? = nil, patience: Duration = .seconds(15),
        willDial: @escaping () -> Void = {}, _ hear: @escaping (LinkEvent) -> Void
    ) {
        self.hubs = hubs
        choice = AddressChoice(among: hubs.count, beginningAt: first)
        self.connectionSet = connectionSet
        self.trust = trust
        self.patience = patience
        self.willDial = willDial
        self.hear = hear
        bell = Timer(on: connectionSet.loop) { [unowned self] in goOn() }
        silence = Timer(on: connectionSet.loop) { [unowned self] in giveUp() }
    }

    deinit {
        // A message may be under way.
        client?.drop()
    }

    /// Whether nothing was dialled whose end has not been told.
    package var isIdle: Bool { id == nil }

    /// What the hub has shown, while the line to it is open and encrypted.
    package var certificate: Certificate? { client?.certificate }

    /// Carries out what the replica asks of the connection.
    package func perform(_ effect: LinkEffect) {
        switch effect {
        case .dial(let id): dial(id)
        case .send(let frame, let id): send(frame, on: id)
        case .hangUp(let id, let parting): hangUp(id, parting)
        }
    }

    private func dial(_ id: ConnectionID) {
        precondition(isIdle, "one connection at a time")
        (self.id, isParting) = (id, false)
        willDial()
        connect(id, at: choice.begin(at: connectionSet.loop.now))
    }

    private func connect(_ id: ConnectionID, at index: Int) {
        let hub = hubs[index]
        guard trust != nil || !hub.isEncrypted else {
            return ended(.certificateRejected(.untrusted))
        }
        var limits = WebSocketClient.Limits()
        limits.dial = choice.hasOther ? min(patience, AddressChoice.patience) : patience
        // The replica keeps in memory whatever it sends, and bounds how much that is.
        limits.outbox = .max / 2
        client = WebSocketClient(
            to: hub.webSocket, on: connectionSet, encryption: trust, limits: limits,
            WebSocketClient.Reception(
                opened: { [unowned self] in opened(id) },
                message: { [unowned self] in received([UInt8](copying: $0), on: id) },
                ended: { [unowned self] in ended(ConnectionFailure($0, wasOpen: isOpen)) }))
    }

    /// Sends a frame when the turn ends, if the connection is open by now and still.
    private func send(_ frame: [UInt8], on id: ConnectionID) {
        guard self.id == id else { return }
        client?.send(frame)
    }

    /// Ends a connection. That is told by `closed`: soon, or when the hub has heard the goodbye.
    private func hangUp(_ id: ConnectionID, _ parting: Parting) {
        guard self.id == id else { return }
        isParting = true
        // No other address is to be tried after that.
        if case .dial? = next { next = .tell(.lost) }
        switch parting {
        case .goodbye: client?.close(CloseReason(.normal))
        case .lost: client?.close(CloseReason(.lost))
        case .keepingSeat(.paused): client?.close(CloseReason(.paused))
        case .keepingSeat(.gone): client?.close(CloseReason(.goneForNow))
        case .abandoning, .keepingSeat(.line):
            client?.drop()
            leave(.lost)
        }
    }

    /// Says goodbye, whatever the replica may want.
    package func sayGoodbye() {
        if let id { hangUp(id, .goodbye) }
    }
}

extension HubLink {
    private func opened(_ id: ConnectionID) {
        isOpen = true
        if choice.hasBetter(at: connectionSet.loop.now) {
            silence?.arm(after: AddressChoice.patience)
        }
        hear(.opened(id))
    }

    private func received(_ frame: [UInt8], on id: ConnectionID) {
        if !choice.isGood {
            choice.hear()
            silence?.disarm()
        }
        hear(.received(frame, on: id))
    }

    /// Whoever took the connection says nothing, and another one may.
    private func giveUp() {
        client?.drop()
        ended(.timedOut)
    }

    private func ended(_ failure: ConnectionFailure) {
        guard next == nil else { return }
        let other = choice.isGood ? nil : choice.fail(at: connectionSet.loop.now)
        // What was said on an open connection is lost, which is to be told.
        guard let other, !isOpen, !isParting else { return leave(failure) }
        next = .dial(at: other)
        bell?.arm(after: .zero)
    }

    private func leave(_ failure: ConnectionFailure) {
        guard next == nil else { return }
        next = .tell(failure)
        silence?.disarm()
        bell?.arm(after: .zero)
    }

    private func goOn() {
        guard let id, let step = next else { return }
        (client, next) = (nil, nil)
        switch step {
        case .dial(let index): connect(id, at: index)
        case .tell(let failure):
            (self.id, isOpen) = (nil, false)
            hear(.closed(id, failure))
        }
    }
}
