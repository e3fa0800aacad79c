internal import Game
internal import Lobby
package import SimperiumSync
internal import Visit

/// What the door asks of the clients that it keeps for its guests.
extension Client {
    /// The connection that a match is played over; nil if there is none.
    package var connectionInMatch: ConnectionID? {
        visit?.session.own == nil ? nil : uplink.connection
    }

    /// What the picture depends on if others see the same one; nil if it is this person's alone.
    package var sharedPicture: SharedPicture? {
        guard display.screen == .watching, display.overlay == nil, noticeboard.shown == nil,
            let visit,
            let snapshot = visit.snapshot
        else { return nil }
        let watching = visit.session.watching
        return SharedPicture(
            size: display.size, watching: watching, numbering: preferences.keymap.numbering,
            hasSextants: drawsSextants,
            moves: watching.match.flatMap { cursors.gallery.traces[$0]?.moves },
            hall: snapshot.hall, version: snapshot.version)
    }

    /// Keeps what this client and others have alike only once.
    package mutating func share(with others: inout SharedObjects) {
        visit?.share(with: &others)
    }
}
