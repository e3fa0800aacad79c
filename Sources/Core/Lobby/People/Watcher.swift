package import SimperiumJSON

/// A person who watches a match: an object of the bucket Watcher.
package struct Watcher: Hashable, Sendable {
    package let match: LobbyKey
    package let name: PlayerName?

    package init(of match: LobbyKey, name: PlayerName?) {
        self.match = match
        self.name = name
    }

    package init(_ object: JSONObject) throws(ObjectFlaw) {
        match = LobbyKey(rawValue: try object.id("matchID"))
        name = try object.text("name").flatMap { text in try? PlayerName(text) }
    }

    /// The names of all members that a Watcher may have.
    static let memberNames: Set<JSONString> = ["matchID", "name"]

    package var members: JSONObject {
        var object: JSONObject = ["matchID": JSON(match.rawValue)]
        object["name"] = name.map { JSON($0.text) }
        return object
    }
}
