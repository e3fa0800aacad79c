internal import Drawing
internal import Game
internal import Lobby
internal import PlainText
internal import Play
internal import SimperiumClock
internal import SimperiumSync
internal import Visit

extension Guest {
    mutating func beginSession(
        _ arrival: GuestLogin, in context: GuestContext, from caches: inout GuestCaches,
        at now: Instant
    ) {
        guard let opening = arrival.guestCommand.opening else { return }
        (holder.fingerprint, holder.terms) = (arrival.fingerprint, context.terms)
        if case .watch = opening { isSpectator = true }
        guard !arrival.wantsLines else {
            return beginTextSession(opening, of: arrival, in: context, at: now)
        }
        guard let terminal = arrival.terminal, let capabilities = arrival.capabilities else {
            return refuse(.noScreen, at: now)
        }
        if context.place?.isRivalled == true, opening == .lobby {
            return beginDialogue(.rival(arrival, context), from: &caches, at: now)
        }
        let key = arrival.fingerprint
        if opening == .lobby, let (client, slot) = caches.reclaimAbsentee(of: key, at: now) {
            screen = GuestScreen(client, on: capabilities, limits.frames, at: now)
            (holder.slot, holder.token) = (slot, client.accountToken)
            monitor.mustPress = true
            let size = fit(terminal.size)
            return perform(screen?.handle(.moved(size), at: now), at: now)
        }
        holder.slot = opening == .lobby ? context.place?.slot : nil
        let client = makeScreenClient(opening, for: arrival, in: context, size: fit(terminal.size))
        screen = GuestScreen(client, on: capabilities, limits.frames, at: now)
        if let key { screen?.showNotice(DoorWords.key(key)) }
        forward(.begin, at: now)
        if !isSpectator { askForKeyOwner() }
    }

    private mutating func makeScreenClient(
        _ opening: StartAction, for arrival: GuestLogin, in context: GuestContext, size: Size
    ) -> ScreenClient {
        monitor.mustPress = !isSpectator
        var preferences = Preferences()
        preferences.keymap = Keymap(arrival.numbering)
        if holder.terms != nil { preferences.fingerprint = holder.fingerprint }
        var profile = profile(of: arrival, in: context)
        profile.looksAtOnce = !arrival.choosesInLobby
        return ScreenClient(
            opening, profile: profile,
            visit: context.makeLobbyClient(
                isWatching: isSpectator, at: slot == nil ? nil : context.place),
            preferences: preferences, size: size, seed: context.settings.seed)
    }

    /// Returns the profile of a guest. If guests can sign in, it includes the server and the
    /// device's name.
    private func profile(of arrival: GuestLogin, in context: GuestContext) -> PlayerProfile {
        var profile = PlayerProfile(arrival.guestCommand.name)
        (profile.way, profile.clock) = (.ssh, .auto)
        profile.startedAt = context.startedAt
        guard let terms = holder.terms else { return profile }
        (profile.server, profile.device) = (terms.server, DoorWords.device)
        return profile
    }
}

extension Guest {
    mutating func beginTextSession(
        _ opening: StartAction, of arrival: GuestLogin, in context: GuestContext, at now: Instant
    ) {
        monitor.mustPress = true
        let client = LineClient(
            opening, profile: profile(of: arrival, in: context), numbering: arrival.numbering,
            visit: context.makeLobbyClient(isWatching: false), seed: context.settings.seed)
        lines = GuestTextSession(
            client, isSpectator: isSpectator, isOnTerminal: isOnTerminal, at: now)
        forward(.begin, at: now)
        askForKeyOwner()
    }

    mutating func sendLines(at now: Instant) {
        guard phase == .inside, let lines else { return }
        if lines.isStalled { return drop(.stalled, at: now) }
        guard let bytes = self.lines?.next(at: now) else { return }
        monitor.recordSend(at: now)
        effects.append(.send(bytes))
    }
}
