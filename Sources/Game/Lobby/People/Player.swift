package import Game
package import SimperiumJSON

/// A person who is here: an object of the bucket Player.
package struct Player: Hashable, Sendable {
    /// A player's way into the lobby. Raw values are those of `via`.
    package enum ClientKind: String, Hashable, Codable, Sendable {
        case terminal
        case ssh
    }

    package let id: PlayerID
    /// Nil if there is none, or none that could be shown.
    package var name: PlayerName?
    package var mode: PlayerMode
    /// Only people who know it should start a match with this player.
    package var code: JoinCode?
    package var way: ClientKind?
    /// The clock that the player wants, while looking for a match or waiting with a code. With the
    /// mode `auto` it is a wish: the match has it only if both programs know wishes.
    package var limit: MoveLimit?
    /// The series that the player wants, while looking for a match or waiting with a code.
    package var target: SeriesTarget?
    /// The player's open invitation.
    package var asks: MatchInvitation?
    /// The player's last refusal of an invitation.
    package var declines: Decline?
    /// The minutes without a key, as the program last reported them; nil if the person is not idle,
    /// or if the program does not see keys.
    package var idle: Int?
    /// The version of the rules that the program knows: 0 is the first one.
    package var rules = 0
    /// The id of the account that the player's connection is signed in to, which the hub has seen.
    package var user: String?
    /// True if spectators must not see the name.
    package var isHidden = false
    /// True if the program waits to be invited and knows no modes, like the tutorial's after its
    /// first look for an opponent.
    package let isPassive: Bool

    package init(
        id: PlayerID, name: PlayerName?, mode: PlayerMode, code: JoinCode? = nil,
        way: ClientKind? = nil
    ) {
        self.id = id
        self.name = name
        self.mode = mode
        self.code = code
        self.way = way
        isPassive = false
    }

    /// Reads an object. Only `playerID` must be there: the tutorial's Players have nothing else.
    package init(_ object: JSONObject) throws(ObjectFlaw) {
        id = PlayerID(rawValue: try object.id("playerID"))
        name = try object.text("name").flatMap { text in try? PlayerName(text) }
        let mode = try object.text("mode")
        // A mode of some later version may ask for what this one can't give.
        self.mode = mode.map { PlayerMode(rawValue: $0) ?? .busy } ?? .auto
        isPassive = mode == nil
        code = try object.text("code").flatMap(JoinCode.init)
        way = try object.text("via").flatMap(ClientKind.init)
        limit = object.value(.limit)?.array?.first?.int.flatMap(MoveLimit.init)
        target = object.value(.target)?.int.flatMap(SeriesTarget.init)
        // A player with nonsense here is still a player.
        asks = object.value(.asks)?.object.flatMap { try? MatchInvitation($0) }
        declines = object.value(.declines)?.object.flatMap { try? Decline($0) }
        idle = object.value(.idle)?.int.flatMap { Self.idleMinutes.contains($0) ? $0 : nil }
        rules = object.value(.rules)?.int ?? 0
        user = object.value(.user)?.string.flatMap { $0.isID ? $0 : nil }
        isHidden = object.value(.hidden)?.bool == true
    }

    /// The version of the rules that has invitations, claims and undecided ends.
    package static let rulesOfAsking = 2
    /// The version that has idle players, clocks as wishes, and moves that are taken back.
    package static let rulesOfWishes = 3

    /// Looks for an opponent on these terms. Without a clock in them, `wish` is the clock for an
    /// opponent who wishes one, too.
    package mutating func startLooking(for terms: MatchTerms, wish: MoveLimit? = nil) {
        mode = terms.limit == nil ? .auto : .clocked
        (limit, target) = (terms.limit ?? wish, terms.target)
    }

    /// Looks for no opponent any more.
    package mutating func stopLooking(_ mode: PlayerMode) {
        self.mode = mode
        (limit, target) = (nil, nil)
    }

    /// The clock of a player who first looks for opponents with the same one.
    package var clock: MoveLimit? { mode == .clocked ? limit : nil }

    /// The terms that the player wants.
    package var terms: MatchTerms { MatchTerms(limit: limit, target: target) }

    /// Waits for a friend with that code, on these terms; nil stops waiting.
    package mutating func waitForFriend(_ code: JoinCode?, _ terms: MatchTerms = MatchTerms()) {
        self.code = code
        (limit, target) = (terms.limit, terms.target)
    }

    /// Returns the terms of the match of two players who both look for any opponent: the looser of
    /// their wishes. Returns nil if they do not look for each other.
    package func quickTerms(with other: Player) -> MatchTerms? {
        guard mode.isLooking, other.mode.isLooking else { return nil }
        if knowsWishes, other.knowsWishes { return terms.loosened(by: other.terms) }
        return mode == other.mode && clock == other.clock ? MatchTerms(limit: clock) : nil
    }

    /// True if the program knows invitations.
    package var isAskable: Bool { rules >= Self.rulesOfAsking }

    /// True if the program knows the rules of wishes.
    package var knowsWishes: Bool { rules >= Self.rulesOfWishes }

    /// Returns the same player at the start of a stay, without invitations.
    package func asNewcomer(byRules version: Int) -> Player {
        var player = self
        (player.asks, player.declines, player.idle) = (nil, nil, nil)
        player.rules = min(version, Self.rulesOfWishes)
        if !player.isAskable {
            if player.mode == .clocked { player.mode = .auto }
            (player.limit, player.target) = (nil, nil)
        } else if !player.knowsWishes, mode.isLooking {
            player.startLooking(for: MatchTerms(limit: clock))
        }
        player.isHidden = isHidden && version >= Self.rulesOfAsking
        return player
    }

    /// The names of all members that a Player may have.
    static let memberNames: Set<JSONString> = [
        "playerID", "name", "mode", "code", "via", .asks, .declines, .rules, .user,
        .hidden, .limit, .target, .idle,
    ]
    /// Those that are single words, and how many bytes one has at most: more than any that there
    /// is, and than a code with dashes and blanks.
    static let words: [JSONString] = ["mode", "code", "via"]
    static let longestWord = 32
    /// The minutes that a program may report: up to two months.
    package static let idleMinutes = 1...100_000
    /// The versions that a program may state.
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

/// A player's state in the matchmaking. Raw values are those of the Player's `mode`.
package enum PlayerMode: String, Hashable, Sendable, CaseIterable {
    /// Pair me with the next person who waits.
    case auto
    /// The same, but who plays by the same clock. Programs of the first version take it for `busy`.
    case clocked = "auto-clock"
    /// I am here, and can be challenged.
    case open
    /// I am here, and want to be left alone.
    case busy

    /// True if the player waits for any opponent.
    package var isLooking: Bool { self == .auto || self == .clocked }
}
