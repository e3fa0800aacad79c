internal import Game
package import Lobby
package import SimperiumClock
internal import SimperiumJSON
package import SimperiumWire
package import SyncHub

/// Keeps the lobby's buckets by the rules of the game: the referee, as a hub asks it.
///
/// Whoever runs the hub has it watch `buckets`, hands every observation of them to `observe`, and
/// answers every proposal by `verdict`, each when its turn among the hub's effects has come.
package struct LobbyGuard: Sendable {
    private let app: AppID
    private let user: UserID
    private var referee = Referee()

    /// `user` is whom the lobby's buckets belong to.
    package init(app: AppID, user: UserID) {
        self.app = app
        self.user = user
    }

    /// Who is here, who plays whom, and who watches.
    package var lobbyState: LobbyState { referee.lobbyState }

    /// The buckets of the lobby's user, who has no others.
    package var buckets: [BucketID] { LobbyBucket.allCases.map(id) }

    package mutating func observe(
        _ observation: Observation, in bucket: BucketID, at now: Instant
    ) {
        guard let bucket = place(of: bucket) else { return }
        switch observation {
        case .found(let key, let object, _), .inserted(let key, let object, _):
            referee.observe(.inserted(bucket, LobbyKey(key), object, .remote), at: now)
        case .modified(let key, let object, _):
            referee.observe(
                .updated(bucket, LobbyKey(key), object, members: nil, .remote), at: now)
        case .removed(let key, _): referee.observe(.deleted(bucket, LobbyKey(key)), at: now)
        case .foundAll: break
        case .lost: referee.forget(bucket, at: now)
        }
    }

    /// What the referee says, seeing what is whose in `hub`.
    package func verdict(on proposal: Proposal, in hub: Hub) -> Verdict {
        guard let bucket = place(of: proposal.bucket) else {
            return .notYours(reason: "the lobby has no such bucket")
        }
        // Nobody is here who only sends requests.
        guard let author = author(of: proposal, in: hub) else {
            return .notYours(reason: "not on a channel")
        }
        let foul = referee.foul(
            Referee.Act(proposal.operation), on: LobbyKey(proposal.key), in: bucket, by: author)
        guard let foul else { return .allowed }
        return foul.isTrespass ? .notYours(reason: "\(foul)") : .notLegal(reason: "\(foul)")
    }
}

extension LobbyGuard {
    private func id(_ bucket: LobbyBucket) -> BucketID {
        guard let name = BucketName(bucket.rawValue) else {
            preconditionFailure("\(bucket.rawValue) is no bucket's name")
        }
        return BucketID(app: app, user: user, name: name)
    }

    private func place(of bucket: BucketID) -> LobbyBucket? {
        guard bucket.app == app, bucket.user == user else { return nil }
        return LobbyBucket(rawValue: bucket.name.text)
    }

    /// Nil for somebody without a connection. Whose Player it is, is a matter of the connection: a
    /// client id is only what a client says.
    private func author(of proposal: Proposal, in hub: Hub) -> Referee.Author? {
        guard let connection = proposal.author.connection else { return nil }
        let belongings = hub.belongings(of: connection, in: proposal.bucket)
        let players = hub.belongings(of: connection, in: id(.player))
        return Referee.Author(
            clientID: proposal.author.clientID.text,
            player: players.first.flatMap { lobbyState.roster[LobbyKey($0)]?.id },
            isDoor: proposal.author.identity.rights.contains(.door),
            belongings: belongings.count, isOwner: belongings.contains(proposal.key))
    }
}

extension Referee.Act {
    fileprivate init(_ operation: Proposal.Operation) {
        self =
            switch operation {
            case .insert(let object): .insert(object)
            case .modify(let before, let after): .change(from: before, to: after)
            case .remove(let object): .delete(object)
            case .removeAll: .deleteAll
            }
    }
}

extension LobbyKey {
    fileprivate init(_ key: ObjectKey) {
        self.init(rawValue: key.text)
    }
}
