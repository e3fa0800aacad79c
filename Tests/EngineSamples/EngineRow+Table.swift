internal import SharedLog
internal import SimperiumClock
internal import SimperiumWire

extension EngineRow {
    package static let table = writing + lives + presence + past + pages + feeds + closing

    private static let writing: [EngineRow] = [
        EngineRow(
            "S118 Who knows the head appends, and who does not is told it",
            [
                (append(change(1), by: writer(on: 0)), "written"),
                (append(change(2, previous: 1), by: writer(other, on: 0)), "overtaken"),
                (append(change(2, previous: 1), by: writer(other, on: 1)), "written"),
                (read(.entity(key, in: bucket)), "fact"),
                (read(.version(.first, of: key, in: bucket)), "fact"),
            ]),
        EngineRow(
            "S118 A batch is appended whole, also twice to one object and to two buckets",
            [
                (
                    append(
                        change(1), change(2, previous: 1), change(1, in: Names.buckets[1]),
                        change(3, previous: 2, isRemoval: true), by: writer(on: 0)), "written"
                ),
                (read(.entity(key, in: bucket)), "fact"),
                (read(.missed(after: .zero, in: Names.buckets, atMost: some(9))), "fact"),
            ]),
        EngineRow(
            "S118 Sent again after it was done, a batch finds the head beyond its own",
            [
                (append(change(1), by: writer(on: 0)), "written"),
                (append(change(1), by: writer(on: 0)), "overtaken"),
                (read(.missed(after: .zero, in: [bucket], atMost: some(9))), "fact"),
            ]),
        EngineRow(
            "S118 A place is the one behind the head, or none",
            [
                (append(change(1), by: EngineWriter(one, on: .zero, at: place(2))), "misplaced"),
                (read(.bucket(bucket)), "fact"),
            ]),
        EngineRow(
            "S120 Who was overtaken again and again has the next turn, and gives it back",
            [
                (append(change(1), by: writer(on: 0)), "written"),
                (append(change(2), by: writer(other, on: 0), wantsTurn: true), "overtaken"),
                (append(change(2, previous: 1), by: writer(on: 1)), "othersTurn"),
                (append(change(2, previous: 1), by: writer(other, on: 1)), "written"),
                (append(change(3, previous: 2), by: writer(on: 2)), "written"),
            ]),
        EngineRow(
            "S121 What was opened in a later life takes no place of an earlier one",
            [
                (append(change(1), by: writer(on: 0)), "written"),
                (.log(.open(one, epoch: epoch + 5, grace: long), log), "opened"),
                (append(change(2, previous: 1), by: writer(on: 1)), "earlierEpoch"),
                (append(change(2, previous: 1), by: writer(on: 1, epoch: epoch + 5)), "written"),
                (.log(.open(other, epoch: epoch, grace: long), log), "opened"),
            ]),
        EngineRow(
            "S123 A long entry is told without what it says, and read in full",
            [
                (append(change(1, entry: EngineLimits.toldEntry), by: writer(on: 0)), "written"),
                (
                    append(
                        change(2, previous: 1, entry: EngineLimits.toldEntry + 1), by: writer(on: 1)
                    ),
                    "written"
                ),
                (read(.changes(after: place(1), in: bucket, atMost: some(9))), "fact"),
            ]),
        EngineRow(
            "S119 A user who is no more has no log",
            [
                (.log(.close, log), "done"),
                (append(change(1), by: writer(on: 0)), "gone"),
                (.log(.open(one, epoch: epoch, grace: long), log), "gone"),
                (.lease(.begin(lease, holder), log), "gone"),
                (.log(.trim(bucket, nothing, one), log), "gone"),
            ]),
    ]

