internal import Lobby
package import Records
internal import SimperiumWire

/// What a person plays on another of their devices, as this one sees it.
package struct Elsewhere: Hashable, Sendable {
    package let note: SeatNote
    /// What the opponent is called.
    package let opponent: String
}

/// Who a person is on a device that fetches such a place.
struct Home: Sendable {
    let clientID: ClientID
    let player: Player?
}

/// How far a device is that fetches such a place.
struct Fetching: Sendable {
    let place: Elsewhere
    let clientID: ClientID
    /// Who the person was here, to be so again if nothing comes of it.
    let home: Home
    /// Whether the place was asked for: before that, this device takes leave of its own.
    var hasAsked = false
}
