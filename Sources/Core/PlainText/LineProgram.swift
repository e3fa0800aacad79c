package import Commands
package import SimperiumClock
package import SimperiumSync
package import Visit

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
    /// Nothing more will be typed.
    case end
    /// Somebody outside wants the program to end, or nobody reads it any more.
    case hangUp
    /// The person wants it to end, by a key that the terminal has for that.
    case interrupted
    /// The machine slept, or the program did.
    case woken
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
    /// Keep this for another start of the program, or nothing, before anything is sent; `safely`
    /// if it is to outlive the machine, too.
    case keep(KeptSeat?, safely: Bool)
    /// Leave what was kept for another start, which may want it.
    case leaveSeat
}

extension LobbyVisit.Event {
    /// What happened on the line, as a visit hears it; nil for what is no matter of the line.
    init?(_ event: LineEvent) {
        switch event {
        case .begin: self = .begin
        case .link(let event): self = .link(event)
        case .wake: self = .wake
        case .woken: self = .woken
        case .typed, .end, .hangUp, .interrupted: return nil
        }
    }
}
