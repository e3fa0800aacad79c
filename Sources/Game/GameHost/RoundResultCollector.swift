internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire
internal import SyncHub

/// A collector of the results of rounds between players. It keeps a result from the end of the
/// round until `takeInsertEdits` returns the result as a pending insert.
///
/// The result for a signed-in player is due at once. The results for a guest are stored while the
/// guest is connected. They become due when the guest signs in, and are deleted when the guest
/// leaves.
///
/// Order of calls for each change of the lobby: `stateBeforeChange` before the referee observes the
/// change, `recordChange` afterwards, and `takeInsertEdits` once the change's ordinal is known.
struct RoundResultCollector: Sendable {
    /// The time and the ordinal of the change that inserted a Match. The keys of the results of the
    /// match's rounds contain both.
    private struct MatchInsertion {
        let stamp: ServerTime
        let ordinal: SequenceNumber
    }

    /// A round that counts, with its outcome.
    fileprivate struct DecidedRound {
        let people: SeatedPlayers
        let number: Int
        let outcome: Outcome
    }

    /// The end of a round. The results of the round have no key yet.
    private struct RoundEnd {
        let round: DecidedRound
        let moves: PackedMoveList
        let stamp: ServerTime
        let insertion: MatchInsertion?
    }

    struct StateBeforeChange {
        fileprivate var match: Match?
        /// The round that a player loses by leaving with the change; nil if no player does.
        fileprivate var leaving: DecidedRound?
        fileprivate var guest: PlayerID?
    }

    /// The maximum number of results that are stored for a guest.
    private static let mostPerGuest = 100

    private var insertions: [ObjectKey: MatchInsertion] = [:]
    /// The moves of the rounds in play. They are recorded for two guests, too, because either guest
    /// may sign up later.
    private var moveHistories: [ObjectKey: MoveHistory] = [:]
    /// A lower bound on the number of results stored for each guest. An earlier server process may
    /// have stored more results.
    private var guests: [PlayerID: Int] = [:]
    /// The Match that the current change inserts; nil if there is none.
    private var insertedMatch: (key: ObjectKey, stamp: ServerTime)?
    /// The round that ends with the current change; nil if none ends.
    private var end: RoundEnd?
    /// The guest who signs in with the current change, and the account; nil if no guest does.
    private var guestSignIn: (guest: PlayerID, user: UserID)?
    /// The player who leaves with the current change; nil if no player does.
    private var departedPlayer: PlayerID?

    func stateBeforeChange(
        at observation: GuardedBucketEvent, in bucket: LobbyBucket, by referee: LobbyEditReferee
    ) -> StateBeforeChange {
        var before = StateBeforeChange()
        switch (bucket, observation) {
        case (.match, .modified(let key, _, _, _)):
            before.match = referee.lobbyState[key]?.match
        case (.match, .removed(let key, let author, let stamp)):
            let leaver = PlayerID(rawValue: author.text)
            // A match that is not live can be removed, too.
            guard referee.seatedPlayers(inMatchOf: leaver)?.match == key else { break }
            before.leaving = roundLostByLeaving(leaver, referee, at: stamp)
        case (.player, .modified(let key, _, _, _)):
            let player = referee.lobbyState.roster[key]
            before.guest = player.flatMap { $0.user == nil ? $0.id : nil }
        case (.player, .removed(let key, _, let stamp)):
            guard let player = referee.lobbyState.roster[key] else { break }
            before.guest = player.id
            before.leaving = roundLostByLeaving(player.id, referee, at: stamp)
        default: break
        }
        return before
    }

    private func roundLostByLeaving(
        _ leaver: PlayerID, _ referee: LobbyEditReferee, at stamp: ServerTime
    ) -> DecidedRound? {
        guard let outcome = referee.outcomeIfSeatEnds(of: leaver, at: stamp),
            let people = referee.seatedPlayers(inMatchOf: leaver),
            let match = referee.lobbyState[people.match]?.match, !match.isPractice
        else { return nil }
        return DecidedRound(people: people, number: match.round, outcome: outcome)
    }

    mutating func recordChange(
        _ observation: GuardedBucketEvent, in bucket: LobbyBucket, since before: StateBeforeChange,
        by referee: LobbyEditReferee
    ) {
        if case .removed(_, _, let stamp) = observation, let leaving = before.leaving {
            setPendingRoundEnd(leaving, at: stamp)
        }
        switch bucket {
        case .match: recordMatchChange(observation, since: before.match, by: referee)
        case .player: recordPlayerChange(observation, before.guest, by: referee)
        case .watcher: break
        }
    }

    /// Records a Match's insertion, its moves and the end of its round. Forgets a Match that is
    /// removed or lost.
    private mutating func recordMatchChange(
        _ observation: GuardedBucketEvent, since earlier: Match?, by referee: LobbyEditReferee
    ) {
        switch observation {
        case .inserted(let key, _, _, let stamp):
            insertedMatch = (key, stamp)
            updateMoveHistory(key, by: referee)
        case .modified(let key, _, _, let stamp):
            updateMoveHistory(key, by: referee)
            guard let earlier, let later = referee.lobbyState[key]?.match,
                later.hasCountedRoundEnded(since: earlier),
                let outcome = later.outcome, let people = referee.seatedPlayers(of: key)
            else { return }
            setPendingRoundEnd(
                DecidedRound(people: people, number: later.round, outcome: outcome), at: stamp)
        case .removed(let key, _, _):
            insertions[key] = nil
            moveHistories[key] = nil
        case .lost:
            insertions = [:]
            moveHistories = [:]
        case .found, .foundAll, .opened, .away, .back: break
        }
    }

