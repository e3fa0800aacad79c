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

package enum LineEvent: Hashable, Sendable {
    /// Comes first.
    case begin
    /// Somebody typed a line.
    case typed(String)
    /// Nothing more will be typed, or somebody outside wants the program to end.
    case end
    case opened(ConnectionID)
    case received([UInt8], on: ConnectionID)
    case closed(ConnectionID, ConnectionFailure)
    case wake
}

package enum LineEffect: Hashable, Sendable {
    /// A line for standard output.
    case say(String)
    /// A line for standard error.
    case complain(String)
    case dial(ConnectionID)
    case send([UInt8], on: ConnectionID)
    case hangUp(ConnectionID, Parting)
    case leave(ExitStatus)
}

extension LineEffect {
    /// What a visit asks of the outer world; nil for what only the program itself wants to hear.
    init?(_ effect: LobbyVisit.Effect) {
        switch effect {
        case .dial(let id): self = .dial(id)
        case .send(let frame, let id): self = .send(frame, on: id)
        case .hangUp(let id, let parting): self = .hangUp(id, parting)
        case .tell, .write, .status, .ignored: return nil
        }
    }
}

extension LobbyVisit.Event {
    /// What happened on the line, as a visit hears it; nil for what is no matter of the line.
    init?(_ event: LineEvent) {
        switch event {
        case .begin: self = .begin
        case .opened(let id): self = .opened(id)
        case .received(let frame, let id): self = .received(frame, on: id)
        case .closed(let id, let failure): self = .closed(id, failure)
        case .wake: self = .wake
        case .typed, .end: return nil
        }
    }
}
