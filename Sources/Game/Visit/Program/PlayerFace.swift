package import Commands
package import Drawing
package import Lobby
package import Records
package import SimperiumClock
package import SimperiumJSON
package import SimperiumSync
package import SimperiumWire

/// A person's program with a face: a screen, or lines of text.
///
/// A face does no I/O. Its owner hands in events, performs the effects in their order, and calls
/// again with `.wake` at `nextDeadline`. Each `dial` is answered by `opened` or `closed`, and each
/// `hangUp` by `closed`.
package protocol PlayerFrontEnd<Input, Output>: Sendable {
    /// The events of the face alone, as keys.
    associatedtype Input: Hashable & Codable & Sendable
    /// The effects of the face alone, as a line of text.
    associatedtype Output: Hashable & Codable & Sendable

    /// The time to call `handle(.wake, at:)`, if nothing else happens before.
    var nextDeadline: Instant? { get }
    /// True after the goodbye, until the program ends.
    var isLeaving: Bool { get }

    mutating func handle(_ event: FrontEndEvent<Input>, at now: Instant) -> [FrontEndEffect<Output>]

    /// Returns the event as it may be recorded, with passwords marked as secrets.
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

package enum FrontEndEffect<Output: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    case program(ProgramEffect)
    case show(Output)
    /// End the program, with this line left on the terminal.
    case leave(ExitStatus, lastLine: String?)
}

/// An event that every person's program handles in the same way, with any face.
package enum ProgramEvent: Hashable, Codable, Sendable {
    /// Comes first.
    case begin
    case link(LinkEvent)
    /// The time of `nextDeadline` has come.
    case wake
    /// The machine or the program has slept.
    case woken
    /// The machine has a network again, or another one.
    case networkChanged
    /// The time by this machine's calendar, after it was set or the machine slept.
    case calendar(ServerTime)
    /// The program gets a signal to end, or its terminal is gone.
    case hangUp
    /// The door closes for all guests.
    case closing
    /// The person is signed in. This is the copy of their account on this machine.
    case signedIn(AccountCopy)
    /// The result of a `store` effect.
    case stored(StoreTransactionResult)
    /// The server's answer to a `call`.
    case called(AccountReply)
    /// The lobby as the door sees it now, for a spectator.
    case shown(LobbySnapshot)
    /// The match that a spectator searched, in its hall.
    case led(LobbySnapshot, ObjectKey)
    /// The text that a spectator searched without a result.
    case missed(String)
}

package enum ProgramEffect: Hashable, Codable, Sendable {
    case link(LinkEffect)
    /// For the door, from a guest who only watches.
    case wish(DoorRequest)
    /// Keep this for another start of the program, or nothing, before anything is sent; `safely` if
    /// it must outlive the machine, too.
    case keep(KeptSeat?, safely: Bool)
    /// Leave the kept match to another start.
    case leaveSeat
    /// Show the lobby when this program has ended.
    case openLobby
    /// Keep the choices in the game for the next start.
    case keepChoices(LocalSettings)
    /// Keep the account, and hand in `.signedIn` with its copy on this machine.
    case signIn(SavedAccount)
    /// Ask the server this, and hand in `.called`. There is one such question at a time.
    case call(AccountRequest)
    /// Forget who is signed in, and all copies of the account's data.
    case signOut(SavedAccount)
    /// The token is worth nothing any more. The copies stay for the next one.
    case forgetToken(SavedAccount)
    /// Store this. `.stored` follows when it is on the disk.
    case store(StoreTransaction)
}

/// A question that the program asks the person by itself.
package enum ProgramQuestion: Hashable, Sendable {
    /// The person's name, at the first start, before other players see it. Answer: `begin(as:)`.
    case name
    /// Go back to the match that waits? Answer: `goBack(_:)`.
    case goBack(opponent: String)
    /// Continue here the match on another device? Answer: `continueHere(_:)`.
    case continueHere(OtherDeviceMatch)
    /// May this device sign in to the account? Answer: `admit(_:)`.
    case admit(device: ForeignText)
}

/// News from the program, which its face puts into words.
package enum ProgramNews: Hashable, Sendable {
    case notice(Notice)
    /// A friend with this account came into the lobby.
    case friendCame(user: String)
    case asks(ProgramQuestion)
    /// The purpose that the program was started for is being carried out now.
    case started(StartAction)

    /// Another player has the person's name, and others see it with a number.
    case numbered(name: String, shown: String)
    /// There is no connection. Each reason is reported once.
    case offline(LinkFailure)
    case inSyncAgain
    case tokenRefused(reason: ForeignText)
    /// Another program has the person's place, and this one ends.
    case takenOver
    case lostSeat(opponent: String, SessionEnd?)

    case account(AccountNews)
    /// A setting of the account was adopted.
    case adopted(SettingName, JSON)
    /// More correspondence games wait for the person than before.
    case gamesWait
    /// The puzzle at the table was answered on another device.
    case puzzleAnswered
    /// A player invites the person to be friends.
    case friendAsks(String)

    // Answers to the person's requests.
    case needsAccount
    /// The other player has no account.
    case isGuest(String)
    case isYourself
    case befriended(String)
    /// The person has invited a player to be friends.
    case friendInvited(String)
    case friendDeclined(String)
    case unfriended(String)
    case blocked(String, Bool)
    case beginsGame(with: String)
    case gameBegun(with: ForeignText, isInvitation: Bool)
    case hasSignedIn(name: ForeignText, isNew: Bool)
    case passwordChanged
    case accountDeleted
    case deviceRemoved(LinkState.Device?)
    case deviceAnswered(isAllowed: Bool)
    case waitsForDevice
    case accountRefused(AccountRefusal)
}
