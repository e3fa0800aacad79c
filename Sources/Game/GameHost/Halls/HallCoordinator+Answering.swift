import Game
package import Host
import Lobby
package import SimperiumJSON
import SimperiumWire
package import SyncHub

/// Answers to requests about players and matches in other halls.
extension HallCoordinator {
    /// The maximum number of halls on a page of matches. A page also ends once it has
    /// `matchesPerPage` matches.
    static let hallsPerPage = 20
    static let matchesPerPage = 200
    static let matchesPerHall = 100

    /// Returns the answer to a request. Returns nil for an unknown request, and for a client that
    /// has no place in a hall or does not support halls.
    package func answer(
        _ question: JSONObject, by inquirer: AppInquirer, in hub: Hub
    ) -> JSONObject? {
        var own: HallNumber?
        // A client that can't dial again can't use the halls of other servers.
        var distantHalls = distantHalls
        if case .client(let id, _) = inquirer {
            guard let visitor = visitors[id], visitor.knowsHalls else { return nil }
            own = visitor.hall
            if !visitor.redials { distantHalls = [:] }
        }
        if let wanted = question["find"]?.object {
            return searchHalls(wanted, from: own, and: distantHalls, in: hub)
        }
        guard let page = question["halls"]?.object else { return nil }
        let after = page["after"]?.string.flatMap { HallNumber($0) }
        return self.matchPage(after: after, and: distantHalls, in: hub)
    }

    /// Returns an answer with the hall and key of a player or a match, or an answer with `none`.
    /// Searches the client's own hall first. The answer repeats the request's members, so that the
    /// client can match it to the request.
    private func searchHalls(
        _ wanted: JSONObject, from own: HallNumber?,
        and distantHalls: [HallNumber: CrossShardHallReport], in hub: Hub
    ) -> JSONObject {
        guard let sought = HallSearchTerm(wanted) else { return ["none": .object(wanted)] }
        func answer(_ hall: HallNumber, _ key: ObjectKey) -> JSONObject {
            var found = wanted
            found["hall"] = JSON("\(hall)")
            found["key"] = JSON(key.text)
            return ["found": .object(found)]
        }
        for hall in own.map({ [$0] + open }) ?? open {
            guard let key = state(of: hall, in: hub)?.key(of: sought) else { continue }
            return answer(hall, key)
        }
        let others = distantHalls.values.compactMap { report in
            report.searchIndex?.key(of: sought).map { (hall: report.hall, key: $0) }
        }
        return others.min { $0.hall < $1.hall }.map(answer) ?? ["none": .object(wanted)]
    }

    /// Returns a hall's entry for a page, with at most `count` live matches; nil if the hall has no
    /// live match.
    static func pageEntry(
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

    /// Returns a page with the live matches of the halls after `hall`; of all halls from the first
    /// if `hall` is nil.
    private func matchPage(
        after hall: HallNumber?, and distantHalls: [HallNumber: CrossShardHallReport], in hub: Hub
    ) -> JSONObject {
        var page: [JSON] = []
        var matches = 0
        let all = distantHalls.isEmpty ? open : (open + distantHalls.keys).sorted()
        var rest = all.filter { number in hall.map { number > $0 } ?? true }[...]
        while let next = rest.first, page.count < Self.hallsPerPage, matches < Self.matchesPerPage {
            rest = rest.dropFirst()
            let own = state(of: next, in: hub).flatMap {
                Self.pageEntry(of: next, $0, atMost: Self.matchesPerHall)
            }
            guard let hall = own ?? distantHalls[next]?.searchIndex?.pageEntry else { continue }
            matches += hall["matches"]?.array?.count ?? 0
            page.append(.object(hall))
        }
        var answer = SentHallCounts.members(census(in: hub), halls: hallCount)
        answer["halls"] = .array(page)
        if let next = page.last?["hall"], !rest.isEmpty { answer["after"] = next }
        return answer
    }
}

/// The target of a search in all halls.
enum HallSearchTerm {
    case name(NameSkeleton)
    case user(String)
    case match(ObjectKey)

    init?(_ wanted: JSONObject) {
        if let name = wanted["name"]?.string.flatMap(NameSkeleton.init(validating:)) {
            self = .name(name)
        } else if let user = wanted["user"]?.string {
            self = .user(user)
        } else if let match = wanted["match"]?.string.flatMap(ObjectKey.init) {
            self = .match(match)
        } else {
            return nil
        }
    }
}

extension LobbyState {
    fileprivate func key(of sought: HallSearchTerm) -> ObjectKey? {
        switch sought {
        case .name(let skeleton): roster.findUnhiddenPlayer(named: skeleton).flatMap(roster.key)
        case .user(let user): roster.findUnhiddenPlayer(of: user).flatMap(roster.key)
        case .match(let key): ledger.seatValidity(of: key) == .live ? key : nil
        }
    }

    fileprivate func summary(of match: LobbyMatch) -> JSON {
        let score = match.match?.score
        let figures = [score?.circleWins, score?.crossWins, score?.draws].map { JSON($0 ?? 0) }
        var summary: JSONObject = [
            "key": JSON(match.key.text),
            "names": .array(match.players.map { JSON(roster.shownName(of: $0)) }),
            "score": .array(figures), "moves": JSON(match.match?.board.pieceCount ?? 0),
        ]
        summary["matrix"] = match.match.map { .array($0.board.matrix.map { JSON($0) }) }
        return .object(summary)
    }
}
