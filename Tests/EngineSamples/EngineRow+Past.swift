internal import SharedLog
internal import SimperiumClock
internal import SimperiumWire

extension EngineRow {
    private static func trimmable(_ kept: Int, removals: Int, bytes: Int = .max) -> EngineDeed {
        read(
            .trimmable(
                bucket, StoreLimits(logLength: kept, removals: removals), bytes: bytes, atMost: 16))
    }

    private static let four: EngineDeed = append(
        change(1), change(2, previous: 1), change(3, previous: 2, isRemoval: true),
        change(1, of: Names.keys[1]), by: writer(on: 0))

    private static let second = change(2).version

    private static func mirror(
        _ version: Int, previous: UInt64? = nil, isRemoval: Bool = false
    ) -> EngineChange {
        var change = change(version, previous: previous, isRemoval: isRemoval)
        change.mirrored = Names.logs[1].user
        return change
    }

    static let past: [EngineRow] = [
        EngineRow(
            "S223 A mirror is removed and begins anew below the version it had, in one append",
            [
                (append(mirror(5), by: writer(on: 0)), "written"),
                (
                    append(
                        mirror(6, previous: 1, isRemoval: true), mirror(3), by: writer(on: 1)),
                    "written"
                ),
                (read(.mirrors), "fact"),
                (read(.entity(key, in: bucket)), "fact"),
                (read(.changes(after: place(1), in: bucket, atMost: some(9))), "fact"),
                (append(mirror(4, previous: 3), by: writer(on: 3)), "written"),
                (read(.entity(key, in: bucket)), "fact"),
                (read(.version(mirror(3).version, of: key, in: bucket)), "fact"),
                (read(.bucket(bucket)), "fact"),
            ]),
        EngineRow(
            "An object's last 200 changes are known by their ids, however many there were",
            many(210) + [(read(.entity(key, in: bucket)), "fact")]
                + [(append(change(211, previous: 210), by: writer(on: 210)), "written")]
                + [(read(.entity(key, in: bucket)), "fact")]),
        EngineRow(
            "S128 Of the log its beginning goes, and with a removal what is known of the object",
            [
                (four, "written"),
                (trimmable(1, removals: 0), "fact"),
                (.log(.trim(bucket, trimmed(3, [key], [key]), one), log), "done"),
                (read(.bucket(bucket)), "fact"),
                (read(.entity(key, in: bucket)), "fact"),
                (read(.changes(after: place(2), in: bucket, atMost: some(9))), "fact"),
                (read(.changes(after: place(3), in: bucket, atMost: some(9))), "fact"),
                (append(change(4), by: writer(on: 4)), "written"),
                (read(.entity(key, in: bucket)), "fact"),
            ]),
        EngineRow(
            "S128 A removal that is remembered goes without its versions",
            [
                (four, "written"),
                (trimmable(0, removals: 1), "fact"),
                (.log(.trim(bucket, trimmed(4, [key], []), one), log), "done"),
                (read(.entity(key, in: bucket)), "fact"),
                (read(.version(.first, of: key, in: bucket)), "fact"),
                (trimmable(0, removals: 0), "fact"),
                (.log(.trim(bucket, trimmed(0, [], [key]), one), log), "done"),
                (read(.entity(key, in: bucket)), "fact"),
            ]),
        EngineRow(
            "S128 What is there again by then is left alone",
            [
                (four, "written"),
                (.log(.trim(bucket, trimmed(1, [key], [key]), one), log), "done"),
                (read(.entity(key, in: bucket)), "fact"),
                (read(.version(second, of: key, in: bucket)), "fact"),
                (append(change(4), by: writer(on: 4)), "written"),
                (.log(.trim(bucket, trimmed(3, [key], [key, Names.keys[2]]), one), log), "done"),
                (read(.entity(key, in: bucket)), "fact"),
                (.log(.trim(bucket, trimmed(9, [], []), one), log), "done"),
                (read(.bucket(bucket)), "fact"),
                (.log(.trim(Names.buckets[2], trimmed(1, [], []), one), log), "done"),
                (read(.buckets), "fact"),
            ]),
        EngineRow(
            "S128 A log is too long by its bytes, too",
            [
                (four, "written"),
                (trimmable(100, removals: 9, bytes: 7), "fact"),
                (trimmable(100, removals: 9, bytes: 12), "fact"),
            ]),
        EngineRow(
            "S129 A history that was forgotten is unknown to all, and its EMPTY is remembered",
            [
                (four, "written"),
                (
                    .log(
                        .forgetHistory(of: bucket, emptiedBy: Names.changeIDs[9], writer(on: 4)),
                        log),
                    "written"
                ),
                (read(.bucket(bucket)), "fact"),
                (read(.changes(after: place(3), in: bucket, atMost: some(9))), "fact"),
                (read(.changes(after: place(4), in: bucket, atMost: some(9))), "fact"),
                (trimmable(100, removals: 9), "fact"),
                (
                    .log(.forgetVersions(of: Names.keys[1], in: bucket, writer(on: 5)), log),
                    "written"
                ),
            ]),
        EngineRow(
            "S129 A bucket that was dropped begins anew, and what it left is not the new one's",
            [
                (four, "written"),
                (.log(.drop(bucket, writer(on: 4)), log), "written"),
                (read(.buckets), "fact"),
                (read(.version(second, of: key, in: bucket)), "fact"),
                (append(change(1), by: writer(on: 5)), "written"),
                (append(change(2, previous: 6), by: writer(on: 6)), "written"),
                (.log(.open(one, epoch: epoch, grace: long), log), "opened"),
                (read(.remains(of: bucket, droppedAt: place(5), atMost: 9)), "fact"),
                (.log(.sweep([key, Names.keys[1]], of: bucket, droppedAt: place(5)), log), "done"),
                (read(.remains(of: bucket, droppedAt: place(5), atMost: 9)), "fact"),
                (.log(.open(one, epoch: epoch, grace: long), log), "opened"),
                (read(.version(second, of: key, in: bucket)), "fact"),
                (read(.entity(key, in: bucket)), "fact"),
            ]),
    ]

