internal import Drawing
internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire
internal import Wording

/// The players in the lobby and their number, for reports in plain text and JSON.
struct PeopleReport: Hashable {
    private struct PersonEntry: Hashable {
        let name: String
        let doing: String
        let sentence: String
        /// The opponent of a player, or the match of a spectator; otherwise nil.
        let with: String?
        /// The minutes without a key press; nil unless the player is free and idle.
        let idle: Int?
        /// The clock of a player who waits for a match with a clock, in seconds for each move; nil
        /// for other players.
        let clock: Int?
    }

    private let census: Census
    private let people: [PersonEntry]
    /// The numbers of the counted people who are not listed: players with hidden names, spectators,
    /// and players who have been away for a while. Nil if there are none. Also nil with several
    /// halls, because the counts then include the people of other halls.
    private let unlisted: String?

    /// Creates the report of a state. `census` has the counts of all halls, if there are several.
    /// Players who hide their names are counted, but not listed. The row of the Player `me` is
    /// marked.
    init(
        _ lobbyState: LobbyState, _ census: Census? = nil, for me: PlayerID? = nil, at now: Instant
    ) {
        self.census = census ?? lobbyState.census
        let shown = lobbyState.listedPeople(at: now).filter { !$0.isHidden }
        let away = lobbyState.unlistedAbsentees(at: now)
        unlisted =
            census == nil
            ? LineWords.unlisted(
                unnamed: lobbyState.census.here - shown.count - away, away: away) : nil
        people = shown.map { person in
            let status = person.statusWords(in: lobbyState, at: now)
            let isMe = me.map { lobbyState.roster.areSamePerson(person.id, $0) } ?? false
            let sentence = isMe ? LineWords.ownStatus(status) : status
            let name = person.name
            func personEntry(_ doing: String, with: String? = nil) -> PersonEntry {
                let isAway = person.absence != nil
                return PersonEntry(
                    name: name, doing: isAway ? "away" : doing, sentence: sentence, with: with,
                    idle: person.idleMinutesIfFree(at: now),
                    clock: person.activity == .waiting ? person.clock?.rawValue : nil)
            }
            switch person.activity {
            case .playing(let key):
                let opponent = lobbyState[key].map {
                    lobbyState.roster.shownName(of: $0.opponent(of: person.id))
                }
                return personEntry("playing", with: opponent)
            case .watching(let key): return personEntry("watching", with: key.text)
            case .waiting: return personEntry("waiting")
            case .open: return personEntry("free")
            case .busy: return personEntry("busy")
            }
        }
    }

    var summary: String { census.sentence }

    var lines: [String] {
        [summary] + AccountReport.table(people.map { ($0.name, $0.sentence) })
            + [unlisted].compactMap(\.self)
    }

    /// The counts and the players as one line of JSON, for programs. Later versions may add
    /// members, but never remove one.
    var json: String {
        let object: JSONObject = [
            "version": 1, "here": JSON(census.here), "free": JSON(census.free),
            "playing": JSON(census.playing), "watching": JSON(census.watching),
            "away": JSON(census.away), "matches": JSON(census.matches),
            "people": .array(people.map(Self.json)),
        ]
        return object.line()
    }

    private static func json(_ entry: PersonEntry) -> JSON {
        var object: JSONObject = ["name": JSON(entry.name), "doing": JSON(entry.doing)]
        object["with"] = entry.with.map { JSON($0) }
        object["idle"] = entry.idle.map { JSON($0) }
        object["clock"] = entry.clock.map { JSON($0) }
        return .object(object)
    }
}
