internal import Simperium

/// How much is forgotten at once, in no time.
extension HubStore {
    /// How many rows of what was forgotten one transaction removes.
    private static let garbagePerTurn = 32

    /// The bucket leaves what is to be forgotten behind, under its old number.
    mutating func forgetHistory(of id: BucketID, emptiedBy change: ChangeID) throws(StorageError) {
        guard var row = try row(of: id) else { return }
        let old = row.number
        row.number = try renumber(old)
        let move = try database.prepare(HubSQL.moveObjects)
        try move.bind(old, at: 1)
        try move.bind(row.number, at: 2)
        try move.run()
        try leave(old)
        row.state.floor = row.state.head
        row.state.emptied = change
        row.logged = 0
        self.change(id, to: row)
    }

    mutating func drop(_ id: BucketID) throws(StorageError) {
        guard let row = try row(of: id) else { return }
        try run(HubSQL.forgetBucket, row.number)
        try leave(row.number)
        buckets[id] = nil
    }

    /// The next number, which was never used.
    private borrowing func renumber(_ old: Int) throws(StorageError) -> Int {
        let renumber = try database.prepare(HubSQL.renumber)
        try renumber.bind(old, at: 1)
        guard try renumber.step() else { throw .implausible }
        let number = try renumber.count(in: 0)
        renumber.reset()
        try run(HubSQL.noteNumber, number)
        return number
    }

    private mutating func leave(_ number: Int) throws(StorageError) {
        try run(HubSQL.addGarbage, number)
        hasGarbage = true
    }

    /// Removes some of what nobody can see any more.
    mutating func collectGarbage() throws(StorageError) {
        let garbage = try database.prepare(HubSQL.garbage)
        guard try garbage.step() else { return hasGarbage = false }
        let number = try garbage.count(in: 0)
        garbage.reset()
        var removed = 0
        for sql in HubSQL.collect {
            try run(sql, number, Self.garbagePerTurn)
            removed += database.changeCount
        }
        if removed == 0 { try run(HubSQL.endGarbage, number) }
    }

    private borrowing func run(_ sql: String, _ numbers: Int...) throws(StorageError) {
        let statement = try database.prepare(sql)
        for (position, number) in numbers.enumerated() {
            try statement.bind(number, at: Int32(position + 1))
        }
        try statement.run()
    }
}