    private static func trimmed(
        _ end: UInt64, _ stripped: [ObjectKey], _ forgotten: [ObjectKey]
    ) -> EngineTrimming {
        EngineTrimming(
            upTo: end == 0 ? .zero : place(end), stripped: stripped, forgotten: forgotten)
    }

    private static let three: EngineDeed = append(
        change(1, of: Names.keys[0]), change(1, of: Names.keys[1]), change(1, of: Names.keys[2]),
        by: writer(on: 0))

    private static func index(
        _ order: IndexSlice.Order, above: UInt64? = nil, below: UInt64? = nil,
        hasObjects: Bool = true, _ portion: Portion
    ) -> EngineDeed {
        read(
            .index(
                IndexSlice(
                    order, above: above.map(place), below: below.map(place),
                    hasObjects: hasObjects, atMost: portion), of: bucket))
    }

    static let pages: [EngineRow] = [
        EngineRow(
            "S130 An index is read page by page, from either end",
            [
                (three, "written"),
                (index(.newestFirst, some(2)), "fact"),
                (index(.newestFirst, below: 2, some(2)), "fact"),
                (index(.oldestFirst, above: 1, hasObjects: false, some(1)), "fact"),
                (index(.oldestFirst, above: 1, below: 3, some(9)), "fact"),
                (index(.newestFirst, Portion(entries: 9, bytes: 1)), "fact"),
                (index(.newestFirst, some(0)), "fact"),
            ]),
        EngineRow(
            "S130 What was missed is asked for with all buckets that there are, and cut at a limit",
            [
                (three, "written"),
                (append(change(1, in: Names.buckets[2]), by: writer(on: 3)), "written"),
                (read(.missed(after: .zero, in: [bucket], atMost: some(9))), "fact"),
                (read(.missed(after: .zero, in: Names.buckets, atMost: some(2))), "fact"),
                (read(.missed(after: place(2), in: Names.buckets, atMost: some(9))), "fact"),
                (
                    read(
                        .missed(
                            after: .zero, in: Names.buckets,
                            atMost: Portion(entries: 9, bytes: 7))),
                    "fact"
                ),
            ]),
    ]
}
