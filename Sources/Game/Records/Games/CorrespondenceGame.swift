package import Drawing
package import Game
internal import Lobby
package import SimperiumClock
package import SimperiumJSON

/// A correspondence game between two accounts, with one to seven days for each move: an object of
/// the bucket `game`. The game has one round. The invited player has circle, and moves first.
package struct CorrespondenceGame: Hashable, Codable, Sendable {
    /// The account of one of the two players.
    package struct PlayerAccount: Hashable, Codable, Sendable {
        package let user: String
        /// The name when the game began.
        package let name: ForeignText

        package init(user: String, name: ForeignText) {
            self.user = user
            self.name = name
        }
    }

    /// The relation of the inviter, cross, to the invited player, circle.
    package enum InviterRelation: String, Hashable, Codable, Sendable {
        /// Circle has added cross as a friend.
        case friend
        case stranger
    }

    /// An action of a player that changes the game.
    package enum PlayerAction: Hashable, Sendable {
        case play(Square)
        case resign
        case claim
        case accept
    }

    package let circle: PlayerAccount
    package let cross: PlayerAccount
    /// The inviter's relation in the open invitation; nil if no invitation is open. Circle accepts
    /// explicitly, or by the first move.
    package private(set) var invitation: InviterRelation?
    package let limit: DaysPerMove
    package let since: ServerTime
    /// The time of the start, or of the last action: acceptance, move or end. The time for the next
    /// move starts here.
    package private(set) var at: ServerTime
    package private(set) var round: PlayedRound

    /// Returns nil if both sides are one account, or if an id or a name is not valid.
    package init?(
        circle: PlayerAccount, cross: PlayerAccount, limit: DaysPerMove, since: ServerTime,
        invitation: InviterRelation? = nil
    ) {
        self.init(circle: circle, cross: cross, limit: limit, since: since, at: since, [], .open)
        self.invitation = invitation
    }

    /// Returns nil if both sides are one account, if an id or a name is not valid, or if the moves
    /// are illegal or contradict the end.
    init?(
        circle: PlayerAccount, cross: PlayerAccount, limit: DaysPerMove, since: ServerTime,
        at: ServerTime, _ moves: [Square], _ finish: PlayedRound.RoundFinish
    ) {
        let names = [circle.name, cross.name]
        guard circle.user != cross.user, [circle.user, cross.user].allSatisfy(\.isID),
            names.allSatisfy({ (1...RoundResult.longestName).contains($0.byteCount) }),
            let round = try? PlayedRound(
                circle: circle.name.shown, cross: cross.name.shown, first: .circle, moves: moves,
                finish: finish)
        else { return nil }
        self.circle = circle
        self.cross = cross
        self.limit = limit
        self.since = since
        self.at = at
        self.round = round
    }

    func withoutMoves(startingAt stamp: ServerTime) -> CorrespondenceGame? {
        CorrespondenceGame(
            circle: circle, cross: cross, limit: limit, since: stamp, invitation: invitation)
    }

    package var moves: [Square] { round.moves }
    package var position: Position { round.position(after: round.moves.count) }
    package var outcome: Outcome? { isCalledOff ? nil : round.outcome }
    package var isOver: Bool { round.finish != .open }
    /// True if the game ended before both players had moved. Such a game does not count.
    package var isCalledOff: Bool { isOver && !hasBegun }
    /// True if the invited player ended the game without a move. The object does not record if that
    /// player had accepted the invitation before.
    package var isDeclined: Bool { moves.isEmpty && round.finish == .resigned(.circle) }
    /// The player to move; in a finished game, the player who would move next.
    package var next: Piece { round.mover(of: round.moves.count) }
    /// True if both players have moved. Before that, neither player can lose.
    package var hasBegun: Bool { round.moves.count > 1 }
    /// The end of the time for the next move.
    package var due: ServerTime { at + limit.duration }

    package func isLate(at now: ServerTime) -> Bool { !isOver && due < now }

    /// Returns true if the invitation is open, and `piece` is the invited side's.
    package func isInvited(_ piece: Piece) -> Bool { invitation != nil && piece == .circle }

    package func piece(of user: String) -> Piece? {
        switch user {
        case circle.user: .circle
        case cross.user: .cross
        default: nil
        }
    }

    package func side(of piece: Piece) -> PlayerAccount {
        switch piece {
        case .circle: circle
        case .cross: cross
        }
    }

    func hasSamePlayersAndTerms(as other: CorrespondenceGame) -> Bool {
        circle == other.circle && cross == other.cross && limit == other.limit
            && since == other.since
    }
}

extension CorrespondenceGame {
    package mutating func perform(
        _ action: PlayerAction, by user: String, at stamp: ServerTime
    ) throws(MatchActionRefusal) {
        switch action {
        case .play(let square): try play(square, by: user, at: stamp)
        case .resign: try resign(by: user, at: stamp)
        case .claim: try claimWinAssumingLate(by: user, at: stamp)
        case .accept: try accept(by: user, at: stamp)
        }
    }

    /// Accepts the invitation. The full time for the first move starts at `stamp`.
    package mutating func accept(by user: String, at stamp: ServerTime) throws(MatchActionRefusal) {
        guard isInvited(try pieceInPlay(of: user)) else { throw .notYourTurn }
        setRoundClosingInvitation([], .open, at: stamp)
    }

