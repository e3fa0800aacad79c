internal import Lobby
internal import Records
internal import SimperiumJSON
internal import SimperiumWire
package import SyncHub

/// Keeps the games over days, which belong to users of the server's own and are shared with those
/// who play: the referee, as a hub asks it, with the user who wrote.
package final class DayGameRule: BucketRule {
    package func verdict(on proposal: Proposal, among count: Int) -> Verdict {
        let author = proposal.author.identity
        do throws(DayFoul) {
            switch proposal.operation {
            case .insert(let object) where author.rights.contains(.administrator):
                return .allowedBecoming(
                    try DayReferee.beginning(object, at: proposal.stamp).members)
            // Whose account goes leaves by the server's hand, and gives up what goes on.
            case .modify, .remove, .removeAll:
                guard !author.rights.contains(.administrator) else { return .allowed }
            case .insert, .leave: break
            }
            let ruling = try DayReferee.ruling(
                on: Referee.Act(proposal.operation), by: author.user.text, at: proposal.stamp)
            switch ruling {
            case .becomes(let game), .givesUp(let game): return .allowedBecoming(game.members)
            case .hides: return .allowed
            }
        } catch {
            return error.isTrespass ? .notYours(reason: "\(error)") : .notLegal(reason: "\(error)")
        }
    }
}
