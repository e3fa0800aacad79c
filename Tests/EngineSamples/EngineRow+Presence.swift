internal import SharedLog
internal import SimperiumClock
internal import SimperiumWire

extension EngineRow {
    private static let elsewhere = EngineHolder(other, 1)
    private static let owned = change(1, lease: lease.id)
    private static let second = EngineLease(
        Ordinal(epoch: other.rawValue, count: 1), in: bucket, secret: lease.secret,
        of: lease.clientID)

    private static func resume(
        _ client: Int = 1, _ holder: EngineHolder = elsewhere
    ) -> EngineDeed {
        .lease(.resume(secret: "5ec", Names.clients[client], holder), log)
    }

    static let presence: [EngineRow] = [
        EngineRow(
            "S124 Who comes back within its time has its lease again, at any node",
            [
                (.lease(.begin(lease, holder), log), "done"),
                (append(owned, by: writer(on: 0)), "written"),
                (.lease(.away(lease.id, holder, grace: long), log), "away"),
                (read(.owned(after: nil, in: bucket, atMost: some(9))), "fact"),
                (resume(), "resumed"),
                (resume(), "resumed"),
                (.lease(.away(lease.id, holder, grace: long), log), "notYours"),
                (.lease(.end(lease.id, holder), log), "notYours"),
                (.lease(.end(lease.id, elsewhere), log), "done"),
                (.lease(.end(lease.id, elsewhere), log), "done"),
                (resume(), "notYours"),
                (read(.missed(after: .zero, in: [bucket], atMost: some(9))), "fact"),
            ]),
        EngineRow(
            "S124 Another client's secret is no good, nor one whose time is over",
            [
                (.lease(.begin(lease, holder), log), "done"),
                (resume(0), "notYours"),
                (.lease(.away(lease.id, holder, grace: over), log), "away"),
                (resume(), "notYours"),
                (.lease(.end(lease.id, elsewhere), log), "done"),
            ]),
        EngineRow(
            "S124 A secret takes the lease from whoever has it",
            [
                (.lease(.begin(lease, holder), log), "done"),
                (resume(), "resumed"),
                (resume(1, holder), "resumed"),
            ]),
        EngineRow(
            "S245 A secret is good for one lease as long as that lasts",
            [
                (.lease(.begin(lease, holder), log), "done"),
                (.lease(.begin(second, elsewhere), log), "notYours"),
                (.lease(.begin(lease, holder), log), "done"),
                (.lease(.away(lease.id, holder, grace: long), log), "away"),
                (.lease(.begin(second, elsewhere), log), "notYours"),
                (resume(), "resumed"),
                (.lease(.end(lease.id, elsewhere), log), "done"),
                (.lease(.begin(second, elsewhere), log), "done"),
                (.log(.open(other, epoch: epoch, grace: long), log), "opened"),
            ]),
        EngineRow(
            "S245 It is good for the next one when one is over, whichever of them ends first",
            [
                (.lease(.begin(lease, holder), log), "done"),
                (.lease(.away(lease.id, holder, grace: over), log), "away"),
                (.lease(.begin(second, holder), log), "done"),
                (.lease(.end(lease.id, elsewhere), log), "done"),
                (resume(), "resumed"),
                (.lease(.end(second.id, elsewhere), log), "done"),
                (resume(), "notYours"),
            ]),
        EngineRow(
            "S124 What was somebody's is removed only once that is over",
            [
                (.lease(.begin(lease, holder), log), "done"),
                (append(owned, by: writer(on: 0)), "written"),
                (append(removal, by: writer(other, on: 1)), "held"),
                (.lease(.away(lease.id, holder, grace: long), log), "away"),
                (append(removal, by: writer(other, on: 2)), "held"),
                (resume(), "resumed"),
                (.lease(.away(lease.id, elsewhere, grace: over), log), "away"),
                (append(removal, by: writer(other, on: 4)), "written"),
                (append(removal, by: writer(one, on: 4)), "overtaken"),
                (read(.owned(after: nil, in: bucket, atMost: some(9))), "fact"),
            ]),
        EngineRow(
            "S124 Nothing of a batch is done if one of it is held",
            [
                (.lease(.begin(lease, holder), log), "done"),
                (append(change(1, of: Names.keys[1]), owned, by: writer(on: 0)), "written"),
                (
                    append(change(2, of: Names.keys[1], previous: 1), removal, by: writer(on: 2)),
                    "held"
                ),
                (read(.entity(Names.keys[1], in: bucket)), "fact"),
                (read(.bucket(bucket)), "fact"),
            ]),
        EngineRow(
            "S124 Whose client has left removes what it had, unless that came back elsewhere",
            [
                (.lease(.begin(lease, holder), log), "done"),
                (append(owned, by: writer(on: 0)), "written"),
                (append(leaving, by: writer(other, on: 1)), "held"),
                (resume(), "resumed"),
                (append(leaving, by: writer(on: 2)), "held"),
                (append(leaving, by: writer(other, on: 2)), "written"),
            ]),
        EngineRow(
            "S124 Who has left removes what nobody came back for in time, but not before",
            [
                (.lease(.begin(lease, holder), log), "done"),
                (append(owned, by: writer(on: 0)), "written"),
                (.lease(.away(lease.id, holder, grace: long), log), "away"),
                (append(leaving, by: writer(on: 2)), "held"),
                (resume(), "resumed"),
                (.lease(.away(lease.id, elsewhere, grace: over), log), "away"),
                (append(leaving, by: writer(on: 4)), "written"),
            ]),
        EngineRow(
            "S127 A dead node's leases are nobody's, once",
            [
                (.lease(.begin(lease, holder), log), "done"),
                (.lease(.bury(one, grace: long), log), "buried"),
                (.lease(.bury(one, grace: over), log), "buried"),
                (.log(.open(other, epoch: epoch, grace: long), log), "opened"),
                (.lease(.away(lease.id, holder, grace: over), log), "fenced"),
                (resume(), "resumed"),
            ]),
        EngineRow(
            "S121 In a new life all who are away have their time anew",
            [
                (.lease(.begin(lease, holder), log), "done"),
                (append(owned, by: writer(on: 0)), "written"),
                (.lease(.away(lease.id, holder, grace: over), log), "away"),
                (.log(.open(other, epoch: epoch + 3, grace: long), log), "opened"),
                (resume(), "resumed"),
            ]),
        EngineRow(
            "S241 Who has what open is told, is of one node, and goes with it",
            [
                (view(["ann"], one), "done"),
                (view(["ann", "bo@x.org"], other), "done"),
                (view(["ann"], one), "done"),
                (view(["ann"], one, of: Names.keys[1]), "done"),
                (append(change(1), by: writer(on: 0)), "written"),
                (view([], other, of: Names.keys[1]), "done"),
                (viewers, "fact"),
                (.lease(.bury(one, grace: long), log), "buried"),
                (view(["ann"], one), "fenced"),
                (viewers, "fact"),
                (view([], other), "done"),
                (viewers, "fact"),
            ]),
    ]

    private static let viewers = read(
        .viewers(of: [Names.keys[1], Names.keys[2], key].map { ViewedObject($0, in: bucket) }))

    private static func view(
        _ users: [String], _ node: Incarnation, of key: ObjectKey = key
    ) -> EngineDeed {
        let object = ViewedObject(key, in: bucket)
        return .log(.view(object, by: users.compactMap { UserID($0) }, node), log)
    }

    private static let leaving = change(
        2, previous: 1, isRemoval: true, if: .left(lease.id))
    private static let removal = change(
        2, previous: 1, isRemoval: true, if: .over(lease.id))
}
