package import Clockwork
internal import Commands
package import Drawing
package import Lobby

/// One guest's whole visit as a value: from the first byte on the line to the last.
///
/// A guest does no I/O. Hand in what happens on the line, carry out the effects in their order, and
/// call again with `.wake` at `nextDeadline`. It is over once there is no deadline any more.
package struct Guest: Sendable {
    package enum Event: Hashable, Sendable {
        /// So much came over the wire, whatever it means.
        case heard(bytes: Int)
        case admitted
        case came(Arrival)
        case typed([UInt8])
        case resized(Size)
        /// The guest sends nothing more.
        case closedInput
        /// All that was sent has left this machine.
        case drained
        /// The line is no more.
        case lost
        /// The answer to `askCensus`.
        case census(Census)
        /// The door closes for everybody.
        case closing
        case wake
    }

    package enum Effect: Hashable, Sendable {
        case send([UInt8])
        /// End the visit with this exit status, after what was sent before.
        case finish(Int32)
        case hangUp
        /// Take nothing in until told otherwise.
        case hold(Bool)
        case askForLife
        case askCensus
    }

    private enum Phase: Hashable {
        case arriving(until: Instant)
        case choosing(until: Instant)
        case inside
        /// For an answer that must be fetched.
        case waiting(asJSON: Bool, until: Instant)
        case parting(until: Instant)
        case gone
    }

    private let limits: DoorLimits
    private let seed: UInt64
    private var phase: Phase
    private var vigil: Vigil
    private var bytesHeard = 0
    private var screen: GuestScreen?
    private var isWatching = false
    /// Whether lines end as a terminal in raw mode wants them to.
    private var isOnTerminal = false
    /// Why the guest leaves, as soon as that is certain.
    package private(set) var departure: Departure?
    private var effects: [Effect] = []

    package init(_ limits: DoorLimits, seed: UInt64, at now: Instant) {
        self.limits = limits
        self.seed = seed
        phase = .arriving(until: now + limits.handshake)
        vigil = Vigil(limits, at: now)
    }

    /// When to call `handle(.wake, at:)`, if nothing else happens before.
    package var nextDeadline: Instant? {
        switch phase {
        case .arriving(let due), .choosing(let due), .parting(let due): due
        case .waiting(_, let due): min(due, vigil.nextDeadline)
        case .inside: [vigil.nextDeadline, screen?.nextDeadline].compactMap(\.self).min()
        case .gone: nil
        }
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        guard phase != .gone else { return [] }
        switch event {
        case .heard(let count): hear(count, at: now)
        case .admitted: phase = .choosing(until: now + limits.choosing)
        case .came(let arrival): receive(arrival, at: now)
        case .typed(let bytes): type(bytes, at: now)
        case .resized(let size): resize(size, at: now)
        case .closedInput: closeInput(at: now)
        case .drained:
            vigil.drain()
            screen?.drain()
        case .lost: lose()
        case .census(let census): answer(census, at: now)
        case .closing: part("The server restarts. Please come back in a minute.", .closing, at: now)
        case .wake: wake(at: now)
        }
        show(at: now)
        defer { effects = [] }
        return effects
    }
}

extension Guest {
    private mutating func hear(_ count: Int, at now: Instant) {
        bytesHeard = bytesHeard.addingReportingOverflow(count).partialValue
        if case .arriving = phase, bytesHeard > limits.handshakeBytes { return drop(.flood) }
        if vigil.hear(count, at: now) { effects.append(.hold(true)) }
    }

    private mutating func receive(_ arrival: Arrival, at now: Instant) {
        phase = .inside
        vigil.press(at: now)
        isOnTerminal = arrival.terminal != nil
        switch arrival.errand {
        case .nonsense: refuse(.noShell, at: now)
        case .count(let asJSON):
            phase = .waiting(asJSON: asJSON, until: now + limits.answer)
            effects.append(.askCensus)
        case .play, .join, .watch:
            guard arrival.terminal != nil else { return refuse(.noTerminal, at: now) }
            guard arrival.capabilities != nil else { return refuse(.noScreen, at: now) }
            seat(arrival, at: now)
        }
    }

