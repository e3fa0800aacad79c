internal import Game
package import Lobby
internal import SimperiumClock
internal import SimperiumJSON

/// What somebody looks for who may be in another hall of the lobby.
package enum Sought: Hashable, Sendable {
    /// Who shows that code.
    case code(InvitationCode)
    /// A person, as soon as they are here.
    case opponent(PlayerName)
    /// A match, or whatever that person plays.
    case toWatch(String)
    /// How many there are.
    case everybody
    /// So many matches of other halls, from now on; none any more with 0.
    case matches(Int)
    /// Nothing any more.
    case nothing
}

/// A visit's place in a lobby of many halls.
package struct HallStay: Hashable, Sendable {
    /// The one that it is in; nil at a server that has none.
    package internal(set) var hall: HallNumber?
    /// All who are in any hall; nil if there is one hall only.
    package internal(set) var census: Census?
    /// Whether the server has said how many there are.
    package internal(set) var isCounted = false
    /// What is played in the others, as long as somebody looks at that.
    package internal(set) var elsewhere = DistantMatches()
    var transfer: HallTransfer?
    var search: HallSearch?

    /// Whether something is looked for, or the person on the way to it.
    package var isSeeking: Bool { search != nil || transfer != nil }

    /// Whether the person is on the way to where somebody waits for an opponent, as they do.
    package var isLookingElsewhere: Bool { transfer?.player?.mode.isLooking == true }
}

/// The way to another hall.
struct HallTransfer: Hashable, Sendable {
    /// What is to be done there.
    enum Errand: Hashable, Sendable {
        case join(JoinCode)
        case watch(LobbyKey)
    }

    var move: HallMove
    /// As who the person goes on; nil for somebody who only watches.
    let player: Player?
    let errand: Errand?
    /// Whether the server has said where the channels are that begin anew.
    var hasEntered: HallNumber?

    init(to hall: HallNumber, as player: Player?, for errand: Errand? = nil) {
        move = HallMove(to: hall)
        self.player = player
        self.errand = errand
    }

    var isToWatch: Bool { if case .watch = errand { true } else { false } }
}

/// A question to the server, asked until it is answered.
struct HallSearch: Hashable, Sendable {
    /// How often it is asked about somebody who is to come yet.
    static let pause = Duration.seconds(3)

    let sought: Sought
    let wanted: JSONObject
    var asksAt: Instant

    init?(_ sought: Sought, at now: Instant) {
        switch sought {
        case .opponent(let name): wanted = ["name": JSON(name.text)]
        case .toWatch(let text) where (try? PlayerName(text)) != nil: wanted = ["name": JSON(text)]
        case .toWatch(let text): wanted = ["match": JSON(text)]
        case .code, .everybody, .matches, .nothing: return nil
        }
        self.sought = sought
        asksAt = now
    }

    /// The same for a match, if it was taken for a name.
    func elsewise(at now: Instant) -> HallSearch? {
        guard case .toWatch(let text) = sought, wanted["match"] == nil else { return nil }
        return HallSearch(match: text, sought, at: now)
    }

    private init(match: String, _ sought: Sought, at now: Instant) {
        self.sought = sought
        wanted = ["match": JSON(match)]
        asksAt = now
    }
}

/// What a server tells of halls.
enum HallNews: Hashable, Sendable {
    case hall(HallNumber)
    /// Somebody waits there for an opponent.
    case offer(HallNumber)
    case counts(Census, halls: Int)
    case found(JSONObject, in: HallNumber, LobbyKey)
    case missing(JSONObject)
    case matches([DistantMatch], after: HallNumber?)

    init?(_ members: JSONObject) {
        if let hall = members["hall"].flatMap(Self.number) {
            self = .hall(hall)
        } else if let hall = members["offer"]?.object?["hall"].flatMap(Self.number) {
            self = .offer(hall)
        } else if let halls = members["halls"]?.array {
            self = .matches(
                halls.flatMap(Self.matches), after: members["after"].flatMap(Self.number))
        } else if let counts = HallNews(countsIn: members) {
            self = counts
        } else if let found = members["found"]?.object,
            let hall = found["hall"].flatMap(Self.number), let key = found["key"]?.string
        {
            self = .found(found, in: hall, LobbyKey(rawValue: key))
        } else if let wanted = members["none"]?.object {
            self = .missing(wanted)
        } else {
            return nil
        }
    }

    init?(countsIn members: JSONObject) {
        guard let counts = members["counts"]?.object, let halls = counts["halls"]?.int else {
            return nil
        }
        self = .counts(Census(counts), halls: halls)
    }

    private static func matches(of hall: JSON) -> [DistantMatch] {
        guard let members = hall.object, let number = members["hall"].flatMap(Self.number) else {
            return []
        }
        return (members["matches"]?.array ?? []).compactMap { DistantMatch($0, in: number) }
    }

    private static func number(_ json: JSON) -> HallNumber? {
        json.string.flatMap { HallNumber($0) }
    }
}

extension Census {
    /// What is missing, or makes no sense, is nobody.
    fileprivate init(_ counts: JSONObject) {
        self.init()
        func count(_ member: JSONString) -> Int { max(counts[member]?.int ?? 0, 0) }
        (here, free, playing) = (count("here"), count("free"), count("playing"))
        (watching, away, matches) = (count("watching"), count("away"), count("matches"))
    }
}
