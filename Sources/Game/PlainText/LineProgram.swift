package import Commands
package import Records
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

package enum LineEvent: Hashable, Codable, Sendable {
    /// Comes first.
    case begin
    /// Somebody typed a line.
    case typed(String)
    /// Nothing more will be typed.
    case end
    /// Somebody outside wants the program to end, or nobody reads it any more.
    case hangUp
    /// What the person came by closes for everybody.
    case closing
    /// The person wants it to end, by a key that the terminal has for that.
    case interrupted
    /// The machine slept, or the program did.
    case woken
    /// What this machine's calendar says: to be told when it has leapt, as it does in sleep.
    case calendar(Stamp)
    case link(LinkEvent)
    case wake
    /// The person is signed in, with what is kept on this machine of their account.
    case signedIn(AccountCopy)
    /// What became of what was to be stored of it.
    case stored(CopyAnswer)
    /// The server answered the question that was asked by `call`.
    case called(AccountReply)
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
    /// Keep what was chosen for the next start.
    case keepChoices(Choices)
    /// To be asked of the server, beside what goes over the line.
    case call(AccountRequest)
    /// The account's token is worth nothing any more.
    case forgetToken(Account)
    /// To be on the disk before `.stored` says so.
    case store(StoreWork)
}