    private static let lives: [EngineRow] = [
        EngineRow(
            "S119 Who never opened a log, or was buried there, writes nothing",
            [
                (append(change(1), by: writer(Incarnation(rawValue: 7), on: 0)), "fenced"),
                (.lease(.bury(one, grace: over), log), "buried"),
                (append(change(1), by: writer(on: 0)), "fenced"),
                (
                    .log(
                        .forgetHistory(of: bucket, emptiedBy: Names.changeIDs[0], writer(on: 0)),
                        log),
                    "fenced"
                ),
                (.log(.drop(bucket, writer(on: 0)), log), "fenced"),
                (.log(.trim(bucket, nothing, one), log), "fenced"),
                (.log(.open(one, epoch: epoch, grace: long), log), "fenced"),
                (append(change(1), by: writer(other, on: 0)), "written"),
            ]),
        EngineRow(
            "S125 An engine that knows less than we saw is another one",
            [
                // Our own incarnation, of which it knows.
                (.node(.hello(seen: other.rawValue, life: over)), "life"),
                (.node(.hello(seen: epoch, life: over)), "life"),
                (.node(.hello(seen: epoch + 9, life: over)), "life"),
                (.node(.hello(seen: 0, life: over)), "life"),
            ]),
        EngineRow(
            "S182 Who could not read what is there is told so, by the format of it",
            [
                (hello(inFormat: EngineLimits.format + 1), "life"),
                (hello(inFormat: EngineLimits.format + 3), "olderFormat"),
                (hello(inFormat: EngineLimits.format - 1), "newerFormat"),
                // A node of a newer format is there.
                (.node(.renew(one, life: long, format: EngineLimits.format)), "newerFormat"),
                (.node(.renew(one, life: long, format: EngineLimits.format + 1)), "alive"),
            ]),
        EngineRow(
            "S126 A life that ran out is claimed by the next who is in time, and stays dead",
            [
                (.node(.begin(seen: 0, life: over)), "incarnation"),
                (.node(.note(log, late)), "done"),
                (.node(.renew(one, life: long)), "alive"),
                (.node(.renew(late, life: long)), "dead"),
                (.node(.note(log, late)), "dead"),
                (.node(.logs(of: late)), "logs"),
                (.node(.buried(log, late)), "done"),
                (.node(.renew(one, life: long)), "alive"),
                (.node(.logs(of: late)), "logs"),
            ]),
        EngineRow(
            "S126 Who is late itself claims nobody, and nobody is claimed for one life",
            [
                (.node(.begin(seen: 0, life: over)), "incarnation"),
                (.node(.begin(seen: 0, life: over)), "incarnation"),
                (.node(.renew(late, life: long)), "alive"),
                (.node(.renew(one, life: long)), "alive"),
                (.node(.renew(Incarnation(rawValue: epoch + 4), life: long)), "alive"),
            ]),
        EngineRow(
            "S125 In a new life of the engine nobody is claimed for one life",
            [
                (.node(.begin(seen: 0, life: over)), "incarnation"),
                (.node(.hello(seen: epoch + 9, life: long)), "life"),
                (.node(.renew(one, life: long)), "alive"),
                (.node(.renew(late, life: long)), "alive"),
            ]),
        EngineRow(
            "S127 Who had no log is forgotten without one",
            [
                (.node(.begin(seen: 0, life: long)), "incarnation"),
                (.node(.retire(late)), "done"),
                (.node(.buried(nil, late)), "done"),
                (.node(.renew(one, life: long)), "alive"),
                (.node(.buried(nil, one)), "done"),
            ]),
        EngineRow(
            "S126 Who leaves in order is dead at once",
            [
                (.node(.retire(other)), "done"),
                (.node(.retire(other)), "dead"),
                (.node(.renew(one, life: long)), "alive"),
            ]),
        EngineRow(
            "S127 The dead are forgotten with the last log that they are buried in",
            [
                (.node(.note(Names.logs[1], other)), "done"),
                (.node(.retire(other)), "done"),
                (.node(.buried(log, other)), "done"),
                (.node(.renew(one, life: long)), "alive"),
                (.node(.buried(Names.logs[1], other)), "done"),
                (.node(.renew(one, life: long)), "alive"),
            ]),
    ]
}

extension EngineRow {
    static let lease = EngineLease(
        Ordinal(epoch: one.rawValue, count: 1), in: bucket, secret: "5ec", of: Names.clients[1])
    static let holder = EngineHolder(one, 4)
    static let nothing = EngineTrimming(upTo: .zero, stripped: [], forgotten: [])

    static func place(_ count: UInt64) -> Ordinal { Ordinal(epoch: epoch, count: count) }
    static func some(_ count: Int) -> Portion { Portion(entries: count) }

    private static func hello(inFormat format: Int) -> EngineDeed {
        .node(.hello(seen: other.rawValue, life: over, NodeTerms(format: format)))
    }
}
