import Game
import Lobby
package import SimperiumJSON
import SimperiumWire
package import SyncHub

/// What those ask who look for somebody, or something, in another hall.
extension HallDesk {
    /// So many halls are on a page of matches, and no further one behind so many matches.
    static let hallsPerPage = 20
    static let matchesPerPage = 200
    static let matchesPerHall = 100

    /// Answers a client that knows of halls; all others are told nothing.
    package func answer(
        _ question: JSONObject, from id: ConnectionID, in hub: Hub
    ) -> JSONObject? {
        guard visitors[id]?.knowsHalls == true else { return nil }
        return answer(question, from: hall(of: id), in: hub)
    }

    func answer(
        _ question: JSONObject, from own: HallNumber?, in hub: Hub
    ) -> JSONObject? {
        if let wanted = question["find"]?.object { return find(wanted, from: own, in: hub) }
        guard let page = question["halls"]?.object else { return nil }
        return self.page(after: page["after"]?.string.flatMap { HallNumber($0) }, in: hub)
    }

    /// Where somebody is, or a match: in the asker's hall before all others. What was looked for is
    /// in the answer, by which the asker knows which question it is for.
    private func find(
        _ wanted: JSONObject, from own: HallNumber?, in hub: Hub
    ) -> JSONObject {
        var found = wanted
        for hall in own.map({ [$0] + open }) ?? open {
            guard let key = state(of: hall, in: hub)?.key(of: wanted) else { continue }
            found["hall"] = JSON("\(hall)")
            found["key"] = JSON(key.rawValue)
            return ["found": .object(found)]
        }
        return ["none": .object(wanted)]
    }

    /// The live matches of the next halls.
    private func page(after hall: HallNumber?, in hub: Hub) -> JSONObject {
        var page: [JSON] = []
        var matches = 0
        var rest = open.filter { number in hall.map { number > $0 } ?? true }[...]
        while let next = rest.first, page.count < Self.hallsPerPage, matches < Self.matchesPerPage {
            rest = rest.dropFirst()
            guard var state = state(of: next, in: hub) else { continue }
            state.hidesNames = true
            let live = state.liveMatches.prefix(Self.matchesPerHall)
            guard !live.isEmpty else { continue }
            matches += live.count
            page.append(
                [
                    "hall": JSON("\(next)"), "here": JSON(state.census.here),
                    "matches": .array(live.map { state.summary(of: $0) }),
                ])
        }
        var answer = HallCounts.members(census(in: hub), halls: table.count)
        answer["halls"] = .array(page)
        if let next = page.last?["hall"], !rest.isEmpty { answer["after"] = next }
        return answer
    }
}

extension LobbyState {
    /// The key of what a question names, if it is here.
    fileprivate func key(of wanted: JSONObject) -> LobbyKey? {
        if let name = wanted["name"]?.string.flatMap({ try? PlayerName($0) }) {
            return roster.find(NameSkeleton(name)).flatMap(roster.key)
        }
        if let user = wanted["user"]?.string { return roster.find(user: user).flatMap(roster.key) }
        guard let match = wanted["match"]?.string.map(LobbyKey.init(rawValue:)),
            ledger.standing(of: match) == .live
        else { return nil }
        return match
    }

    /// A match as a list shows it.
    fileprivate func summary(of match: ShownMatch) -> JSON {
        let score = match.match?.score
        let figures = [score?.circleWins, score?.crossWins, score?.draws].map { JSON($0 ?? 0) }
        return [
            "key": JSON(match.key.rawValue),
            "names": .array(match.players.map { JSON(roster.name(of: $0)) }),
            "score": .array(figures), "moves": JSON(match.match?.board.pieceCount ?? 0),
        ]
    }
}
