// Guests: an ssh guest's program, from the first byte of the connection to the last.
// Not here: ssh and its keys (FrontDoor), the clients (Play, PlainText), sockets (tictactoe).
// Start with `Guest`; then `GuestScreen` and `GuestTextSession`, its input and output; then
// `SpectatorLobbyReplicas`.

internal import Commands
package import Drawing
import Lobby
internal import PlainText
internal import Play
package import Records
package import SimperiumClock
package import SimperiumSync
package import SimperiumWire
package import Visit

/// One guest's session as a value, from the first byte of the connection to the last.
///
/// A guest does no I/O. Pass in the events of the connection, perform the effects in order, and
/// pass `.wake` at `nextDeadline`. The session is over once there is no deadline.
///
/// Phases: arriving (until `.admitted`), choosing (until `.came`), dialogue (a question in lines),
/// inside (on a screen or in lines), parting (the last output is being sent), gone. Order of
/// events: `.admitted`, `.came`, then those of the session; `.heard`, `.lost`, `.closing` and
/// `.wake` may come earlier. A `.drained` follows each `send` whose bytes have been sent.
///
/// Parts of the work are done by other types:
/// - input and output: `GuestScreen` or `GuestTextSession`.
/// - floods, silence and idleness: `ConnectionMonitor`.
/// - questions before or instead of a game: `GuestDialogue`.
package struct Guest: Sendable {
    package enum Event: Hashable, Codable, Sendable {
        /// The number of bytes that arrived, before decryption.
        case heard(bytes: Int)
        case admitted
        case came(GuestSSHLogin, NewGuestParameters)
        case typed([UInt8])
        case resized(Size)
        /// The guest will send no more input.
        case closedInput
        /// All output has been sent to the network.
        case drained
        case lost
        /// Another connection with the same key has arrived, and this connection does not respond.
        case superseded
        /// Another connection with the same key continues this guest's session.
        case handedOver
        /// The other connections with the same key have given up their sessions, after `takeOver`.
        case cleared
        /// The answer to `call`.
        case called(AccountReply)
        /// The answer to `wish`, or a new snapshot for a spectator.
        case answered(DoorAnswer)
        case link(LinkEvent)
        /// The door closes for all guests.
        case closing
        /// This guest's turn, requested by `wantsTurn`: more input may be read, and a frame drawn.
        case turn
        case wake
    }

    package enum Effect: Hashable, Codable, Sendable {
        case send([UInt8])
        /// Ends the session with this exit status, after all earlier output.
        case finish(Int32)
        case hangUp
        /// Stops reading from the connection if true; resumes reading if false.
        case hold(Bool)
        case askForLife
        /// Sends a request about accounts to the server. Only one is sent at a time.
        case call(AccountRequest)
        /// Revokes this token at the server. The guest does not wait for the answer.
        case revoke(Token)
        /// Asks the other connections that play a match with the same key to give up their
        /// sessions. `.cleared` follows.
        case takeOver
        /// An effect for the hub connection of a player.
        case link(LinkEffect)
        /// A request to the replicas that all spectators share.
        case wish(DoorRequest)
    }

    enum GuestPhase: Hashable {
        case arriving(until: Instant)
        case choosing(until: Instant)
        case dialogue(GuestDialogue)
        /// The guest uses a screen, or lines of text.
        case inside
        case parting(until: Instant)
        case gone
    }

    let limits: DoorLimits
    var phase: GuestPhase
    var monitor: ConnectionMonitor
    private var bytesHeard = 0
    /// The input that the client has not read yet.
    private var input: [UInt8] = []
    /// True if the guest will send no more input.
    private var isInputClosed = false
    var screen: GuestScreen?
    /// The session of a guest in lines of text; nil if there is none.
    var textSession: GuestTextSession?
    var identity = GuestSeatAndSession()
    /// The client of a player whose connection broke, or whose session another connection
    /// continues. `handle` stores it in the caches, where a connection with the same key can find
    /// it.
    var resumableClient: GuestCaches.ResumableClient?
    /// True if the guest came to watch, on a screen or in lines of text.
    var isSpectator = false
    private(set) var isOnTerminal = false
    /// The reason why the guest left; nil during the session.
    package private(set) var departure: DepartureReason?
    var effects: [Effect] = []

    package init(_ limits: DoorLimits, at now: Instant) {
        self.limits = limits
        phase = .arriving(until: now + limits.handshake)
        monitor = ConnectionMonitor(limits.connection, at: now)
    }

    /// The fingerprint of a guest with a screen and a key; nil for other guests.
    var fingerprint: String? { screen == nil ? nil : identity.fingerprint }
    var slot: Int? { identity.slot }
    /// The end of a line. A guest's terminal is in raw mode, so it needs CR and LF.
    private var lineEnd: String { isOnTerminal ? "\r\n" : "\n" }

    /// The time to pass `.wake`, if no other event comes first; nil once the session is over.
    package var nextDeadline: Instant? {
        switch phase {
        case .arriving(let due), .choosing(let due), .parting(let due): due
        case .dialogue(let dialogue): sooner(dialogue.nextDeadline, monitor.nextDeadline)
        case .inside:
            [
                monitor.nextDeadline, screen?.nextDeadline, textSession?.client.nextDeadline,
                textSession?.heldUntil,
            ]
            .compactMap(\.self).min()
        case .gone: nil
        }
    }

    /// True if the guest needs a `.turn`, because input is unread or a frame can be drawn. The door
    /// gives turns in the order of the requests, a few between two reads of the sockets.
    package var wantsTurn: Bool {
        phase == .inside && (!input.isEmpty || screen?.wantsFrame == true)
    }

    /// Returns true if this guest has this key and a screen, and has not answered the last probe.
    package func isUnresponsive(withKey fingerprint: String) -> Bool {
        self.fingerprint == fingerprint && phase == .inside && monitor.hasUnansweredProbe
    }

    /// True if this guest is a spectator who gets the door's snapshots, which only screens show.
    package var isWatching: Bool {
        // A comparison with nil would copy the screen.
        guard isSpectator, phase == .inside, case .some = screen else { return false }
        return true
    }

    /// Returns true if a pending key press, or the frame that shows its effect, is due. Mutating
    /// only because otherwise each call copies the screen.
    package mutating func isKeyPressOrFrameDue(at now: Instant) -> Bool {
        screen?.isKeyPressOrFrameDue(at: now) ?? false
    }

    /// Returns true for a spectator of one match. Mutating only because otherwise each call copies
    /// the screen.
    package mutating func watchesMatch() -> Bool {
        screen?.watchesMatch() ?? false
    }

    /// Returns how urgently a spectator needs the snapshot. Mutating only because otherwise each
    /// call copies the screen.
    package mutating func urgency(for snapshot: SpectatorHallSnapshot) -> SnapshotUrgency {
        screen?.urgency(for: snapshot) ?? .none
    }

    package mutating func handle(
        _ event: Event, at now: Instant, sharing caches: inout GuestCaches
    ) -> [Effect] {
        guard phase != .gone else { return event.unusedToken.map { [.revoke($0)] } ?? [] }
        respond(to: event, from: &caches, at: now)
        if screen?.wantsFrameAtOnce == true { sendFrameIfWanted(at: now, from: &caches) }
        sendTextUnlessStalled(at: now)
        if case .client(let client) = resumableClient.take() {
            caches.storeAbsentClientIfInMatch(
                client, of: identity.fingerprint, in: slot ?? 0, until: now + limits.absence,
                at: now)
        }
        defer { effects = [] }
        return effects
    }

    private mutating func respond(
        to event: Event, from caches: inout GuestCaches, at now: Instant
    ) {
        if case .dialogue = phase, event.isForDialogue {
            return advanceDialogue(event, from: &caches, at: now)
        }
        switch event {
        case .heard(let count): limitReceivedBytes(count, at: now)
        case .admitted: phase = .choosing(until: now + limits.choosing)
        case .came(let arrival, let context):
            startRequestedService(of: arrival, in: context, from: &caches, at: now)
        case .typed(let bytes): bufferAndReadInput(bytes, at: now)
        case .closedInput: handleEndOfInput(at: now)
        case .called(let reply):
            if phase != .inside, let token = event.unusedToken {
                return effects.append(.revoke(token))
            }
            handleAccountReply(reply, at: now)
        // A dialogue that waited for these has ended.
        case .cleared, .answered(.counted): break
        case .resized(let size): resize(size, at: now)
        case .drained:
            monitor.recordDrain()
            screen?.recordDrain()
            textSession?.recordDrain()
        case .lost: disconnect(.lost, at: now)
        case .superseded: disconnect(.silent, at: now)
        case .handedOver: yieldToRival(at: now)
        case .answered(let answer): passToClient(.answered(answer), at: now)
        case .link(let event): handleLinkEvent(event, &caches, at: now)
        case .closing: endSession(closingSentence, .closing, at: now)
        case .turn: readInputAndSendFrame(at: now, from: &caches)
        case .wake: wake(from: &caches, at: now)
        }
    }
}

