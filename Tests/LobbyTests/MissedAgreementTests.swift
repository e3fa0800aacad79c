import Game
import Lobby
import SimperiumJSON
import Testing

/// A program's view of a new round without a referee, if it made a move that its opponent never
/// received.
@Suite("A round that ended for one of the two")
struct MissedAgreementTests {
    private static func begun() throws -> MatchRecord {
        var record = MatchRecord(circle: "ann", cross: "bob")
        try record.play(.centre, by: .circle)
        try record.play(.topLeft, by: .cross)
        return record
    }

    /// A draw by agreement, and both want another round.
    private static func agreed() throws -> MatchRecord {
        var record = try begun()
        try record.perform(.offerDraw, by: .circle)
        try record.perform(.acceptDraw, by: .cross)
        for piece in Piece.allCases { try record.answerRematch(true, by: piece) }
        return record
    }

    /// The same, but circle moves before it receives the agreement.
    private static func moved(_ record: MatchRecord, offering offer: Int?) throws -> MatchRecord {
        var begun = try begun()
        try begun.play(.topRight, by: .circle)
        var members = record.members
        for name: JSONString in ["matrix", "nextPieceKind"] { members[name] = begun.members[name] }
        members["circleOffers"] = offer.map { JSON($0) }
        return try MatchRecord(members)
    }

    @Test("A draw offered in this round counts after later moves; no other offer counts")
    func draws() throws {
        let agreed = try Self.agreed()
        let offered = agreed.offers[.circle]
        for offer in [offered, nil, -12, 3, 22] {
            let ours = try Self.moved(agreed, offering: offer)
            try #require(ours.match.outcome == nil)
            var later = agreed
            try later.startNextRound()
            if offer != offered {
                var members = later.members
                members["circleOffers"] = offer.map { JSON($0) }
                later = try MatchRecord(members)
            }
            let explains = [1, 2].map { ours.canReach(later, by: .cross, otherReadyRound: $0) }
            #expect(explains == [false, offer == offered], "\(offer ?? 0)")
        }
    }

    @Test("A side that has declined a draw does not agree to it by an offer of its own")
    func declinedDraw() throws {
        var record = try Self.begun()
        try record.perform(.offerDraw, by: .circle)
        try record.perform(.declineDraw, by: .cross)
        #expect(throws: RequestObstacle.declinedDrawOpen) {
            try record.perform(.offerDraw, by: .cross)
        }
        #expect(throws: RequestObstacle.drawDeclined) {
            try record.perform(.offerDraw, by: .circle)
        }
        #expect(record.match.outcome == nil)
        let removed = Piece.allCases.filter { record.removeDeclinedOffers(of: $0) }
        #expect(removed == [.circle])
        try record.perform(.offerDraw, by: .cross)
        #expect(record.match.drawOffers == [.cross] && record.match.outcome == nil)
    }

    @Test("P82: A side that has declined a request asks for no move back while it is still there")
    func declinedUndo() throws {
        var record = try Self.begun()
        try record.perform(.askUndo([.centre, .topLeft]), by: .circle)
        try record.perform(.declineUndo, by: .cross)
        #expect(throws: RequestObstacle.declinedUndoOpen) {
            try record.perform(.askUndo([.topLeft]), by: .cross)
        }
        #expect(record.openUndoRequest(of: .circle) == nil)
        let removed = Piece.allCases.filter { record.removeDeclinedOffers(of: $0) }
        #expect(removed == [.circle])
        try record.perform(.askUndo([.topLeft]), by: .cross)
        #expect(record.openUndoRequest(of: .circle) == nil)
        #expect(record.openUndoRequest(of: .cross) != nil)
    }

    @Test("Two who resign at once each give the round away, and neither takes it")
    func resigned() throws {
        var ours = try Self.begun()
        try ours.endRound(lostBy: .circle)
        var theirs = try Self.begun()
        try theirs.endRound(lostBy: .cross)
        for piece in Piece.allCases {
            try ours.answerRematch(true, by: piece)
            try theirs.answerRematch(true, by: piece)
        }
        var (took, gave) = (ours, theirs)
        try took.startNextRound()
        try gave.startNextRound()
        #expect(took.match.score.crossWins == 1)
        #expect(gave.match.score.circleWins == 1)

        #expect(ours.canReach(gave, by: .cross, otherReadyRound: 2))
        #expect(ours.canReach(took, by: .cross, otherReadyRound: 2))
        // Who did not resign does not lose by another's word.
        var here = try Self.begun()
        for piece in Piece.allCases { here = try Self.ready(here, piece) }
        #expect(here.canReach(gave, by: .cross, otherReadyRound: 2))
        #expect(!here.canReach(took, by: .cross, otherReadyRound: 2))
    }

    /// The record, if a side had said that it wants another round.
    private static func ready(_ record: MatchRecord, _ piece: Piece) throws -> MatchRecord {
        var members = record.members
        members[piece == .circle ? "circleReady" : "crossReady"] = 2
        return try MatchRecord(members)
    }

    /// All missed changes of a match arrive at once after a break.
    @Test("A round that began, and ended by the clock or a claim, while one was away is explained")
    func wasMissed() throws {
        var ours = MatchRecord(
            circle: "ann", cross: "bob", MatchTerms(limit: MoveTimeLimit.offered.first))
        try ours.endRound(lostBy: .circle)
        for piece in Piece.allCases { try ours.answerRematch(true, by: piece) }
        var begun = ours
        try begun.startNextRound()
        try begun.play(.centre, by: .cross)
        var late = begun
        try late.endRound(lostBy: late.match.next, because: .timeout)
        var claimed = begun
        try claimed.endRound(lostBy: .circle, because: .claimed)
        var othersWord = begun
        try othersWord.endRound(lostBy: .circle)

        #expect(ours.canReach(late, by: .cross, otherReadyRound: 2))
        #expect(ours.canReach(claimed, by: .cross, otherReadyRound: 2))
        #expect(!ours.canReach(othersWord, by: .cross, otherReadyRound: 2))
    }
}