    /// Places a piece. A late move is valid as long as the game is not claimed.
    package mutating func play(
        _ square: Square, by user: String, at stamp: ServerTime
    ) throws(MatchActionRefusal) {
        guard try pieceInPlay(of: user) == next else { throw .notYourTurn }
        var position = position
        try position.play(square)
        setRoundClosingInvitation(moves + [square], position.isOver ? .board : .open, at: stamp)
    }

    /// Resigns. Before both players have moved, this calls the game off, so the game does not
    /// count.
    package mutating func resign(by user: String, at stamp: ServerTime) throws(MatchActionRefusal) {
        setRoundClosingInvitation(moves, .resigned(try pieceInPlay(of: user)), at: stamp)
    }

    /// Wins the game because the opponent's time has expired. The caller must check that the time
    /// has expired.
    package mutating func claimWinAssumingLate(
        by user: String, at stamp: ServerTime
    ) throws(MatchActionRefusal) {
        guard try pieceInPlay(of: user) != next else { throw .notYourTurn }
        guard hasBegun else { throw .notBegun }
        setRoundClosingInvitation(moves, .outOfTime(next), at: stamp)
    }

    private func pieceInPlay(of user: String) throws(MatchActionRefusal) -> Piece {
        guard let piece = piece(of: user) else { throw .notSeated }
        guard !isOver else { throw .roundIsOver }
        return piece
    }

    /// Sets the moves and the end. Each action also accepts or ends the invitation.
    private mutating func setRoundClosingInvitation(
        _ moves: [Square], _ finish: PlayedRound.RoundFinish, at stamp: ServerTime
    ) {
        do throws(RoundFlaw) {
            round = try PlayedRound(
                circle: circle.name.shown, cross: cross.name.shown, first: .circle, moves: moves,
                finish: finish)
        } catch {
            preconditionFailure("it was tried before: \(error)")
        }
        at = stamp
        invitation = nil
    }
}

extension CorrespondenceGame {
    package init(_ object: JSONObject) throws(RecordFlaw) {
        let circle = try object.player(.circle, called: .circleName)
        let cross = try object.player(.cross, called: .crossName)
        guard let days = try object.wholeNumber(.days) else { throw .missing(member: "days") }
        guard let limit = DaysPerMove(rawValue: days) else { throw .senseless(member: "days") }
        guard let since = try object.stamp(.since) else { throw .missing(member: "since") }
        let at = try object.stamp(.at) ?? since
        guard let moves = try object.moves(.moves)?.squares else { throw .missing(member: "moves") }
        let finishes = try object.finish.map { [$0] } ?? [.open, .board]
        let games = finishes.compactMap { finish in
            CorrespondenceGame(
                circle: circle, cross: cross, limit: limit, since: since, at: at, moves, finish)
        }
        guard let game = games.first else { throw .contradiction }
        if case .outOfTime = game.round.finish, !game.hasBegun { throw .contradiction }
        self = game
        guard let word = try object.text(.invitation, longest: 16) else { return }
        guard let invitation = InviterRelation(rawValue: word) else {
            throw .senseless(member: "invitation")
        }
        // A client without support for this member leaves the member in place on the first move,
        // although that move accepts the invitation.
        self.invitation = moves.isEmpty && !isOver ? invitation : nil
    }

    package var members: JSONObject {
        var object: JSONObject = [
            .circle: JSON(circle.user), .circleName: JSON(circle.name),
            .cross: JSON(cross.user), .crossName: JSON(cross.name),
            .days: JSON(limit.rawValue), .since: JSON(Int(since.milliseconds)),
            .at: JSON(Int(at.milliseconds)),
            .moves: .array(moves.map { JSON(Int($0.rawValue)) }),
        ]
        object[.invitation] = invitation.map { JSON($0.rawValue) }
        switch round.finish {
        case .resigned(let piece): object[.resigned] = JSON(piece.word)
        case .outOfTime(let piece):
            object[.resigned] = JSON(piece.word)
            object[.ending] = JSON(NonResignationLossReason.timeout.rawValue)
        case .board, .open, .agreed, .claimed, .left, .notBack: break
        }
        return object
    }
}

extension JSONObject {
    func player(
        _ member: JSONString, called name: JSONString
    ) throws(RecordFlaw) -> CorrespondenceGame.PlayerAccount {
        guard let user = try id(member) else { throw .missing(member: member.string) }
        guard let name = try text(name, longest: RoundResult.longestName) else {
            throw .missing(member: name.string)
        }
        return CorrespondenceGame.PlayerAccount(user: user, name: ForeignText(name))
    }

    /// The end of a game that did not end on the board; nil if there is no such end.
    fileprivate var finish: PlayedRound.RoundFinish? {
        get throws(RecordFlaw) {
            let loser = try side(.resigned)
            guard let ending = nonNullValue(.ending) else { return loser.map { .resigned($0) } }
            guard let text = ending.text else { throw .wrongType(member: "ending") }
            guard text.hasSameBytes(as: NonResignationLossReason.timeout.rawValue) else {
                throw .senseless(member: "ending")
            }
            guard let loser else { throw .contradiction }
            return .outOfTime(loser)
        }
    }
}

package enum DaysPerMove: Int, Hashable, Codable, Sendable, CaseIterable {
    case day = 1
    case threeDays = 3
    case week = 7

    package static let usual = DaysPerMove.threeDays

    package var duration: Duration { .seconds(rawValue * 86_400) }
}