extension Guest.Event {
    /// True for the input and the answers that a dialogue takes instead of a client.
    fileprivate var isForDialogue: Bool {
        switch self {
        case .typed, .closedInput, .called, .cleared, .answered(.counted): true
        default: false
        }
    }

    /// The token of a reply to a sign-in; nil for other events. If the guest has left meanwhile,
    /// the token must be revoked.
    var unusedToken: Token? {
        if case .called(.signedIn(_, _, let token)) = self { token } else { nil }
    }
}

extension Guest {
    private mutating func limitReceivedBytes(_ count: Int, at now: Instant) {
        bytesHeard = bytesHeard.addingReportingOverflow(count).partialValue
        if case .arriving = phase, bytesHeard > limits.handshakeBytes {
            return disconnect(.flood, at: now)
        }
        if monitor.needsReadingPauseAfterReceiving(count, at: now) { effects.append(.hold(true)) }
    }

    private mutating func startRequestedService(
        of arrival: GuestSSHLogin, in context: NewGuestParameters, from caches: inout GuestCaches,
        at now: Instant
    ) {
        phase = .inside
        monitor.recordKeyPress(at: now)
        isOnTerminal = arrival.terminal != nil
        if let ban = context.ban {
            return endSession(ban.sentence, .keptOut, status: .refused, at: now)
        }
        switch arrival.guestCommand {
        case .help:
            endSession(DoorWords.help.joined(separator: lineEnd), .answered, at: now)
        case .misused(let command):
            endSession(DoorWords.usage(of: command), .refused, status: .misused, at: now)
        case .nonsense: refuse(.noShell, at: now)
        case .count(let asJSON): beginDialogue(.census(asJSON: asJSON), from: &caches, at: now)
        case .games(let question):
            guard let key = keyFingerprintOrRefuse(arrival, context, at: now) else { return }
            let purpose = GuestDialogue.DialoguePurpose.games(
                question, key: key, since: context.startedAt)
            beginDialogue(purpose, from: &caches, at: now)
        case .link(let code):
            guard let key = keyFingerprintOrRefuse(arrival, context, at: now) else { return }
            beginDialogue(.link(code: code, key: key), from: &caches, at: now)
        case .play, .join, .watch:
            beginSession(arrival, in: context, from: &caches, at: now)
        }
    }

