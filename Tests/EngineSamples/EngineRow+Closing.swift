internal import SharedLog
internal import SimperiumClock
internal import SimperiumWire

extension EngineRow {
    private static let close: EngineDeed = .log(.close, log)
    private static let opening: EngineDeed = .log(.open(other, epoch: epoch, grace: long), log)

    /// With what is on its way to somebody else.
    private static var told: EngineChange {
        var change = change(1)
        change.parcel = Parcel(
            .change, of: key, at: place(1), becoming: .first, by: log.user, [0x65],
            to: [Names.logs[1].user])
        return change
    }

    static let closing: [EngineRow] = [
        EngineRow(
            "S246 A log in which there is something is not closed, nor one to be swept up",
            [
                (append(change(1), by: writer(on: 0)), "written"),
                (append(change(1, in: Names.buckets[2]), by: writer(on: 1)), "written"),
                (close, "owing"),
                (.log(.drop(bucket, writer(on: 2)), log), "written"),
                (.log(.drop(Names.buckets[2], writer(on: 3)), log), "written"),
                (close, "owing"),
                (.log(.sweep([key], of: bucket, droppedAt: place(3)), log), "done"),
                (.log(.sweep([key], of: Names.buckets[2], droppedAt: place(4)), log), "done"),
                (close, "done"),
                (opening, "gone"),
            ]),
        EngineRow(
            "S246 Nor one from which something is on its way; but nothing is made there any more",
            [
                (append(told, by: writer(on: 0)), "written"),
                (close, "owing"),
                (append(change(2, previous: 1), by: writer(on: 1)), "gone"),
                (append(change(1, of: Names.keys[1]), by: writer(other, on: 0)), "gone"),
                (append(change(2, previous: 1, isRemoval: true), by: writer(on: 0)), "overtaken"),
                (append(change(2, previous: 1, isRemoval: true), by: writer(on: 1)), "written"),
                (.log(.drop(bucket, writer(on: 2)), log), "written"),
                (.log(.sweep([key], of: bucket, droppedAt: place(3)), log), "done"),
                (read(.buckets), "fact"),
                (read(.parcels(of: bucket, atMost: some(9))), "fact"),
                (close, "owing"),
                (opening, "opened"),
                (.log(.strike([place(1)], of: bucket), log), "done"),
                (read(.buckets), "fact"),
                (close, "done"),
                (opening, "gone"),
            ]),
        EngineRow(
            "S246 A log that is closed stays so, and has nothing any more but where it ended",
            [
                (.lease(.begin(lease, holder), log), "done"),
                (
                    .log(.view(ViewedObject(key, in: bucket), by: [log.user], other), log),
                    "done"
                ),
                (.lease(.away(lease.id, holder, grace: long), log), "away"),
                (close, "done"),
                (close, "done"),
                (append(change(1), by: writer(on: 1)), "gone"),
                (.log(.open(one, epoch: epoch + 9, grace: long), log), "gone"),
                (.lease(.resume(secret: "5ec", Names.clients[1], holder), log), "gone"),
                (.lease(.bury(one, grace: long), log), "buried"),
                (read(.missed(after: .zero, in: [], atMost: some(9))), "fact"),
                (read(.viewers(of: [ViewedObject(key, in: bucket)])), "fact"),
                (read(.buckets), "fact"),
            ]),
    ]
}
