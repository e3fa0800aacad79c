package import SimperiumJSON
package import SimperiumWire

/// A person who watches a match: an object of the bucket Watcher.
package struct Watcher: Hashable, Sendable {
    /// So many single ones a match has at most. A door goes on with one for many.
    package static let mostSingle = 50
    static let most = 1_000_000

    package let match: ObjectKey
    package let name: PlayerName?
    /// For how many it stands, all of them guests of one door.
    package let count: Int

    package init(of match: ObjectKey, name: PlayerName?, count: Int = 1) {
        self.match = match
        self.name = name
        self.count = count
    }

    package init(_ object: JSONObject) throws(ObjectFlaw) {
        guard let match = ObjectKey(try object.id("matchID")) else {
            throw .noID(member: "matchID")
        }
        self.match = match
        name = try object.text("name").flatMap { text in try? PlayerName(text) }
        let count = try object.wholeNumber("count") ?? 1
        guard (1...Self.most).contains(count) else { throw .wrongType(member: "count") }
        self.count = count
    }

    /// The names of all members that a Watcher may have.
    static let memberNames: Set<JSONString> = ["matchID", "name", "count"]

    package var members: JSONObject {
        var object: JSONObject = ["matchID": JSON(match.text)]
        object["name"] = name.map { JSON($0.text) }
        if count > 1 { object["count"] = JSON(count) }
        return object
    }
}