    /// Returns the guest's key. If the key is missing, or if guests can't sign in, refuses the
    /// guest and returns nil.
    private mutating func keyFingerprintOrRefuse(
        _ arrival: GuestSSHLogin, _ context: NewGuestParameters, at now: Instant
    ) -> String? {
        guard let key = arrival.fingerprint else { refuse(.noKey, at: now); return nil }
        guard context.terms != nil else { refuse(.noAccounts, at: now); return nil }
        return key
    }

    /// Passes an event to the guest's client, on a screen or in lines.
    mutating func passToClient(_ event: ProgramEvent, at now: Instant) {
        perform(screen?.handle(event, at: now), at: now)
        perform(textSession?.handle(event, at: now), at: now)
    }

    private mutating func handleLinkEvent(
        _ event: LinkEvent, _ caches: inout GuestCaches, at now: Instant
    ) {
        passToClient(.link(event), at: now)
        guard case .received = event else { return }
        screen?.deduplicate(with: &caches.objects)
        textSession?.deduplicate(with: &caches.objects)
    }

    private mutating func bufferAndReadInput(_ bytes: [UInt8], at now: Instant) {
        guard phase == .inside else { return }
        monitor.recordKeyPress(at: now)
        input += bytes
        guard input.count <= limits.connection.bytesAtOnce else {
            return disconnect(.flood, at: now)
        }
        readInput(at: now)
    }

