import Game
import Lobby
package import SimperiumJSON
import SimperiumWire
package import SyncHub

/// Answers to questions about people and matches in other halls.
extension HallDesk {
    /// The largest number of halls on a page of matches. A page with `matchesPerPage` matches ends
    /// earlier.
    static let hallsPerPage = 20
    static let matchesPerPage = 200
    static let matchesPerHall = 100

    /// Returns the answer to a question; nil for a client that does not know halls.
    package func answer(
        _ question: JSONObject, by inquirer: HallInquirer, in hub: Hub
    ) -> JSONObject? {
        var own: HallNumber?
        if case .client(let id, _) = inquirer {
            guard visitors[id]?.knowsHalls == true else { return nil }
            own = hall(of: id)
        }
        if let wanted = question["find"]?.object { return find(wanted, from: own, in: hub) }
        guard let page = question["halls"]?.object else { return nil }
        let after = page["after"]?.string.flatMap { HallNumber($0) }
        return self.page(after: after, in: hub)
    }

    /// Finds a player or a match, first in the asker's own hall. The answer repeats the members of
    /// the question, so the asker can assign it.
    private func find(
        _ wanted: JSONObject, from own: HallNumber?, in hub: Hub
    ) -> JSONObject {
        var found = wanted
        for hall in own.map({ [$0] + open }) ?? open {
            guard let key = state(of: hall, in: hub)?.key(of: wanted) else { continue }
            found["hall"] = JSON("\(hall)")
            found["key"] = JSON(key.text)
            return ["found": .object(found)]
        }
        return ["none": .object(wanted)]
    }

    /// Returns the live matches of a hall; nil if there are none.
    static func page(
        of hall: HallNumber, _ state: LobbyState, atMost count: Int
    ) -> JSONObject? {
        var state = state
        state.hidesNames = true
        let live = state.liveMatches.prefix(count)
        guard !live.isEmpty else { return nil }
        return [
            "hall": JSON("\(hall)"), "here": JSON(state.census.here),
            "matches": .array(live.map { state.summary(of: $0) }),
        ]
    }

    /// Returns the live matches of the halls after this one.
    private func page(after hall: HallNumber?, in hub: Hub) -> JSONObject {
        var page: [JSON] = []
        var matches = 0
        var rest = open.filter { number in hall.map { number > $0 } ?? true }[...]
        while let next = rest.first, page.count < Self.hallsPerPage, matches < Self.matchesPerPage {
            rest = rest.dropFirst()
            guard let state = state(of: next, in: hub),
                let hall = Self.page(of: next, state, atMost: Self.matchesPerHall)
            else { continue }
            matches += hall["matches"]?.array?.count ?? 0
            page.append(.object(hall))
        }
        var answer = HallCounts.members(census(in: hub), halls: table.count)
        answer["halls"] = .array(page)
        if let next = page.last?["hall"], !rest.isEmpty { answer["after"] = next }
        return answer
    }
}

extension LobbyState {
    /// Returns the key of the named player or match; nil if it is not in this hall.
    fileprivate func key(of wanted: JSONObject) -> ObjectKey? {
        if let name = wanted["name"]?.string.flatMap({ try? PlayerName($0) }) {
            return roster.find(NameSkeleton(name)).flatMap(roster.key)
        }
        if let user = wanted["user"]?.string { return roster.find(user: user).flatMap(roster.key) }
        guard let match = wanted["match"]?.string.flatMap(ObjectKey.init),
            ledger.standing(of: match) == .live
        else { return nil }
        return match
    }

    /// Returns a match as an entry of a list.
    fileprivate func summary(of match: LobbyMatch) -> JSON {
        let score = match.match?.score
        let figures = [score?.circleWins, score?.crossWins, score?.draws].map { JSON($0 ?? 0) }
        var summary: JSONObject = [
            "key": JSON(match.key.text),
            "names": .array(match.players.map { JSON(roster.name(of: $0)) }),
            "score": .array(figures), "moves": JSON(match.match?.board.pieceCount ?? 0),
        ]
        summary["matrix"] = match.match.map { .array($0.board.matrix.map { JSON($0) }) }
        return .object(summary)
    }
}
