internal import Drawing
internal import Lobby
internal import Play
internal import SimperiumClock
internal import SimperiumSync
internal import Visit
internal import Wording

/// How a guest's screen begins.
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
            phase = .asked(arrival, context)
            return effects.append(.send(Array((DoorWords.rival + "\r\n").utf8)))
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
