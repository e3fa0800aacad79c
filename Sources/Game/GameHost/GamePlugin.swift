// GameHost: the game's part of a server: halls, the validation of changes, correspondence games.
// Not here: the rest of the server (Host), the state of the lobby and its referee (Lobby).
// Start with `GamePlugin`; then `HallCoordinator`, `HallValidator`, `RoundResultCollector`.

package import Host
package import Lobby
internal import Records
internal import SimperiumJSON
internal import SimperiumWebWire
package import SimperiumWire
package import SyncHub

/// The game's part of a server: the lobby with its halls, the players' names and account data, and
/// correspondence games.
///
/// Parts of the work are done by other types:
/// - the halls: `HallCoordinator`.
/// - the validation of changes: `HallValidator`, `RecordValidator`, `CorrespondenceGameValidator`.
/// - the invitations to correspondence games: `Host.inviteToGame`.
package struct GamePlugin: AppPlugin {
    /// The token of all game programs: the default token, or the token of a closed group.
    package var token = Token.trappingIfInvalid(LobbyCredentials.token)
    package var doorToken: Token?
    package var halls = HallLimits()

    package init() {}

    package var app: AppID { GameBuckets.app }
    package var validators: any ChangeValidatorProvider { GameValidators() }
    package var nameRules: any UserNameRules { PlayerNameRules() }

    package var routes: [Route] {
        [
            Route(.get, "1/:app/games", .person, of: app) {
                host, call throws(CallRefusal) in try host.showGames(call)
            },
            Route(.post, "1/:app/games", .person, of: app) {
                host, call throws(CallRefusal) in try host.inviteToGame(call)
            },
            Route(.post, "1/:app/friends", .person, of: app) {
                host, call throws(CallRefusal) in try host.inviteFriend(call)
            },
            Route(.get, "1/:app/halls", .holder, of: app) { $0.showOrSearchHalls($1) },
        ]
    }

    /// The time in seconds that a session stays open after the session's connection has closed.
    private static let sessionTimeout = 60

    package var defaultOptions: [DefaultBucketOptions] {
        let presence: JSONObject = [
            "presence": "client", "presenceGrace": JSON(Self.sessionTimeout),
        ]
        let lobby = LobbyBucket.allCases.map { bucket in
            DefaultBucketOptions(
                of: bucket.name, presence,
                replacing: [["presence": "client", "presenceGrace": 10]],
                edition: "default-\(Self.sessionTimeout)")
        }
        // Both players share a correspondence game.
        let games = BucketName.trappingIfInvalid(RecordBucket.game.rawValue)
        return lobby + [DefaultBucketOptions(of: games, ["sharing": true])]
    }

    package var sharedOptions: [(name: String, value: String)] {
        [("hall-size", "\(halls.size)"), ("lobby-token-file", token.text)]
    }

    private static let userName = UserName.trappingIfInvalid(LobbyCredentials.user)

    package func guest(with token: Token) -> Identity? {
        guard token == self.token || token == doorToken else { return nil }
        return Identity(
            user: GameBuckets.user, name: Self.userName, rights: token == self.token ? [] : .door)
    }

    package func mayOwnerOpen(_ bucket: BucketID) -> Bool { GameBuckets.mayOwnerOpen(bucket) }

    package func pendingInsertsBucket(of user: UserID) -> BucketID {
        GameBuckets.bucket(.result, of: user)
    }

    package func mustRemoveUnsharedObjects(in bucket: BucketID) -> Bool {
        GameBuckets.serverGamesBucket(of: bucket.user) == bucket
    }

    /// Returns the shard of a log. A hall's log is in the hall's shard; all other logs are in the
    /// first shard.
    package func shard(of log: UserLogID, among count: Int) -> Int {
        GameBuckets.hall(of: log).map { HallSharding(count: count, own: 0).shard(of: $0) } ?? 0
    }

    package func shard(ofHallInAddress name: String, among count: Int) -> Int {
        HallNumber(name).map { HallSharding(count: count, own: 0).shard(of: $0) } ?? 0
    }
}

extension GamePlugin {
    package func newCoordinator(in shards: HallSharding) -> any AppCoordinator {
        HallCoordinator(halls, shards)
    }

    package func sharedStoreLines(of reports: CrossShardReports) -> [(number: Int, text: [UInt8])] {
        // The line of a closed hall stays, too: other servers must read that the hall has closed.
        reports.halls.map { ($0.hall.rawValue, CrossShardHallReport.text(of: [$0])) }
    }

    package func reports(inSharedStoreLines lines: [(text: [UInt8], age: Duration)])
        -> CrossShardReports?
    {
        let reports = lines.flatMap { CrossShardHallReport.reports(in: $0.text, age: $0.age) }
        return reports.isEmpty ? nil : CrossShardReports(reports)
    }
}

extension CrossShardReports {
    package var halls: [CrossShardHallReport] { value as? [CrossShardHallReport] ?? [] }
}

extension HostSettings {
    /// The game's plug-in; nil for a server without this plug-in.
    package var game: GamePlugin? {
        get { plugin as? GamePlugin }
        set { plugin = newValue }
    }
}

extension Host {
    /// Answers an HTTP request about halls: the matches of all halls, or the hall of a player or a
    /// match.
    mutating func showOrSearchHalls(_ call: RoutedCall) {
        let query = call.request.target.query
        for member in ["name", "user", "match"] {
            guard let wanted = query[member] else { continue }
            let question: JSONObject = ["find": [JSONString(member): JSON(wanted)]]
            return answerPluginQuestion(question, by: .caller(call.id))
        }
        var page: JSONObject = [:]
        if let after = query["after"] { page["after"] = JSON(after) }
        answerPluginQuestion(["halls": .object(page)], by: .caller(call.id))
    }
}

extension AuthorizationFailure {
    static let lobbyIsFull = AuthorizationFailure(.other(500), "The lobby is full")
    static let otherHall = AuthorizationFailure(.other(500), "A connection can be in one hall only")

    /// Returns the failure for a hall on another server. If `hall` is nil, the home server chooses
    /// a hall.
    static func elsewhere(_ hall: HallNumber?) -> AuthorizationFailure {
        AuthorizationFailure(.elsewhere, hall.map { "\($0)" } ?? "")
    }
}
