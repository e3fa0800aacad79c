internal import Drawing
internal import Lobby
internal import PlainText
internal import Play
internal import SimperiumClock
internal import SimperiumSync
internal import Visit

/// The start of a guest's screen.
extension Guest {
    mutating func begin(
        _ arrival: Arrival, in context: GuestContext, from caches: inout GuestCaches,
        at now: Instant
    ) {
        guard let opening = arrival.guestCommand.opening else { return }
        (holder.fingerprint, holder.terms) = (arrival.fingerprint, context.terms)
        guard !arrival.wantsLines else {
            return talk(opening, of: arrival, in: context, at: now)
        }
        guard let terminal = arrival.terminal, let capabilities = arrival.capabilities else {
            return refuse(.noScreen, at: now)
        }
        if context.place?.isRivalled == true, opening == .lobby {
            return begin(.rival(arrival, context), from: &caches, at: now)
        }
        let key = arrival.fingerprint
        if opening == .lobby, let (client, slot) = caches.client(of: key, at: now) {
            screen = GuestScreen(client, on: capabilities, limits.frames, at: now)
            holder.slot = slot
            let size = fit(terminal.size)
            return perform(screen?.goOn(size, at: now), at: now)
        }
        holder.slot = opening == .lobby ? context.place?.slot : nil
        let client = client(opening, for: arrival, in: context, size: fit(terminal.size))
        screen = GuestScreen(client, on: capabilities, limits.frames, at: now)
        if let key { screen?.say(DoorWords.key(key)) }
        tell(.begin, at: now)
        if !isWatcher { askWhose() }
    }

    private mutating func client(
        _ opening: Opening, for arrival: Arrival, in context: GuestContext, size: Size
    ) -> Client {
        if case .watch = opening { isWatcher = true }
        monitor.mustPress = !isWatcher
        var preferences = Preferences()
        preferences.name = arrival.guestCommand.name
        preferences.way = .ssh
        preferences.keymap = Keymap(arrival.numbering)
        if let terms = holder.terms { preferences.accept(terms, holder.fingerprint) }
        return Client(
            opening,
            visit: context.visit(
                isWatching: isWatcher, at: slot == nil ? nil : context.place),
            preferences: preferences,
            size: size, seed: context.settings.seed)
    }
}

/// A guest who is talked with in lines.
extension Guest {
    mutating func talk(
        _ opening: Opening, of arrival: Arrival, in context: GuestContext, at now: Instant
    ) {
        monitor.mustPress = true
        let client = LineClient(
            opening, name: arrival.guestCommand.name, way: .ssh, numbering: arrival.numbering,
            visit: context.visit(isWatching: false), seed: context.settings.seed)
        lines = GuestLines(client, isOnTerminal: isOnTerminal, at: now)
        converse(.begin, at: now)
        askWhose()
    }

    mutating func converse(_ event: LineEvent, at now: Instant) {
        perform(lines?.tell(event, at: now), at: now)
    }

    mutating func perform(_ wishes: [LineEffect]?, at now: Instant) {
        for wish in wishes ?? [] {
            switch wish {
            case .say(let line), .complain(let line): lines?.say(line)
            case .link(let effect): effects.append(.link(effect))
            case .call(let request): ask(request)
            // Nothing of a guest's is kept at the door.
            case .keep, .leaveSeat, .forgetToken, .store, .keepChoices: break
            case .leave(let status): part(nil, .left, status: status, at: now)
            }
        }
    }

    mutating func sendLines(at now: Instant) {
        guard phase == .inside, let lines else { return }
        if lines.isStalled { return drop(.stalled, at: now) }
        guard let bytes = self.lines?.next(at: now) else { return }
        monitor.send(at: now)
        effects.append(.send(bytes))
    }
}
