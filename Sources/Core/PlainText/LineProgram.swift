package import Commands
package import SimperiumClock
package import SimperiumSync
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

package enum LineEvent: Hashable, Codable, Sendable {
    /// Comes first.
    case begin
    /// Somebody typed a line.
    case typed(String)
    /// Nothing more will be typed, or somebody outside wants the program to end.
    case end
    case link(LinkEvent)
    case wake
}

package enum LineEffect: Hashable, Codable, Sendable {
    /// A line for standard output.
    case say(String)
    /// A line for standard error.
    case complain(String)
    case link(LinkEffect)
    case leave(ExitStatus)
}

extension LobbyVisit.Event {
    /// What happened on the line, as a visit hears it; nil for what is no matter of the line.
    init?(_ event: LineEvent) {
        switch event {
        case .begin: self = .begin
        case .link(let event): self = .link(event)
        case .wake: self = .wake
        case .typed, .end: return nil
        }
    }
}
