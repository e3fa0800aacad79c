import Records
import SimperiumJSON
import SimperiumWire
import SyncHub

/// A game over days that somebody would like to begin, and what must be known before it may.
struct GameStart {
    /// What is asked of the two people's buckets, in this order.
    enum Question: Int, CaseIterable {
        case isBlockedByPartner
        case isPartnerBlocked
        case isFriendOfPartner
        case takesStrangers
        case ownGames
        case partnersGames

        var next: Question? { Question(rawValue: rawValue + 1) }
    }

    /// So many games of one account may be under way.
    static let mostRunning = 100

    let asker: Identity
    let limit: DayLimit
    /// Nil until they are found.
    var partner: StoredUser?
    var question = Question.isBlockedByPartner
    /// How many games are known to be under way of whoever they are counted of.
    var running = 0
    /// Nil until it is inserted.
    var key: ObjectKey?
    /// How many of the two have it.
    var sharers = 0

    init(_ asker: Identity, by limit: DayLimit) {
        self.asker = asker
        self.limit = limit
    }

    /// Who asks is cross, and whoever is asked moves first. When that is, the rule says.
    func game(with partner: StoredUser) -> JSONObject {
        [
            "circle": JSON(partner.id.text), "circleName": JSON(partner.name.text),
            "cross": JSON(asker.user.text), "crossName": JSON(asker.name.text),
            "days": JSON(limit.rawValue), "since": 0, "moves": [],
        ]
    }

    /// What to read next, and in whose buckets.
    func request(
        of partner: UserID, after mark: IndexMark? = nil
    ) -> (OutsideRequest, user: UserID, bucket: RecordBucket)? {
        switch question {
        case .isBlockedByPartner: entity(asker.user.text, of: partner, .block)
        case .isPartnerBlocked: entity(partner.text, of: asker.user, .block)
        case .isFriendOfPartner: entity(asker.user.text, of: partner, .friend)
        case .takesStrangers: entity(SettingName.strangers.rawValue, of: partner, .settings)
        case .ownGames: index(of: asker.user, after: mark)
        case .partnersGames: index(of: partner, after: mark)
        }
    }

    private func index(
        of user: UserID, after mark: IndexMark?
    ) -> (OutsideRequest, user: UserID, bucket: RecordBucket) {
        let page = IndexRequest(hasObjects: true, mark: mark, limit: Limits.longestIndexPage)
        return (.index(page), user, .game)
    }

    private func entity(
        _ key: String, of user: UserID, _ bucket: RecordBucket
    ) -> (OutsideRequest, user: UserID, bucket: RecordBucket)? {
        ObjectKey(key).map { (.entity($0, nil), user, bucket) }
    }

    /// Takes what was found under a key, or that nothing was.
    mutating func take(_ found: FoundEntity?) throws(Refusal) {
        switch question {
        case .isBlockedByPartner, .isPartnerBlocked:
            guard found == nil else { throw .noGame }
        // Whoever counts somebody as a friend takes games from them.
        case .isFriendOfPartner: if found != nil { question = .takesStrangers }
        case .takesStrangers:
            let object = found.flatMap { (try? JSON(parsing: $0.object))?.object }
            guard object?["value"]?.bool != false else { throw .noGame }
        case .ownGames, .partnersGames: break
        }
    }

    /// Counts the games on a page of the index. Returns where the next one begins, if there is one.
    mutating func count(_ page: [UInt8]) throws(Refusal) -> IndexMark? {
        guard let page = (try? JSON(parsing: page))?.object else { throw .unavailable }
        for entry in page["index"]?.array ?? [] {
            guard let object = entry["d"]?.object, let game = try? DayGame(object) else { continue }
            running += game.isOver ? 0 : 1
        }
        guard running < Self.mostRunning else {
            throw question == .ownGames ? .tooManyGames : .noGame
        }
        return page["mark"]?.string.flatMap(IndexMark.init)
    }
}
