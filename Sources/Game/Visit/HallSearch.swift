internal import Game
internal import Lobby
package import SimperiumClock
package import SimperiumJSON

/// A question to the server, asked until it is answered.
package struct HallSearch: Hashable, Sendable {
    /// How often it is asked about somebody who is to come yet.
    static let pause = Duration.seconds(3)

    package let sought: Sought
    package let wanted: JSONObject
    var asksAt: Instant

    package init?(_ sought: Sought, at now: Instant) {
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
    package func elsewise(at now: Instant) -> HallSearch? {
        guard case .toWatch(let text) = sought, wanted["match"] == nil else { return nil }
        return HallSearch(match: text, sought, at: now)
    }

    /// Whether an answer names what was asked for.
    package func isAnswered(by found: JSONObject) -> Bool {
        wanted.allSatisfy { found[$0.name] == $0.value }
    }

    private init(match: String, _ sought: Sought, at now: Instant) {
        self.sought = sought
        wanted = ["match": JSON(match)]
        asksAt = now
    }
}