    private mutating func updateMoveHistory(_ key: ObjectKey, by referee: LobbyEditReferee) {
        guard let match = referee.lobbyState[key]?.match else { return }
        moveHistories[key, default: MoveHistory()].recordMoves(match)
    }

    private mutating func recordPlayerChange(
        _ observation: GuardedBucketEvent, _ guest: PlayerID?, by referee: LobbyEditReferee
    ) {
        switch observation {
        case .modified(let key, _, _, _):
            guard let guest, guests[guest] != nil,
                let user = referee.lobbyState.roster[key]?.user, let id = UserID(user)
            else { return }
            guests[guest] = nil
            guestSignIn = (guest, id)
        case .removed: departedPlayer = guest
        case .lost: guests = [:]
        // An earlier process of the server may have stored results for this guest.
        case .found(let key, _, _, _):
            guard let player = referee.lobbyState.roster[key], player.user == nil else { return }
            guests[player.id] = 0
        case .foundAll, .opened, .inserted, .away, .back: break
        }
    }

    /// Sets the round that ends with the current change. `takeInsertEdits` makes inserts of it.
    private mutating func setPendingRoundEnd(_ round: DecidedRound, at stamp: ServerTime) {
        let match = round.people.match
        let moves = moveHistories[match]?.moves.flatMap { PackedMoveList($0) }
        end = RoundEnd(
            round: round, moves: moves ?? PackedMoveList(), stamp: stamp,
            insertion: insertions[match])
    }

    /// Returns and clears the last recorded change's edits to pending inserts. `ordinal` is that
    /// change's ordinal.
    mutating func takeInsertEdits(as ordinal: SequenceNumber) -> CrossLogInsertEdits {
        var edits = CrossLogInsertEdits()
        if let (key, stamp) = insertedMatch.take() {
            insertions[key] = MatchInsertion(stamp: stamp, ordinal: ordinal)
        }
        if let (guest, user) = guestSignIn.take(),
            let kept = GameBuckets.owedResultsBucket(ofGuest: guest.rawValue)
        {
            edits.assigned = .init(from: kept, to: GameBuckets.bucket(.result, of: user))
        }
        if let end = end.take() { edits.owed = resultInserts(end, as: ordinal) }
        if let departedPlayer = departedPlayer.take(),
            guests.removeValue(forKey: departedPlayer) != nil
        {
            edits.forgiven = GameBuckets.owedResultsBucket(ofGuest: departedPlayer.rawValue)
        }
        return edits
    }

    private mutating func resultInserts(_ end: RoundEnd, as ordinal: SequenceNumber)
        -> [PendingCrossLogInsert]
    {
        // The insertion of a Match is unknown if it came before this log was opened. Then the key
        // contains the end of the round instead.
        let insertion = end.insertion ?? MatchInsertion(stamp: end.stamp, ordinal: ordinal)
        let key = ResultKey.people(
            stamp: insertion.stamp, version: insertion.ordinal.changeVersion.text,
            round: end.round.number)
        return Piece.allCases.compactMap { piece in
            let own = end.round.people.player(of: piece)
            let result = Self.roundResult(of: end, for: piece)
            guard let user = own.user.flatMap(UserID.init) else {
                return makeOwedInsertBelowLimit(result, under: key, for: own.id)
            }
            return Self.resultInsert(
                result, under: key, to: GameBuckets.bucket(.result, of: user), isDue: true)
        }
    }

    private mutating func makeOwedInsertBelowLimit(
        _ result: RoundResult, under key: ResultKey, for guest: PlayerID
    ) -> PendingCrossLogInsert? {
        guard guests[guest, default: 0] < Self.mostPerGuest,
            let bucket = GameBuckets.owedResultsBucket(ofGuest: guest.rawValue)
        else { return nil }
        guests[guest, default: 0] += 1
        return Self.resultInsert(result, under: key, to: bucket, isDue: false)
    }

    private static func roundResult(of end: RoundEnd, for piece: Piece) -> RoundResult {
        let other = end.round.people.player(of: piece.opponent)
        let outcome = end.round.outcome
        return RoundResult(
            against: other.user, called: other.name, as: piece,
            RoundResult.Verdict(outcome, for: piece), by: RoundResult.EndManner(outcome),
            moves: end.moves, at: end.stamp)
    }

    private static func resultInsert(
        _ result: RoundResult, under key: ResultKey, to bucket: BucketID, isDue: Bool
    ) -> PendingCrossLogInsert? {
        ObjectKey(key.text).map { key in
            PendingCrossLogInsert(
                bucket: bucket, key: key, object: result.members.utf8, isDue: isDue)
        }
    }
}
