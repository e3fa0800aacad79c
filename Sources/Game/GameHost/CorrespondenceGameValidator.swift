internal import Lobby
internal import Records
internal import SimperiumJSON
internal import SimperiumWire
package import SyncHub

/// The validator of the buckets with correspondence games and friend invitations. The buckets
/// belong to internal users of the server. Each object is shared with the two users that it names.
/// `CorrespondenceReferee` and `FriendInvitation` contain the rules.
package final class CorrespondenceGameValidator: BucketValidator {
    package func validate(_ proposal: ProposedChange, objectCount count: Int) -> ValidationResult {
        let author = proposal.author.identity
        do throws(CorrespondenceFoul) {
            switch proposal.operation {
            case .insert(let object) where author.rights.contains(.administrator):
                return .allowedBecoming(
                    FriendInvitation.isDescribed(by: object)
                        ? try FriendInvitation.newInvitation(object, at: proposal.stamp)
                        : try CorrespondenceReferee.newGame(object, at: proposal.stamp).members)
            // Not `leave`: when a user's account is deleted, the server leaves the game for the
            // user, who thereby resigns.
            case .modify, .remove, .removeAll:
                guard !author.rights.contains(.administrator) else { return .allowed }
            case .insert, .leave: break
            }
            let (edit, user) = (ProposedEdit(proposal.operation), author.user.text)
            let object =
                edit.concernsFriendInvitation
                ? try FriendInvitation.objectAfterAllowedEdit(edit, by: user)
                : try CorrespondenceReferee.gameAfterAllowedEdit(
                    edit, by: user, at: proposal.stamp)?.members
            return object.map { .allowedBecoming($0) } ?? .allowed
        } catch {
            return error.isTrespass ? .notYours(reason: "\(error)") : .notLegal(reason: "\(error)")
        }
    }
}

extension ProposedEdit {
    /// True if the edit inserts, changes or deletes a friend invitation.
    fileprivate var concernsFriendInvitation: Bool {
        switch self {
        case .insert(let object), .delete(let object), .change(let object, _):
            FriendInvitation.isDescribed(by: object)
        case .deleteAll: false
        }
    }
}
