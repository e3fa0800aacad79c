internal import Lobby
internal import PlainText
internal import SimperiumClock
internal import SimperiumSync
internal import Visit

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