    private mutating func seat(_ arrival: Arrival, at now: Instant) {
        guard let terminal = arrival.terminal, let capabilities = arrival.capabilities else {
            return
        }
        if case .watch = arrival.errand { isWatching = true }
        vigil.mustPress = !isWatching
        let client = Client(.lobby, size: fit(terminal.size), seed: seed)
        screen = GuestScreen(client, capabilities, theme: .dark, limits, at: now)
    }

    private mutating func type(_ bytes: [UInt8], at now: Instant) {
        guard phase == .inside else { return }
        vigil.press(at: now)
        perform(screen?.type(bytes, at: now), at: now)
    }

    private mutating func resize(_ size: Size, at now: Instant) {
        let size = fit(size)
        perform(screen?.tell(.resized(size), at: now), at: now)
    }

    private func fit(_ size: Size) -> Size {
        Size(
            rows: min(size.rows, limits.largestWindow.rows),
            columns: min(size.columns, limits.largestWindow.columns))
    }

    /// Somebody at a screen who will type no more has closed the window. Others only say that
    /// they have nothing to add.
    private mutating func closeInput(at now: Instant) {
        guard phase == .inside else { return }
        perform(screen?.tell(.hangUp, at: now), at: now)
    }

    private mutating func lose() {
        phase = .gone
        screen = nil
        departure = departure ?? .lost
    }

    private mutating func answer(_ census: Census, at now: Instant) {
        guard case .waiting(let asJSON, _) = phase else { return }
        part(asJSON ? census.json : census.sentence, .answered, status: .done, at: now)
    }

    private mutating func wake(at now: Instant) {
        switch phase {
        case .arriving(let due), .choosing(let due):
            if now >= due { drop(.lateness) }
        case .parting(let due):
            if now >= due { drop(.left) }
        case .waiting(_, let due) where now >= due: refuse(.noLobby, at: now)
        case .waiting, .inside:
            for finding in vigil.wake(at: now) { take(finding, at: now) }
            perform(screen?.wake(at: now), at: now)
        case .gone: break
        }
    }

    private mutating func take(_ finding: Vigil.Finding, at now: Instant) {
        switch finding {
        case .askForLife: effects.append(.askForLife)
        case .goOn: effects.append(.hold(false))
        case .warn: screen?.say(limits.idleWarning)
        case .over(.idle): part(limits.idleExitStatus, .idle, at: now)
        case .over(let departure): drop(departure)
        }
    }

    private mutating func perform(_ wishes: [Client.Effect]?, at now: Instant) {
        for wish in wishes ?? [] {
            switch wish {
            case .useTheme(let theme): screen?.use(theme)
            case .redraw: screen?.repaint()
            // The key for it does not get as far as the client.
            case .suspend, .useMouse, .ring, .dial, .send, .hangUp: break
            case .leave(let status, let line): part(line, .left, status: status, at: now)
            }
        }
    }
}

extension Guest {
    private mutating func show(at now: Instant) {
        guard phase == .inside, let frame = screen?.frame(at: now) else { return }
        vigil.send(at: now)
        effects.append(.send(frame))
    }

    private mutating func refuse(_ refusal: Refusal, at now: Instant) {
        part(refusal.sentence, .refused, status: refusal.status, at: now)
    }

    /// Says a last line, gives the terminal back, and waits for the guest's ssh to hang up.
    private mutating func part(
        _ line: String?, _ departure: Departure, status: ExitStatus = .done, at now: Instant
    ) {
        switch phase {
        case .arriving, .choosing: return drop(departure)
        case .parting, .gone: return
        case .inside, .waiting: break
        }
        phase = .parting(until: now + limits.parting)
        let bytes = screen?.end() ?? []
        let lastLine = line.map { $0 + (isOnTerminal ? "\r\n" : "\n") } ?? ""
        screen = nil
        self.departure = departure
        effects += [.send(bytes + lastLine.utf8), .finish(status.rawValue)]
    }

    private mutating func drop(_ departure: Departure) {
        phase = .gone
        screen = nil
        self.departure = self.departure ?? departure
        effects.append(.hangUp)
    }
}
