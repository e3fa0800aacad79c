internal import Lobby
internal import SimperiumClock

/// How a visit without a connection of its own goes along with what the door sees, and from hall to
/// hall.
extension LobbyVisit {
    /// Sees a hall as it is now; another one than before as if it had just come.
    mutating func show(_ snapshot: LobbySnapshot, at now: Instant) {
        if snapshot.hall != halls.hall, halls.hall != nil {
            session = session.successor(as: session.me)
        }
        shownSnapshot = snapshot
        halls.hall = snapshot.hall
        halls.census = snapshot.census
        halls.elsewhere.show(snapshot.matches, besides: snapshot.hall)
        forward(.shown(snapshot.lobbyState), at: now)
    }

    /// Is where what was looked for is to be seen: a match, or who plays it.
    mutating func arrive(at key: LobbyKey, _ snapshot: LobbySnapshot, at now: Instant) {
        show(snapshot, at: now)
        fulfil(.watch(key), at: now)
    }

    /// Has the door look for what may be in another hall, or at what is played there.
    mutating func ask(theDoorFor sought: Sought, at now: Instant) {
        switch sought {
        case .matches(let rows):
            halls.elsewhere.look(at: rows, at: now)
            effects.append(.wish(.list(rows)))
        case .toWatch(let text): effects.append(.wish(.find(text)))
        case .code(let invitation): forward(.asked(.join(invitation.code)), at: now)
        // Who plays somebody has a connection.
        case .opponent, .everybody, .nothing: break
        }
    }
}
