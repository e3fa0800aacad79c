internal import Drawing
internal import Game
internal import Lobby
internal import SimperiumJSON
internal import Wording

/// Who is here and what they do, at one moment.
struct Headcount: Hashable {
    private struct Entry: Hashable {
        let name: String
        let doing: String
        let sentence: String
        /// Whom somebody plays, or the match that somebody watches.
        let with: String?
    }

    private let census: Census
    private let people: [Entry]

    init(_ lobbyState: LobbyState) {
        census = lobbyState.census
        people = lobbyState.people.map { person in
            let sentence = person.doing(in: lobbyState)
            let name = person.name
            switch person.pastime {
            case .playing(let key):
                let opponent = lobbyState[key].map {
                    lobbyState.roster.name(of: $0.opponent(of: person.id))
                }
                return Entry(name: name, doing: "playing", sentence: sentence, with: opponent)
            case .watching(let key):
                return Entry(
                    name: name, doing: "watching", sentence: sentence, with: key.rawValue)
            case .waiting:
                return Entry(name: name, doing: "waiting", sentence: sentence, with: nil)
            case .open:
                return Entry(name: name, doing: "free", sentence: sentence, with: nil)
            case .busy:
                return Entry(name: name, doing: "watching", sentence: sentence, with: nil)
            }
        }
    }

    /// In one line, for people.
    var summary: String { census.sentence }

    /// The summary, and a line for each person.
    var lines: [String] {
        let width = people.map(\.name.columns).max() ?? 0
        return [summary]
            + people.map { entry in
                let gap = String(repeating: " ", count: width - entry.name.columns + 2)
                return "  " + entry.name + gap + entry.sentence
            }
    }

    /// In one line, for programs. Members may be added to it, and are never taken away.
    var json: String {
        JSON.object([
            "version": 1, "here": JSON(census.here), "free": JSON(census.free),
            "playing": JSON(census.playing), "watching": JSON(census.watching),
            "matches": JSON(census.matches), "people": .array(people.map(Self.json)),
        ]).description.asShownJSON
    }

    private static func json(_ entry: Entry) -> JSON {
        var object: JSONObject = ["name": JSON(entry.name), "doing": JSON(entry.doing)]
        object["with"] = entry.with.map { JSON($0) }
        return .object(object)
    }
}
