internal import Game
package import Lobby
internal import Records
package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire
package import SyncHub

/// The validators for the lobby's halls, and for the account data in the game's app.
package struct GameValidators: ChangeValidatorProvider {
    package init() {}

    package func changeValidator(for log: UserLogID) -> (any ChangeValidator)? {
        isHall(log) ? HallValidator() : nil
    }

    /// Returns the validator of a bucket with account data or correspondence games; nil for other
    /// buckets. A user of the game's app is a hall, an account, or an internal owner of
    /// correspondence games.
    package func bucketValidator(for bucket: BucketID) -> (any BucketValidator)? {
        guard bucket.app == GameBuckets.app, !isHall(bucket.log) else { return nil }
        if bucket == GameBuckets.serverGamesBucket(of: bucket.user) {
            return CorrespondenceGameValidator()
        }
        return RecordBucket(rawValue: bucket.name.text).map(RecordValidator.init)
    }

    package func isSignInBucket(_ bucket: BucketID) -> Bool {
        bucket.name.text == RecordBucket.profile.rawValue && bucket.app == GameBuckets.app
            && !isHall(bucket.log)
    }

    private func isHall(_ log: UserLogID) -> Bool { GameBuckets.hall(of: log) != nil }
}

/// The validator of the changes in a hall's log. The hub calls the functions in the order that
/// `ChangeValidator` describes.
///
/// `LobbyEditReferee` contains the rules, and `RoundResultCollector` collects the results of
/// rounds. The validator itself finds the author of a change.
package struct HallValidator: ChangeValidator {
    private var referee = LobbyEditReferee()
    private var resultCollector = RoundResultCollector()

    package init() {}

    package var lobbyState: LobbyState { referee.lobbyState }

    package var buckets: [BucketName] { GameBuckets.lobby.map(\.name) }

    package var rules: Int? { LobbyEditReferee.rules }

    package mutating func observe(
        _ observation: GuardedBucketEvent, in bucket: BucketName, at now: Instant
    ) {
        guard let bucket = LobbyBucket(bucket) else { return }
        let before = resultCollector.stateBeforeChange(at: observation, in: bucket, by: referee)
        applyToReferee(observation, in: bucket, at: now)
        resultCollector.recordChange(observation, in: bucket, since: before, by: referee)
    }

    /// Returns and clears the last observed change's edits to pending inserts. `ordinal` is that
    /// change's ordinal. The edits add the results of a round that has ended. They assign a guest's
    /// results to the account that the guest has signed in to, or drop the results of a guest who
    /// has left.
    package mutating func crossLogInsertEdits(as ordinal: SequenceNumber) -> CrossLogInsertEdits {
        resultCollector.takeInsertEdits(as: ordinal)
    }

    private mutating func applyToReferee(
        _ observation: GuardedBucketEvent, in bucket: LobbyBucket, at now: Instant
    ) {
        switch observation {
        case .found(let key, let object, _, let stamp),
            .inserted(let key, let object, _, let stamp):
            referee.observe(
                .inserted(bucket, key, object, .remote), stamp: stamp, at: now)
        case .modified(let key, let object, _, let stamp):
            referee.observe(
                .updated(bucket, key, object, members: nil, .remote), stamp: stamp,
                at: now)
        case .removed(let key, _, let stamp):
            referee.observe(.deleted(bucket, key), stamp: stamp, at: now)
        case .away(let keys, let stamp):
            referee.recordAbsenceIfPlayers(keys, in: bucket, since: stamp, at: now)
        case .back(let keys, let stamp):
            referee.recordReturnIfPlayers(keys, in: bucket, at: stamp, now: now)
        case .opened(let stamp): referee.recordLogOpened(at: stamp)
        case .foundAll: break
        case .lost: referee.forget(bucket, at: now)
        }
    }

    /// Returns the query for the owner of a player's new name; nil if the change sets no new name.
    package func neededQuery(about proposal: ProposedChange) -> StoreQuery? {
        guard proposal.bucket.name == Self.players,
            let name = LobbyEditReferee.newName(by: ProposedEdit(proposal.operation))
        else { return nil }
        return .nameOwner(NameSkeleton(name).text, of: proposal.bucket.app)
    }

    /// Returns the bucket and the key of the client's Player, if this Player is signed in to the
    /// user's account; otherwise nil.
    package func sessionProofObject(
        of user: UserID, as clientID: ClientID
    ) -> (bucket: BucketName, key: ObjectKey)? {
        referee.key(ofPlayer: PlayerID(rawValue: clientID.text), signedInTo: user.text)
            .map { (Self.players, $0) }
    }

    /// Returns the times when the clocks of the players to move started: in the match with this
    /// key, or in all matches with a clock if `key` is nil. Empty for a bucket without matches.
    package func clockStartTimes(
        in bucket: BucketName, of key: ObjectKey?
    ) -> [(key: ObjectKey, since: ServerTime)] {
        guard LobbyBucket(bucket) == .match else { return [] }
        return referee.clockStarts(of: key)
    }

    /// Returns the removals of the account from those of the connection's Players that are signed
    /// in to it, because the user has signed out.
    package func membersToRemove(from objects: ConnectionPresenceObjects, signingOut user: UserID)
        -> [ObjectMemberRemoval]
    {
        referee.players(of: objects.keys(in: Self.players), signedInTo: user.text).map {
            ObjectMemberRemoval(bucket: Self.players, key: $0, member: .user)
        }
    }

    /// Returns the referee's verdict on a change. Refuses unknown buckets, and authors without a
    /// connection.
    package func validate(_ proposal: ProposedChange, at now: Instant) -> ValidationResult {
        guard let bucket = LobbyBucket(proposal.bucket.name) else {
            return .notYours(reason: "the lobby has no such bucket")
        }
        // A program that only sends HTTP requests is not in the lobby.
        guard let author = author(of: proposal) else {
            return .notYours(reason: "not on a channel")
        }
        let foul = referee.foul(
            ProposedEdit(proposal.operation), on: proposal.key, in: bucket, by: author,
            at: proposal.stamp)
        guard let foul else { return .allowed }
        return foul.isTrespass ? .notYours(reason: "\(foul)") : .notLegal(reason: "\(foul)")
    }

    /// Returns the result of the leaving client's match; nil without a match, or if another run of
    /// the program took over the session.
    package func sessionOutcome(
        of clientID: ClientID, reason: SessionEndReason, at stamp: ServerTime
    ) -> JSONObject? {
        guard reason != .taken else { return nil }
        let player = PlayerID(rawValue: clientID.text)
        let isLate = reason == .grace
        return referee.matchResultAtSeatEnd(of: player, isLate: isLate, at: stamp)?.members
    }

    /// Returns the author of a change; nil for an author without a connection. Finds the author's
    /// Player by the connection, because a client can send any client id. The channel's client id
    /// must equal the Player's id, too. Otherwise a client could remove a Match under the id of
    /// another player, who would then lose the round.
    private func author(of proposal: ProposedChange) -> LobbyEditReferee.ChangeAuthor? {
        guard proposal.author.connection != nil else { return nil }
        let (own, bucket) = (proposal.ownedObjects, proposal.bucket.name)
        let clientID = proposal.author.clientID.text
        let player = own.first(in: Self.players).flatMap { lobbyState.roster[$0]?.id }
        return LobbyEditReferee.ChangeAuthor(
            clientID: clientID,
            player: player.flatMap { $0.hasSameBytes(as: clientID) ? $0 : nil },
            isDoor: proposal.author.identity.rights.contains(.door),
            ownedObjects: own.count(in: bucket), isOwner: own.contains(proposal.key, in: bucket),
            account: proposal.author.account?.text, nameOwner: proposal.nameOwner?.text)
    }

    private static let players = LobbyBucket.player.name
}

extension ProposedChange {
    fileprivate var nameOwner: UserID? {
        if case .nameOwner(let owner)? = answer { owner } else { nil }
    }
}

extension ProposedEdit {
    init(_ operation: ProposedChange.WholeObjectOperation) {
        self =
            switch operation {
            case .insert(let object): .insert(object)
            case .modify(let before, let after): .change(from: before, to: after)
            case .remove(let object), .leave(let object): .delete(object)
            case .removeAll: .deleteAll
            }
    }
}
