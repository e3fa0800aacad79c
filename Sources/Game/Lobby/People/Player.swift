package import Game
package import SimperiumJSON

/// A player in the lobby: an object of the bucket Player.
package struct Player: Hashable, Sendable {
    /// The kind of client that a player uses. Raw values are those of the member `via`.
    package enum ClientKind: String, Hashable, Codable, Sendable {
        case terminal
        case ssh
    }

    package let id: PlayerID
    package var name: PlayerName?
    package var mode: MatchmakingMode
    /// The code that lets a friend start a match with this player; nil if the player waits for no
    /// friend.
    package var code: JoinCode?
    package var way: ClientKind?
    /// The wanted clock, while the player looks for a match or waits with a code. In the mode
    /// `auto`, the clock is a wish, which applies only if both programs support wishes.
    package var limit: MoveTimeLimit?
    /// The wanted series, while the player looks for a match or waits with a code.
    package var target: SeriesTarget?
    package var asks: MatchInvitation?
    package var declines: InvitationDecline?
    /// The minutes without a key press, as last reported; nil if the player is not idle, or if the
    /// program does not see keys.
    package var idle: Int?
    /// The version of the rules that the program supports; 0 is the first version.
    package var rules = 0
    /// The id of the account that the player is signed in to, as verified by the hub; nil for a
    /// guest.
    package var user: String?
    package var isHidden = false
    /// True if the program does not support modes, like the tutorial's. After a first search for an
    /// opponent, such a program only waits for other players to start a match.
    package let isPassive: Bool

    package init(
        id: PlayerID, name: PlayerName?, mode: MatchmakingMode, code: JoinCode? = nil,
        way: ClientKind? = nil
    ) {
        self.id = id
        self.name = name
        self.mode = mode
        self.code = code
        self.way = way
        isPassive = false
    }

    /// Reads an object. Only `playerID` is required, because Players of the tutorial's program have
    /// no other members.
    package init(_ object: JSONObject) throws(ObjectFlaw) {
        id = PlayerID(rawValue: try object.id("playerID"))
        name = try object.text("name").flatMap { text in try? PlayerName(text) }
        let mode = try object.text("mode")
        // A mode of a later version may require actions that are unknown here.
        self.mode = mode.map { MatchmakingMode(rawValue: $0) ?? .busy } ?? .auto
        isPassive = mode == nil
        code = try object.text("code").flatMap(JoinCode.init)
        way = try object.text("via").flatMap(ClientKind.init)
        limit = object.nonNullValue(.limit)?.array?.first?.int.flatMap(MoveTimeLimit.init)
        target = object.nonNullValue(.target)?.int.flatMap(SeriesTarget.init)
        // A player with an invalid invitation is still a player.
        asks = object.nonNullValue(.asks)?.object.flatMap { try? MatchInvitation($0) }
        declines = object.nonNullValue(.declines)?.object.flatMap { try? InvitationDecline($0) }
        idle = object.nonNullValue(.idle)?.int.flatMap { Self.idleMinutes.contains($0) ? $0 : nil }
        rules = object.nonNullValue(.rules)?.int ?? 0
        user = object.nonNullValue(.user)?.string.flatMap { $0.isID ? $0 : nil }
        isHidden = object.nonNullValue(.hidden)?.bool == true
    }

    /// The first version of the rules with invitations, claims and undecided ends.
    package static let rulesOfInvitations = 2
    /// The first version of the rules with idle players, clocks as wishes, and moves that are taken
    /// back.
    package static let rulesOfWishes = 3

    /// Makes the player look for an opponent on these terms. If the terms have no clock, `wish` is
    /// the clock for an opponent who also wants a clock.
    package mutating func startLooking(for terms: MatchTerms, wish: MoveTimeLimit? = nil) {
        mode = terms.limit == nil ? .auto : .clocked
        (limit, target) = (terms.limit ?? wish, terms.target)
    }

    package mutating func stopLooking(enter mode: MatchmakingMode) {
        self.mode = mode
        (limit, target) = (nil, nil)
    }

    /// The clock of a player who looks for an opponent with the same clock (mode `clocked`); nil in
    /// other modes.
    package var clock: MoveTimeLimit? { mode == .clocked ? limit : nil }

    package var terms: MatchTerms { MatchTerms(limit: limit, target: target) }

    /// Makes the player wait, on these terms, for a friend who knows this code; nil ends the wait.
    package mutating func setFriendCode(_ code: JoinCode?, _ terms: MatchTerms = MatchTerms()) {
        self.code = code
        (limit, target) = (terms.limit, terms.target)
    }

    /// Returns the terms of a match between two players who look for any opponent: terms that suit
    /// both. Returns nil if the two can't be paired.
    package func pairingTerms(with other: Player) -> MatchTerms? {
        guard mode.isLooking, other.mode.isLooking else { return nil }
        if knowsWishes, other.knowsWishes { return terms.combined(with: other.terms) }
        return mode == other.mode && clock == other.clock ? MatchTerms(limit: clock) : nil
    }

    package var supportsInvitations: Bool { rules >= Self.rulesOfInvitations }

    package var knowsWishes: Bool { rules >= Self.rulesOfWishes }

    /// Returns the Player to insert on entering a lobby, without invitations, refusals and
    /// idleness. The Player has only the members that this version of the rules supports.
    package func playerForEntry(downgradedToRules version: Int) -> Player {
        var player = self
        (player.asks, player.declines, player.idle) = (nil, nil, nil)
        player.rules = min(version, Self.rulesOfWishes)
        if !player.supportsInvitations {
            if player.mode == .clocked { player.mode = .auto }
            (player.limit, player.target) = (nil, nil)
        } else if !player.knowsWishes, mode.isLooking {
            player.startLooking(for: MatchTerms(limit: clock))
        }
        player.isHidden = isHidden && version >= Self.rulesOfInvitations
        return player
    }

    static let memberNames: Set<JSONString> = [
        "playerID", "name", "mode", "code", "via", .asks, .declines, .rules, .user,
        .hidden, .limit, .target, .idle,
    ]
    /// The names of the members whose values are single words.
    static let words: [JSONString] = ["mode", "code", "via"]
    /// The maximum size of such a word in bytes. It exceeds all valid words, and also codes with
    /// dashes and blanks.
    static let longestWord = 32
    /// The idle minutes that a program may report: up to about two months.
    package static let idleMinutes = 1...100_000
    /// The versions of the rules that a program may report.
    static let versions = 0...1_000

    package var members: JSONObject {
        var object: JSONObject = ["playerID": JSON(id.rawValue), "mode": JSON(mode.rawValue)]
        object["name"] = name.map { JSON($0.text) }
        object["code"] = code.map { JSON($0.text) }
        object["via"] = way.map { JSON($0.rawValue) }
        object[.limit] = limit.map { .array([JSON($0.rawValue)]) }
        object[.target] = target.map { JSON($0.rawValue) }
        object[.asks] = asks.map { .object($0.members) }
        object[.declines] = declines.map { .object($0.members) }
        object[.idle] = idle.map { JSON($0) }
        if rules > 0 { object[.rules] = JSON(rules) }
        object[.user] = user.map { JSON($0) }
        if isHidden { object[.hidden] = .bool(true) }
        return object
    }
}

extension JSONString {
    static let asks: JSONString = "asks"
    static let declines: JSONString = "declines"
    static let rules: JSONString = "rules"
    package static let user: JSONString = "user"
    static let hidden: JSONString = "hidden"
    static let idle: JSONString = "idle"
}

/// A player's mode in matchmaking. Raw values are those of the Player's `mode`.
package enum MatchmakingMode: String, Hashable, Sendable, CaseIterable {
    /// The player wants to be paired with the next waiting player.
    case auto
    /// The player wants to be paired with a player who wants the same clock. Programs of the first
    /// version read this mode as `busy`.
    case clocked = "auto-clock"
    /// The player is present, and can be challenged.
    case open
    /// The player is present, and wants no invitations.
    case busy

    package var isLooking: Bool { self == .auto || self == .clocked }
}
