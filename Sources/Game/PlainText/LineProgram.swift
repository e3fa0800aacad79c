package import SimperiumClock
internal import SimperiumSync
internal import Visit

/// A program that talks in lines of text, to a person or to another program.
///
/// Whoever owns it hands in what happened, carries out the effects in their order, and calls again
/// with `.wake` at `nextDeadline`. Each `dial` is answered by `opened` or `closed`.
package protocol LineProgram: Sendable {
    /// When to call `handle(.wake, at:)`, if nothing else happens before.
    var nextDeadline: Instant? { get }

    mutating func handle(_ event: LineEvent, at now: Instant) -> [LineEffect]
}

extension LobbyClient.Event {
    /// What happened on the line, as a visit hears it; nil for what is no matter of the line.
    init?(_ event: LineEvent) {
        switch event {
        case .begin: self = .begin
        case .link(let event): self = .link(event)
        case .wake: self = .wake
        case .woken: self = .woken
        case .signedIn(let copy): self = .signedIn(copy)
        case .stored(let answer): self = .stored(answer)
        case .typed, .end, .hangUp, .closing, .interrupted, .calendar, .called: return nil
        }
    }
}
