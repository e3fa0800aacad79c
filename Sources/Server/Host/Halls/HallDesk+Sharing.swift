import Game
import Lobby
import SharedLog
import SimperiumClock
import SimperiumJSON
internal import SimperiumWire
import SyncHub

/// What a server of several says of its halls, and asks about the others'.
extension HallDesk {
    /// So many matches of a hall others can show.
    private static let matchesForOthers = 20

    /// Does what is due with the list of halls that servers share.
    mutating func share(in hub: Hub, at now: Instant) {
        shared?.askForPlaces()
        let held = held
        shared?.tell(held)
        guard shared?.report.isDue(at: now) == true else { return }
        var states: [HallNumber: LobbyState] = [:]
        for hall in open { states[hall] = state(of: hall, in: hub) }
        var reported: [HallNumber: HallReport.State] = [:]
        for (hall, state) in states {
            reported[hall] = HallReport.State(census: state.census, page: page(of: hall, state))
        }
        let hints = hints(to: states)
        let news = shared?.report.takeNews(reported, hints, at: now)
        if let news { shared?.ask(.tell(news), for: .news) }
    }

    private var held: [DirectoryPlaces] {
        open.map { hall in
            let (own, strangers) = table.places(in: hall)
            return DirectoryPlaces(hall.rawValue, own: own, plain: strangers)
        }
    }

    /// What others show of a hall; nothing if nobody plays there.
    private func page(of hall: HallNumber, _ state: LobbyState) -> [UInt8] {
        Self.page(of: hall, state, atMost: Self.matchesForOthers)?.utf8 ?? []
    }

    /// Where this server's people are, and the matches that they play.
    private func hints(to states: [HallNumber: LobbyState]) -> Set<DirectoryNews.Hint> {
        var hints: Set<DirectoryNews.Hint> = []
        var players: Set<PlayerID> = []
        for visitor in visitors.values {
            guard let state = states[visitor.hall], let player = state.roster[visitor.player],
                let key = state.roster.key(of: visitor.player)
            else { continue }
            players.insert(visitor.player)
            for hint in HallHint.hints(to: player) {
                guard let word = hint.word else { continue }
                hints.insert(DirectoryNews.Hint(word, in: visitor.hall.rawValue, key.text))
            }
        }
        for (hall, state) in states {
            for match in state.liveMatches where match.players.contains(where: players.contains) {
                guard let word = HallHint.match(match.key).word else { continue }
                hints.insert(DirectoryNews.Hint(word, in: hall.rawValue, match.key.text))
            }
        }
        return hints
    }
}

extension HallDesk {
    /// Takes in what the list of halls says.
    mutating func take(
        _ answer: DirectoryAnswer?, for asker: HallAsker, in hub: Hub, at now: Instant
    ) -> HallOutcome {
        switch asker {
        case .place(let id):
            shared?.notePlaces()
            return .decide(shared?.entrances.settle(id, answer) ?? [])
        case .places:
            shared?.settlePlaces(answer)
            return .nothing
        case .news:
            shared?.settleNews(answer)
            return .nothing
        case .waiters:
            let offers = shared?.settleWaiters(answer, at: now) ?? []
            for (player, _) in offers { lone.noteMove(of: player, at: now) }
            return .tell(offers.compactMap { offer($0, in: $1) })
        case .find(let wanted, let inquirer):
            return .answer(found(answer, wanted, by: inquirer, in: hub), to: inquirer)
        case .page(let inquirer):
            var members = HallCounts.members(census(in: hub), halls: hallCount)
            guard case .page(let pages, let hasMore)? = answer else {
                members["halls"] = .array([])
                return .answer(members, to: inquirer)
            }
            members["halls"] = .array(pages.compactMap { try? JSON(parsing: $0.bytes) })
            if hasMore, let last = pages.last { members["after"] = JSON("\(last.hall)") }
            return .answer(members, to: inquirer)
        }
    }

    /// A trace proves nothing: where this server has the hall, it looks.
    private func found(
        _ answer: DirectoryAnswer?, _ wanted: JSONObject, by inquirer: HallInquirer, in hub: Hub
    ) -> JSONObject {
        guard case .traces(let traces)? = answer else { return ["none": .object(wanted)] }
        let trace = traces.sorted { $0.hall < $1.hall }.first { trace in
            guard let hall = HallNumber(rawValue: trace.hall) else { return false }
            return state(of: hall, in: hub).map { $0.holds(trace.key) } ?? true
        }
        guard let trace else { return ["none": .object(wanted)] }
        var found = wanted
        found["hall"] = JSON("\(trace.hall)")
        found["key"] = JSON(trace.key)
        return ["found": .object(found)]
    }

    /// Asks the list of halls what this server can't answer.
    mutating func inquire(_ wanted: JSONObject, for inquirer: HallInquirer) -> Bool {
        guard shared != nil, let word = HallHint(wanted)?.word else { return false }
        shared?.ask(.find(word), for: .find(wanted, inquirer))
        return true
    }

    mutating func inquirePage(after hall: HallNumber?, for inquirer: HallInquirer) {
        shared?.ask(.page(after: hall?.rawValue ?? 0), for: .page(inquirer))
    }
}

extension LobbyState {
    fileprivate func holds(_ key: String) -> Bool {
        guard let key = ObjectKey(key) else { return false }
        return roster.contains(key) || ledger.standing(of: key) == .live
    }
}

extension HallHint {
    /// By what a question asks for somebody.
    fileprivate init?(_ wanted: JSONObject) {
        if let name = wanted["name"]?.string.flatMap({ try? PlayerName($0) }) {
            self = .name(NameSkeleton(name))
        } else if let user = wanted["user"]?.string {
            self = .account(user)
        } else if let match = wanted["match"]?.string.flatMap(ObjectKey.init) {
            self = .match(match)
        } else {
            return nil
        }
    }

    /// As servers write it to each other. A code names its hall, and needs no hint.
    fileprivate var word: [UInt8]? {
        switch self {
        case .name(let skeleton): Array("n\(skeleton.text)".utf8)
        case .account(let user): Array("u\(user)".utf8)
        case .match(let key): Array("m\(key.text)".utf8)
        case .code: nil
        }
    }
}
