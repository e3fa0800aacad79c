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
        _ arrival: GuestSSHLogin, in context: NewGuestParameters, from caches: inout GuestCaches,
        at now: Instant
    ) {
        guard let opening = arrival.guestCommand.opening else { return }
        (identity.fingerprint, identity.signInParameters) = (arrival.fingerprint, context.terms)
        if case .watch = opening { isSpectator = true }
        guard !arrival.wantsLines else {
            return beginTextSession(opening, of: arrival, in: context, at: now)
        }
        guard let terminal = arrival.terminal, let capabilities = arrival.capabilities else {
            return refuse(.noScreen, at: now)
        }
        let size = limitedSize(terminal.size)
        monitor.hasIdleLimit = !isSpectator
        if context.place?.isRivalled == true, opening == .lobby {
            return beginDialogue(.rival(arrival, context), from: &caches, at: now)
        }
        let key = arrival.fingerprint
        if opening == .lobby, let (client, slot) = caches.reclaimAbsentClient(of: key, at: now) {
            screen = GuestScreen(client, on: capabilities, limits.frames, at: now)
            (identity.slot, identity.token) = (slot, client.accountToken)
            return perform(screen?.handle(.moved(size), at: now), at: now)
        }
        identity.slot = opening == .lobby ? context.place?.slot : nil
        let client = makeScreenClient(opening, for: arrival, in: context, size: size)
        screen = GuestScreen(client, on: capabilities, limits.frames, at: now)
        if let key { screen?.showNotice(DoorWords.ownKey(key)) }
        passToClient(.begin, at: now)
        if !isSpectator { askForKeyOwner() }
    }

    private func makeScreenClient(
        _ opening: StartAction, for arrival: GuestSSHLogin, in context: NewGuestParameters,
        size: Size
    ) -> ScreenClient {
        var preferences = Preferences()
        preferences.keymap = Keymap(arrival.numbering)
        if identity.signInParameters != nil { preferences.fingerprint = identity.fingerprint }
        var profile = makeProfile(of: arrival, in: context)
        profile.looksAtOnce = !arrival.choosesInLobby
        return ScreenClient(
            opening, profile: profile,
            visit: context.makeLobbyClient(
                isWatching: isSpectator, at: slot == nil ? nil : context.place),
            preferences: preferences, size: size, seed: context.settings.seed)
    }

    /// Returns the profile of a guest. If guests can sign in, it includes the server and the
    /// device's name.
    private func makeProfile(of arrival: GuestSSHLogin, in context: NewGuestParameters)
        -> PlayerProfile
    {
        var profile = PlayerProfile(arrival.guestCommand.name)
        (profile.way, profile.clock) = (.ssh, .auto)
        profile.startedAt = context.startedAt
        guard let terms = identity.signInParameters else { return profile }
        (profile.server, profile.device) = (terms.server, DoorWords.device)
        return profile
    }

    mutating func beginTextSession(
        _ opening: StartAction, of arrival: GuestSSHLogin, in context: NewGuestParameters,
        at now: Instant
    ) {
        monitor.hasIdleLimit = true
        let client = LineClient(
            opening, profile: makeProfile(of: arrival, in: context), numbering: arrival.numbering,
            visit: context.makeLobbyClient(isWatching: false), seed: context.settings.seed)
        textSession = GuestTextSession(
            client, isSpectator: isSpectator, isOnTerminal: isOnTerminal, at: now)
        passToClient(.begin, at: now)
        askForKeyOwner()
    }

    mutating func sendTextUnlessStalled(at now: Instant) {
        guard phase == .inside, let textSession else { return }
        if textSession.isStalled { return disconnect(.stalled, at: now) }
        guard let bytes = self.textSession?.takeNextOutput(at: now) else { return }
        monitor.recordSend(at: now)
        effects.append(.send(bytes))
    }
}
