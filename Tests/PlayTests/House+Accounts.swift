import Drawing
import Game
import Lobby
import Play
import Records
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Simulation
import Visit

extension House {
    static let when = ServerTime(milliseconds: 1_795_387_500_000)

    /// The token of an account that the server does not know.
    static let token: Token = named(String(repeating: "7", count: 32))

    /// Signs a guest in, to an account with these edits. `isKnown` is true if the server knows the
    /// account.
    mutating func signIn(
        _ guest: String, as name: String, keeping edits: [RecordEdit] = [], isKnown: Bool = false
    ) {
        let copy = LocalAccountData(
            of: "\(name)", user: "u-\(name)", token: isKnown ? nil : Self.token,
            by: named("file-\(guest)"), edits)
        feed(.signedIn(copy), to: guest)
        run(for: .milliseconds(100))
    }

    /// Answers the questions about devices that a guest's program has asked: the one that they
    /// sit at, one that was linked, and a key that is new.
    mutating func answerLinks(_ guest: String) {
        let seconds = Int(Self.when.milliseconds / 1_000)
        let devices = [
            LinkedDevicesAndCode.LinkedDevice(
                id: "1", name: "kitchen", since: seconds - 86_400 * 40),
            LinkedDevicesAndCode.LinkedDevice(
                id: "2", name: "SHA256:abcdefgh", since: seconds - 7_300),
        ]
        let sessions = [
            SessionListEntry(
                id: "a", device: "kitchen", since: seconds - 86_400 * 40,
                used: seconds - 86_400 * 3),
            SessionListEntry(
                id: "b", device: "desk", since: seconds - 86_400 * 90, used: seconds - 5,
                isCurrent: true),
        ]
        feed(.called(.sessions(sessions)), to: guest)
        feed(
            .called(.links(LinkedDevicesAndCode(code: nil, waiting: nil, devices: devices))),
            to: guest)
    }

    /// Returns a program's requests about accounts, in their order.
    func calls(of guest: String) -> [AccountRequest] {
        wishes(of: guest).compactMap { wish in
            if case .program(.call(let request)) = wish { request } else { nil }
        }
    }
}

/// The data of lin's account in these tests.
enum LinsAccount {
    static let edits: [RecordEdit] =
        [
            .friend("u-okafor", Friend(since: House.when)),
            .friend("u-emil", Friend(alias: "the tall one", since: House.when)),
            .block("u-gus", since: House.when), .setting(.theme, "nord"),
        ] + results

    /// A match against a bot that was left: the person is to move.
    static let unfinished: RecordEdit = .solo(
        "left",
        UnfinishedBotMatch(
            against: .hard, moves: PackedMoveList([.centre, .topLeft]) ?? PackedMoveList(),
            score: Score(),
            at: House.when))

    /// Nine moves without a row of three.
    private static let drawn =
        PackedMoveList([5, 1, 2, 8, 3, 7, 4, 6, 9].compactMap { Square(number: $0) })
        ?? PackedMoveList()

    private static let results: [RecordEdit] = {
        var edits: [RecordEdit] = []
        for round in 1...25 {
            let verdict: RoundResult.Verdict =
                round <= 12 ? .won : round <= 21 ? .lost : .drawn
            edits.append(
                .result(
                    .people(stamp: House.when, version: "a", round: round),
                    RoundResult(
                        against: "u-okafor", called: "okafor", as: .cross, verdict,
                        by: verdict == .drawn ? .board : .line,
                        moves: verdict == .drawn ? drawn : PackedMoveList(),
                        at: House.when + .seconds(round))))
        }
        for round in 1...3 {
            edits.append(
                .result(
                    .bot("\(round)"),
                    RoundResult(
                        against: nil, called: "easy", as: .circle, .won, by: .line,
                        at: House.when + .seconds(60 + round), level: .easy)))
        }
        return edits
    }()
}
