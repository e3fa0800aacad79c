package import Commands
package import Drawing
package import Lobby
package import Records
package import SimperiumClock
package import SimperiumJSON
package import SimperiumSync
package import SimperiumWire

/// A user's program with its front end: a screen, or lines of text.
///
/// A front end does no I/O. Its owner passes in events, performs the effects in order, and passes
/// `.wake` at `nextDeadline`. The owner answers each `dial` with `opened` or `closed`, and each
/// `hangUp` with `closed`.
package protocol PlayerFrontEnd<Input, Output>: Sendable {
    /// The events of this front end only, such as keys.
    associatedtype Input: Hashable & Codable & Sendable
    /// The effects of this front end only, such as a line of text.
    associatedtype Output: Hashable & Codable & Sendable

    /// The time of the next call of `handle(.wake, at:)`, if no event comes before.
    var nextDeadline: Instant? { get }
    /// True after the goodbye, until the program ends.
    var isLeaving: Bool { get }

    mutating func handle(_ event: FrontEndEvent<Input>, at now: Instant) -> [FrontEndEffect<Output>]

    /// Returns the event with typed passwords marked as secrets. The shell records and handles the
    /// returned event, so a recording contains no password.
    func redacted(_ event: FrontEndEvent<Input>) -> FrontEndEvent<Input>
}

extension PlayerFrontEnd {
    package func redacted(_ event: FrontEndEvent<Input>) -> FrontEndEvent<Input> { event }

    package mutating func handle(
        _ event: ProgramEvent, at now: Instant
    ) -> [FrontEndEffect<Output>] { handle(.program(event), at: now) }

    package mutating func handle(
        _ input: Input, at now: Instant
    ) -> [FrontEndEffect<Output>] { handle(.input(input), at: now) }
}

package enum FrontEndEvent<Input: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    case program(ProgramEvent)
    case input(Input)
}

/// An effect that a front end asks its shell to perform.
package enum FrontEndEffect<Output: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    case program(ProgramEffect)
    case show(Output)
    /// Ends the program, and leaves this line on the terminal.
    case leave(ExitStatus, lastLine: String?)
}

/// An event that any front end handles in the same way.
package enum ProgramEvent: Hashable, Codable, Sendable {
    case begin
    case link(LinkEvent)
    /// The time of `nextDeadline` has come.
    case wake
    /// The machine or the program was suspended, and has resumed.
    case woken
    /// The machine has a network again, or a different one.
    case networkChanged
    /// The machine's wall-clock time, after the clock was set or the machine was suspended.
    case calendar(ServerTime)
    /// The program got a signal to end, or its terminal has closed.
    case hangUp
    case closing
    /// The user is signed in. The value is the account's copy on this machine.
    case signedIn(LocalAccountData)
    case stored(StoreTransactionResult)
    case called(AccountReply)
    /// The door's answer to a spectator's request, or a new snapshot.
    case answered(DoorAnswer)
}

package enum ProgramEffect: Hashable, Codable, Sendable {
    case link(LinkEffect)
    /// Passes this request to the door, for a guest who only watches.
    case wish(DoorRequest)
    /// Stores this seat for another run of the program, before any frame is sent; nil removes the
    /// stored seat. If `safely`, the seat must survive a crash of the machine, too.
    case keep(KeptSeat?, safely: Bool)
    /// Leaves the stored seat for another run of the program.
    case leaveSeat
    /// Shows the lobby when this program has ended.
    case openLobby
    /// Stores the user's choices for the next run.
    case keepChoices(LocalSettings)
    /// Stores the account. The event `.signedIn` follows with the account's copy on this machine.
    case signIn(SavedAccount)
    /// Sends this request to the server. The event `.called` follows with the reply. Only one
    /// request is sent at a time.
    case call(AccountRequest)
    /// Removes the stored sign-in, and the copies of the account's data that no other program uses.
    case signOut(SavedAccount)
    /// Removes the token. The copies of the data stay for the user's next token.
    case forgetToken(SavedAccount)
    /// Stores these edits. `.stored` follows with the result.
    case store(StoreTransaction)
}

/// A question that the program asks the user by itself.
package enum StartOrDeviceLinkQuestion: Hashable, Sendable {
    /// Asks for the user's name, in the first run. The front end answers with `enterLobby(named:)`.
    case name
    /// Offers to resume the waiting match. The front end answers with `answerResumeQuestion(_:)`.
    case goBack(opponent: String)
    /// Offers to continue another device's match here. The front end accepts with
    /// `startTakeover(of:)`.
    case continueHere(OtherDeviceMatch)
    /// Asks for permission to sign another device in. The front end answers with
    /// `answerLinkRequest(_:)`.
    case admit(device: ForeignText)
}

/// News from the program. The front end chooses the words.
package enum ProgramNews: Hashable, Sendable {
    case notice(Notice)
    /// A friend with this account entered the lobby.
    case friendCame(user: String)
    case asks(StartOrDeviceLinkQuestion)
    /// The program performs the action that it was started for.
    case started(StartAction)

    /// Another player has the same name, so other players see the user's name with a number.
    case numbered(name: String, shown: String)
    /// The user wants another name, but is signed in to the account of this name.
    case nameIsAccounts(PlayerName)
    /// There is no connection. The same failure is not reported twice in a row.
    case offline(LinkFailure)
    case inSyncAgain
    case tokenRefused(reason: ForeignText)
    /// Another program has taken over the user's session, and this program ends.
    case takenOver
    case lostSeat(opponent: String, SessionEnd?)

    case account(AccountNews)
    case adopted(SettingName, JSON)
    /// More correspondence games wait for the user than before.
    case gamesWait
    /// The puzzle at the table was answered on another device.
    case puzzleAnswered
    case friendAsks(String)

    // Answers to the user's requests.
    case needsAccount
    case isGuest(String)
    case isYourself
    case befriended(String)
    case friendInvited(String)
    case friendDeclined(String)
    case unfriended(String)
    case blockChanged(String, isBlocked: Bool)
    case beginsGame(with: String)
    case gameBegun(with: ForeignText, isInvitation: Bool)
    case hasSignedIn(name: ForeignText, isNew: Bool)
    case passwordChanged
    case accountDeleted
    case deviceRemoved(LinkedDevicesAndCode.LinkedDevice?)
    case deviceAnswered(isAllowed: Bool)
    case waitsForDevice
    case accountRefused(AccountRefusal, of: AccountRequest)
}
