internal import Drawing
internal import Game
package import Lobby
package import SimperiumClock
package import SimperiumJSON

/// An account's invitation to another account to be friends: an object of the bucket `game`. Like a
/// correspondence game, it belongs to the server and is shared with both users.
///
/// Once the invitation is accepted, each user's programs store the other user as a friend. The
/// programs remove an answered invitation from their user's list.
package struct FriendInvitation: Hashable, Codable, Sendable {
    package enum InvitationState: String, Hashable, Codable, Sendable {
        case open
        case accepted
        case ended
    }

    package let asker: CorrespondenceGame.PlayerAccount
    package let asked: CorrespondenceGame.PlayerAccount
    package let since: ServerTime
    package private(set) var state = InvitationState.open

    /// Returns nil if both sides are one account, or if an id or a name is not valid.
    package init?(
        asker: CorrespondenceGame.PlayerAccount, asked: CorrespondenceGame.PlayerAccount,
        since: ServerTime
    ) {
        guard
            CorrespondenceGame(circle: asked, cross: asker, limit: .usual, since: since) != nil
        else { return nil }
        (self.asker, self.asked, self.since) = (asker, asked, since)
    }

    /// Reads an object; returns nil if it is invalid, or of another kind, such as a game.
    package init?(_ object: JSONObject) {
        guard let word = object[.friendship]?.string, let state = InvitationState(rawValue: word),
            let asked = try? object.player(.circle, called: .circleName),
            let asker = try? object.player(.cross, called: .crossName),
            let since = try? object.stamp(.since)
        else { return nil }
        self.init(asker: asker, asked: asked, since: since)
        self.state = state
    }

    package var members: JSONObject {
        [
            .friendship: JSON(state.rawValue),
            .circle: JSON(asked.user), .circleName: JSON(asked.name),
            .cross: JSON(asker.user), .crossName: JSON(asker.name),
            .since: JSON(Int(since.milliseconds)),
        ]
    }

    /// Returns the side opposite to `user`; nil if `user` is not a side.
    package func partner(of user: String) -> CorrespondenceGame.PlayerAccount? {
        switch user {
        case asker.user: asked
        case asked.user: asker
        default: nil
        }
    }

    package var isOpen: Bool { state == .open }

    package func isOpenAndReceived(by user: String) -> Bool { isOpen && user == asked.user }

    package func becoming(_ state: InvitationState) -> FriendInvitation {
        var invitation = self
        invitation.state = state
        return invitation
    }
}

extension FriendInvitation {
    /// Returns the object that results from a change by `user`; nil if the change only removes the
    /// answered invitation from the user's list. Throws if the rules do not allow the change.
    package static func objectAfterAllowedEdit(
        _ edit: ProposedEdit, by user: String
    ) throws(CorrespondenceFoul) -> JSONObject? {
        switch edit {
        case .insert: throw .serversGame
        case .deleteAll: throw .everything
        case .change(let before, let after):
            guard let before = FriendInvitation(before) else { throw .flawed(.contradiction) }
            guard before.partner(of: user) != nil else { throw .notInTheGame }
            // Only the invited user accepts, and only once.
            guard before.isOpenAndReceived(by: user) else { throw .move(.notYourTurn) }
            let accepted = before.becoming(.accepted)
            guard after == accepted.members else { throw .notOneAct }
            return accepted.members
        case .delete(let object):
            guard let invitation = FriendInvitation(object) else { throw .flawed(.contradiction) }
            guard invitation.partner(of: user) != nil else { throw .notInTheGame }
            return invitation.isOpen ? invitation.becoming(.ended).members : nil
        }
    }

    /// Returns the object that the server inserts, with `stamp` as the start. Throws unless
    /// `object` is an open invitation.
    package static func newInvitation(
        _ object: JSONObject, at stamp: ServerTime
    ) throws(CorrespondenceFoul) -> JSONObject {
        guard let invitation = FriendInvitation(object), invitation.isOpen,
            let begun = FriendInvitation(
                asker: invitation.asker, asked: invitation.asked, since: stamp)
        else { throw .flawed(.contradiction) }
        return begun.members
    }

    package static func isDescribed(by object: JSONObject) -> Bool { object[.friendship] != nil }
}
