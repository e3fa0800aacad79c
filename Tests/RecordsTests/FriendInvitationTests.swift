import Drawing
import Game
import Lobby
import Records
import SimperiumClock
import SimperiumJSON
import Testing

@Suite("An invitation to be friends")
struct FriendInvitationTests {
    private static let since = CorrespondenceGame.begun
    private static let open = FriendInvitation(
        asker: CorrespondenceGame.okafor, asked: CorrespondenceGame.lin, since: since)

    private static func ruling(
        _ before: JSONObject, _ after: JSONObject, by user: String
    ) throws -> JSONObject? {
        try FriendInvitation.objectAfterAllowedEdit(.change(from: before, to: after), by: user)
    }

    @Test("It is read as it was written, and is no game; a game is none")
    func members() throws {
        let open = try #require(Self.open)
        for state in [FriendInvitation.InvitationState.open, .accepted, .ended] {
            let invitation = open.becoming(state)
            #expect(FriendInvitation(invitation.members) == invitation)
            #expect(throws: RecordFlaw.self) { try CorrespondenceGame(invitation.members) }
            try RecordBucket.game.check(invitation.members, key: "k")
        }
        #expect(FriendInvitation(try CorrespondenceGame.running([]).members) == nil)
        for (member, value) in [
            ("friendship", "perhaps"), ("circle", "u-okafor"), ("crossName", ""), ("since", "x"),
        ] {
            var object = open.members
            object[JSONString(member)] = JSON(value)
            #expect(FriendInvitation(object) == nil, "\(member)")
            #expect(throws: RecordFlaw.self) { try RecordBucket.game.check(object, key: "k") }
        }
        #expect(
            FriendInvitation(
                asker: CorrespondenceGame.lin, asked: CorrespondenceGame.lin, since: Self.since)
                == nil)
        let long = CorrespondenceGame.PlayerAccount(user: "u-1", name: "éééééééééééééééé")
        let short = CorrespondenceGame.PlayerAccount(user: "u-2", name: "e")
        #expect(FriendInvitation(asker: long, asked: short, since: Self.since) != nil)
    }

    @Test("P73: The asked player accepts once; other changes are refused")
    func accepts() throws {
        let open = try #require(Self.open).members
        let accepted = try #require(Self.open).becoming(.accepted).members
        #expect(try Self.ruling(open, accepted, by: "u-lin") == accepted)
        #expect(throws: CorrespondenceFoul.move(.notYourTurn)) {
            try Self.ruling(open, accepted, by: "u-okafor")
        }
        #expect(throws: CorrespondenceFoul.notInTheGame) {
            try Self.ruling(open, accepted, by: "u-kim")
        }
        #expect(throws: CorrespondenceFoul.move(.notYourTurn)) {
            try Self.ruling(accepted, accepted, by: "u-lin")
        }
        #expect(throws: CorrespondenceFoul.notOneAct) { try Self.ruling(open, open, by: "u-lin") }
        var renamed = accepted
        renamed["crossName"] = "kim"
        #expect(throws: CorrespondenceFoul.notOneAct) {
            try Self.ruling(open, renamed, by: "u-lin")
        }
        #expect(throws: CorrespondenceFoul.serversGame) {
            try FriendInvitation.objectAfterAllowedEdit(.insert(open), by: "u-okafor")
        }
    }

    @Test("P73: To delete it declines or withdraws it; once it is answered it is only removed")
    func deletes() throws {
        let open = try #require(Self.open)
        for user in ["u-lin", "u-okafor"] {
            let left = try FriendInvitation.objectAfterAllowedEdit(.delete(open.members), by: user)
            #expect(left == open.becoming(.ended).members)
            for state in [FriendInvitation.InvitationState.accepted, .ended] {
                let object = open.becoming(state).members
                #expect(
                    try FriendInvitation.objectAfterAllowedEdit(.delete(object), by: user) == nil)
            }
        }
        #expect(throws: CorrespondenceFoul.notInTheGame) {
            try FriendInvitation.objectAfterAllowedEdit(.delete(open.members), by: "u-kim")
        }
    }

    @Test("The server sets its time, and begins no answered one")
    func begins() throws {
        let open = try #require(Self.open)
        let now = Self.since + .seconds(5)
        let begun = try FriendInvitation.newInvitation(open.members, at: now)
        #expect(FriendInvitation(begun)?.since == now)
        #expect(throws: CorrespondenceFoul.flawed(.contradiction)) {
            try FriendInvitation.newInvitation(open.becoming(.accepted).members, at: now)
        }
    }

    @Test("A list begins with the askers, then has sent invitations, then friends")
    func list() throws {
        var records = AccountRecords()
        records.apply(.friend("u-1", Friend(since: Self.since)))
        records.apply(.friendInvitation("a", try #require(Self.open)))
        let sent = FriendInvitation(
            asker: CorrespondenceGame.lin, asked: .init(user: "u-kim", name: "kim"),
            since: Self.since)
        records.apply(.friendInvitation("b", try #require(sent)))
        let list = FriendList(records, of: "u-lin", among: [Person]()) { user, _ in user }
        #expect(list.users == ["u-okafor", "u-kim", "u-1"])
        #expect(list.rows.first?.invitation?.asker.user == "u-okafor")
        records.apply(.block("u-okafor", since: Self.since))
        let blocked = FriendList(records, of: "u-lin", among: [Person]()) { user, _ in user }
        #expect(blocked.rows.last { $0.user == "u-okafor" }?.invitation == nil)
    }
}
