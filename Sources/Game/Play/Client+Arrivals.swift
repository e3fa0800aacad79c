internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

/// Friends who come and go.
extension Client {
    /// Looks which of them are here, as when somebody has come in or was signed in.
    mutating func lookAtFriends() {
        guard let session = visit?.session, let records else { return }
        for edit in desk.friendWatch.look(at: session.lobbyState.people, records, at: today) {
            keep(edit)
        }
    }

    /// Follows who comes and goes. True if the person was told in words of its own.
    mutating func followFriends(_ notice: Notice) -> Bool {
        switch notice {
        case .came(let id): return tellArrival(of: id)
        case .left(let id, _):
            guard let records else { return false }
            for edit in desk.friendWatch.left(id, records, at: today) { keep(edit) }
        default: break
        }
        return false
    }

    private mutating func tellArrival(of id: PlayerID) -> Bool {
        guard let records, let user = user(of: id),
            let edits = desk.friendWatch.came(id, user: user, records, at: today)
        else { return false }
        for edit in edits { keep(edit) }
        guard preferences.habits.tellsOfFriends else { return false }
        let isAtBoard = display.screen == .match || display.screen == .table
        noticeboard.post(
            FriendWords.came(friendName(user)), .good, at: now, isSilent: isAtBoard)
        return true
    }
}
