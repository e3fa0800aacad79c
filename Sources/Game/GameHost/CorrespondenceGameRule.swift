internal import Lobby
internal import Records
internal import SimperiumJSON
internal import SimperiumWire
package import SyncHub

/// The rule of the buckets with correspondence games, which belong to users of the server itself
/// and are shared with the players. It asks `CorrespondenceReferee` about each change and its
/// author.
package final class CorrespondenceGameRule: BucketValidator {
    package func verdict(on proposal: ProposedChange, among count: Int) -> ValidationResult {
        let author = proposal.author.identity
        do throws(CorrespondenceFoul) {
            switch proposal.operation {
            case .insert(let object) where author.rights.contains(.administrator):
                return .allowedBecoming(
                    FriendInvitation.isDescribed(by: object)
                        ? try FriendInvitation.newInvitation(object, at: proposal.stamp)
                        : try CorrespondenceReferee.newGame(object, at: proposal.stamp).members)
            // When an account ends, the server leaves the game for the user, who thereby resigns.
            case .modify, .remove, .removeAll:
                guard !author.rights.contains(.administrator) else { return .allowed }
            case .insert, .leave: break
            }
            let act = Referee.ProposedEdit(proposal.operation)
            if act.isOfFriends {
                let object = try FriendInvitation.ruling(on: act, by: author.user.text)
                return object.map { .allowedBecoming($0) } ?? .allowed
            }
            let ruling = try CorrespondenceReferee.ruling(
                on: act, by: author.user.text, at: proposal.stamp)
            switch ruling {
            case .becomes(let game), .givesUp(let game): return .allowedBecoming(game.members)
            case .hides: return .allowed
            }
        } catch {
            return error.isTrespass ? .notYours(reason: "\(error)") : .notLegal(reason: "\(error)")
        }
    }
}

extension Referee.ProposedEdit {
    /// True for a change of a friend invitation.
    fileprivate var isOfFriends: Bool {
        switch self {
        case .insert(let object), .delete(let object), .change(let object, _):
            FriendInvitation.isDescribed(by: object)
        case .deleteAll: false
        }
    }
}
