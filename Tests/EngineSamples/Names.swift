package import SharedLog
package import SimperiumWire

/// What the stories are about.
package enum Names {
    package static let logs = ["ann", "bo@x.org"].map {
        SharedLogID(app: valid(AppID("app-1")), user: valid(UserID($0)))
    }
    package static let buckets = ["notes", "p%20q", "Z.z"].map { valid(BucketName($0)) }
    package static let keys = ["a", "b.1", "c@d", "e%20f", "-"].map { valid(ObjectKey($0)) }
    package static let changeIDs = (0..<40).map { valid(ChangeID("id-\($0).x")) }
    /// Any text is good for one, also over lines.
    package static let clients = ["one", "two words\nand lines\n", "é"].map { valid(ClientID($0)) }

    private static func valid<Name>(_ name: Name?) -> Name {
        guard let name else { preconditionFailure("not a name") }
        return name
    }
}