    /// Reads at most `bytesPerTurn` bytes of the input, so that a guest who sends much input does
    /// not delay others. Once the input has ended, ends a session in lines. If the guest typed
    /// nothing, lets a spectator continue to watch instead, and refuses a player.
    private mutating func readInput(at now: Instant) {
        let bytes = Array(input.prefix(limits.bytesPerTurn))
        input.removeFirst(bytes.count)
        if !bytes.isEmpty {
            perform(screen?.type(bytes, at: now), at: now)
            perform(textSession?.type(bytes, at: now), at: now)
        }
        guard isInputClosed, input.isEmpty, let textSession else { return }
        guard !textSession.hasTyped else {
            return perform(self.textSession?.endInput(at: now), at: now)
        }
        if isSpectator { return monitor.hasIdleLimit = false }
        self.textSession?.dropOutputAwaitingInput()
        refuse(.noTerminal, at: now)
    }

    private mutating func resize(_ size: Size, at now: Instant) {
        let size = limitedSize(size)
        if case .dialogue(var dialogue) = phase {
            dialogue.resize(to: size)
            phase = .dialogue(dialogue)
        }
        perform(screen?.handle(.resized(size), at: now), at: now)
    }

    func limitedSize(_ size: Size) -> Size {
        Size(
            rows: min(size.rows, limits.largestWindow.rows),
            columns: min(size.columns, limits.largestWindow.columns))
    }

    /// Handles the end of the input. On a screen, the end means that the window was closed. In
    /// lines, the end only means that no more lines follow.
    private mutating func handleEndOfInput(at now: Instant) {
        guard phase == .inside else { return }
        perform(screen?.handle(.hangUp, at: now), at: now)
        isInputClosed = true
        readInput(at: now)
    }

    private mutating func wake(from caches: inout GuestCaches, at now: Instant) {
        switch phase {
        case .arriving(let due), .choosing(let due):
            if now >= due { disconnect(.lateness, at: now) }
        case .parting(let due):
            if now >= due { disconnect(.left, at: now) }
        case .dialogue:
            for action in monitor.wake(at: now) { performMonitorAction(action, at: now) }
            advanceDialogue(.wake, from: &caches, at: now)
        case .inside:
            for action in monitor.wake(at: now) { performMonitorAction(action, at: now) }
            perform(screen?.wake(at: now), at: now)
            perform(textSession?.handle(.wake, at: now), at: now)
        case .gone: break
        }
    }

    private mutating func performMonitorAction(
        _ action: ConnectionMonitor.RequiredAction, at now: Instant
    ) {
        switch action {
        case .sendKeepalive: effects.append(.askForLife)
        case .resumeReading: effects.append(.hold(false))
        case .warnOfIdleness:
            let (idle, rest) = (limits.connection.idle, limits.connection.warning)
            let warning = DoorWords.idleWarning(after: idle - rest, leavingIn: rest)
            screen?.showNotice(warning)
            textSession?.writeLine(warning)
            if case .dialogue = phase { effects.append(.send(Array((warning + lineEnd).utf8))) }
        case .disconnect(.idle):
            endSession(DoorWords.goodbye(afterIdle: limits.connection.idle), .idle, at: now)
        case .disconnect(let departure): disconnect(departure, at: now)
        }
    }

    mutating func perform(_ faceEffects: [ScreenClient.Effect]?, at now: Instant) {
        for effect in faceEffects ?? [] {
            switch effect {
            case .program(let effect): perform(effect, at: now)
            case .show(let output): screen?.perform(output)
            case .leave(let status, let line): endSession(line, .left, status: status, at: now)
            }
        }
    }

