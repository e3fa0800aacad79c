import RedisWire
import SimperiumWire

extension FeedDeed {
    /// How Redis is asked for it.
    func question(_ keys: EngineKeys, _ feed: FeedID) -> RedisQuestion {
        var words = Arguments()
        let (home, entries) = (keys.feed(feed), keys.entries(of: feed))
        switch self {
        case .add(let changes, let user, let place, let epoch, let limits):
            words.add(user.text)
            words.add(place)
            words.add(epoch)
            words.add(limits.entries)
            words.add(limits.bytes)
            for change in changes {
                words.add(change.ordinal)
                words.add(change.key.text)
                words.add(change.version.number)
                words.add(change.changeID.text)
                words.add(change.entry)
            }
            return .script(
                EngineScript.addToFeed, keys: [home, entries, keys.marks(of: feed)],
                arguments: words.all)
        case .page(let place, let portion):
            words.add(place)
            words.add(portion)
            return .script(
                EngineScript.pageOfFeed, keys: [home, entries], arguments: words.all)
        case .head:
            return .script(EngineScript.headOfFeed, keys: [home], arguments: [])
        }
    }
}

extension FeedAnswer {
    /// Nil if no script of ours answers so.
    init?(_ value: RedisValue) {
        guard let items = value.elements, let word = items.first?.string else { return nil }
        let row = Row(items.dropFirst())
        switch word {
        case "STANDS":
            guard let place = row.place(0) else { return nil }
            self = .stands(at: place)
        case "PAGE":
            guard let head = row.place(0), let hasMore = row.number(1),
                let changes = row.rows(2, { UsersChange($0) })
            else { return nil }
            self = .page(changes, hasMore: hasMore == 1, head: head)
        case "NOWHERE":
            guard let head = row.place(0) else { return nil }
            self = .page(nil, hasMore: false, head: head)
        default: return nil
        }
    }
}

extension UsersChange {
    /// An entry of a feed: its place, and its fields.
    fileprivate init?(_ row: Row) {
        guard let place = row.place(0), let fields = row.list(1).map({ Row($0) }),
            let user = fields.text(1).flatMap({ UserID($0) }), let key = fields.key(3),
            let version = fields.version(5), let id = fields.text(7).flatMap({ ChangeID($0) }),
            let entry = fields.bytes(9)
        else { return nil }
        self.init(
            user: user,
            change: StoredChange(
                ordinal: place, key: key, version: version, previous: nil, changeID: id,
                entry: entry))
    }
}
