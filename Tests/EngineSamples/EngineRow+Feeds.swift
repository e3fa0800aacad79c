internal import SharedLog
internal import SimperiumWire

extension EngineRow {
    private static let feed = FeedID(app: log.app, bucket: bucket)

    /// So many changes of a user's bucket, from that place on.
    private static func add(
        _ places: ClosedRange<UInt64>, of user: Int = 0, behind mark: UInt64,
        epoch: UInt32 = epoch, keeping limits: FeedLimits = .usual
    ) -> (EngineDeed, String) {
        let changes = places.map { place in
            StoredChange(
                ordinal: Ordinal(epoch: Self.epoch, count: place), key: key, version: .first,
                previous: nil, changeID: Names.changeIDs[Int(place)],
                entry: [UInt8](repeating: UInt8(ascii: "e"), count: Int(place)))
        }
        return (feed(changes, of: user, behind: mark, epoch, limits), "feed")
    }

    private static func feed(
        _ changes: [StoredChange], of user: Int, behind mark: UInt64, _ epoch: UInt32,
        _ limits: FeedLimits = .usual
    ) -> EngineDeed {
        let place = mark == 0 ? .zero : Ordinal(epoch: Self.epoch, count: mark)
        let deed = FeedDeed.add(
            changes, of: Names.logs[user].user, behind: place, epoch: epoch, keeping: limits)
        return .feed(deed, feed)
    }

    private static func page(
        behind place: UInt64, epoch: UInt32 = epoch, atMost entries: Int = 99, bytes: Int = .max
    ) -> (EngineDeed, String) {
        let place = place == 0 ? .zero : Ordinal(epoch: epoch, count: place)
        let portion = Portion(entries: entries, bytes: bytes)
        return (.feed(.page(after: place, atMost: portion), feed), "feed")
    }

    static let feeds: [EngineRow] = [
        EngineRow(
            "S196 A feed has each bucket's changes once and in their order, whoever brings them",
            [
                page(behind: 0), (.feed(.head, feed), "feed"),
                (feed([], of: 0, behind: 0, epoch), "feed"),
                add(1...2, behind: 0), add(3...3, of: 1, behind: 0),
                // Another node was slower, and has less or more.
                add(1...2, behind: 0), add(1...4, behind: 0), add(4...4, behind: 2),
                (feed([], of: 0, behind: 0, epoch), "feed"),
                page(behind: 0), page(behind: 2), page(behind: 4), page(behind: 5),
                page(behind: 1, atMost: 1), page(behind: 0, bytes: 3),
                (.feed(.head, feed), "feed"),
            ]),
        EngineRow(
            "S196 In another life of the engine a feed's places are others",
            [
                add(1...1, behind: 0), add(2...2, behind: 1, epoch: epoch + 3),
                add(3...3, behind: 2, epoch: epoch),
                page(behind: 0), page(behind: 2), page(behind: 2, epoch: epoch + 3),
                page(behind: 3, epoch: epoch + 3),
            ]),
        EngineRow(
            "S197 A feed keeps its end alone, by entries and by bytes",
            [
                add(1...5, behind: 0, keeping: FeedLimits(entries: 3, bytes: 999)),
                page(behind: 0), page(behind: 1), page(behind: 2), page(behind: 3),
                add(6...6, behind: 5, keeping: FeedLimits(entries: 99, bytes: 12)),
                page(behind: 3), page(behind: 4), page(behind: 5),
                add(7...8, of: 1, behind: 0, keeping: FeedLimits(entries: 99, bytes: 1)),
                page(behind: 7), page(behind: 8), (.feed(.head, feed), "feed"),
            ]),
    ]
}
