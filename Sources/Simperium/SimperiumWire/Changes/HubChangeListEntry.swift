internal import SimperiumJSON

/// An entry of a hub's `c` message: an accepted or a refused change.
package enum HubChangeListEntry: Hashable, Sendable {
    case accepted(AcceptedChange)
    case refused(RefusedChange)
    /// An entry that can't be read. If it has a change version, a client moves its cursor to that
    /// version.
    case unreadable(ChangeVersion?)
}

extension HubChangeListEntry {
    /// Reads the payload of `c`, or the answer to `GET …/changes`. An unreadable entry does not
    /// affect the others.
    package static func parseList(_ text: Span<UInt8>) throws(WireError) -> [HubChangeListEntry] {
        var entries: [HubChangeListEntry] = []
        try JSONCursor.eachOutline(in: text, of: .change, .fromHub) {
            entries.append(HubChangeListEntry($0, in: text))
        }
        return entries
    }

    private init(_ outline: JSONOutline, in text: Span<UInt8>) {
        if let refused = RefusedChange(outline, in: text) {
            self = .refused(refused)
        } else if let accepted = AcceptedChange(outline, in: text) {
            self = .accepted(accepted)
        } else {
            self = .unreadable(outline.changeVersion(in: text))
        }
    }

    package static func write(_ entries: [HubChangeListEntry], into bytes: inout [UInt8]) {
        bytes.append(list: entries) { $0.write(into: &$1) }
    }

    package func write(into bytes: inout [UInt8]) {
        switch self {
        case .accepted(let change): change.write(into: &bytes)
        case .refused(let change): change.write(into: &bytes)
        case .unreadable(let changeVersion):
            bytes.appendObject { $0.append(member: "cv", text: changeVersion?.text) }
        }
    }
}

extension JSONOutline {
    func changeVersion(in text: Span<UInt8>) -> ChangeVersion? {
        string(.changeVersion, in: text).flatMap(ChangeVersion.init)
    }

    func changeIDs(in text: Span<UInt8>) -> [ChangeID] {
        stringElements(.changeIDs, in: text) { ChangeID($0) }
    }
}