    mutating func perform(_ faceEffects: [LineClient.Effect]?, at now: Instant) {
        for effect in faceEffects ?? [] {
            switch effect {
            case .program(let effect): perform(effect, at: now)
            case .show(.say(let line)), .show(.complain(let line)): textSession?.writeLine(line)
            case .leave(let status, let line): endSession(line, .left, status: status, at: now)
            }
        }
    }

    private mutating func perform(_ effect: ProgramEffect, at now: Instant) {
        switch effect {
        case .link(let effect): effects.append(.link(effect))
        case .wish(let wish): effects.append(.wish(wish))
        case .signIn(let account): signIn(account, at: now)
        case .call(let request): sendOrQueue(request)
        // The door has no files for a guest.
        case .openLobby, .keep, .leaveSeat, .keepChoices, .signOut, .forgetToken, .store: break
        }
    }

    mutating func beginDialogue(
        _ purpose: GuestDialogue.DialoguePurpose, from caches: inout GuestCaches, at now: Instant
    ) {
        var dialogue = GuestDialogue(
            purpose, isOnTerminal: isOnTerminal, answerWithin: limits.answer, at: now)
        let steps = dialogue.begin()
        phase = .dialogue(dialogue)
        monitor.hasIdleLimit = true
        performSteps(steps, from: &caches, at: now)
    }

    private mutating func advanceDialogue(
        _ event: Event, from caches: inout GuestCaches, at now: Instant
    ) {
        guard case .dialogue(var dialogue) = phase else { return }
        if case .typed = event { monitor.recordKeyPress(at: now) }
        let steps = dialogue.handle(event, at: now)
        phase = .dialogue(dialogue)
        performSteps(steps, from: &caches, at: now)
    }

    private mutating func performSteps(
        _ steps: [GuestDialogue.DialogueEffect], from caches: inout GuestCaches, at now: Instant
    ) {
        for step in steps {
            switch step {
            case .perform(let effect): effects.append(effect)
            case .signIn(let token): identity.token = token
            case .enter(let arrival, let context):
                phase = .inside
                beginSession(arrival, in: context, from: &caches, at: now)
            case .end(let line, let departure, let status):
                endSession(line, departure, status: status, at: now)
            case .hangUp: disconnect(.left, at: now)
            }
        }
    }

    private mutating func readInputAndSendFrame(at now: Instant, from caches: inout GuestCaches) {
        if phase == .inside, !input.isEmpty { readInput(at: now) }
        sendFrameIfWanted(at: now, from: &caches)
    }

    private mutating func sendFrameIfWanted(at now: Instant, from caches: inout GuestCaches) {
        guard phase == .inside, let frame = screen?.frame(at: now, from: &caches) else { return }
        monitor.recordSend(at: now)
        effects.append(.send(frame))
    }

    mutating func refuse(_ refusal: ServiceRefusal, at now: Instant) {
        endSession(DoorWords.sentence(refusal), .refused, status: refusal.status, at: now)
    }

    /// Restores the terminal, writes a last line, and waits for the guest's client to close the
    /// connection. Before the guest's request, closes the connection at once. Does nothing if the
    /// session has ended already.
    mutating func endSession(
        _ line: String?, _ departure: DepartureReason, status: ExitStatus = .done, at now: Instant
    ) {
        switch phase {
        case .arriving, .choosing: return disconnect(departure, at: now)
        case .parting, .gone: return
        case .inside, .dialogue: break
        }
        phase = .parting(until: now + limits.parting)
        let bytes = screen?.restoreTerminal() ?? textSession?.drainUnsentOutput() ?? []
        let lastLine = line.map { $0 + lineEnd } ?? ""
        closeHubLinkAndClient(at: now, departure)
        self.departure = departure
        effects += [.send(bytes + lastLine.utf8), .finish(status.rawValue)]
    }

    mutating func disconnect(_ departure: DepartureReason, at now: Instant) {
        if phase == .inside { resumableClient = screen.map { .client($0.client) } }
        phase = .gone
        closeHubLinkAndClient(at: now, departure)
        self.departure = self.departure ?? departure
        effects.append(.hangUp)
    }
}
