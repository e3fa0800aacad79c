package import SimperiumWire

/// The result of a full check of a server's file: each page, each index and each row.
package struct StoreInspection: Hashable, Sendable {
    package enum Damage: Hashable, Sendable {
        /// Damage to a page, an index or a table's definition, with a description of the damage.
        case structure(String)
        /// Rows of a table with wrong checksums.
        case rows(table: String, count: Int)
        /// Rows of a table that refer to a missing row.
        case orphans(table: String, count: Int)
        /// Buckets whose row has a wrong number of objects or changes.
        case miscounted(buckets: Int)
        /// The file could not be read any further.
        case unreadable(StorageError)
    }

    /// The version of the file's format. Before version 10, rows have no checksums.
    package fileprivate(set) var format = 0
    package fileprivate(set) var pages = 0
    package fileprivate(set) var objects = 0
    package fileprivate(set) var changes = 0
    package fileprivate(set) var accounts = 0
    /// True if the objects, changes and accounts could be counted.
    package fileprivate(set) var isCounted = false
    package fileprivate(set) var damages: [Damage] = []

    /// True if the rows have checksums.
    package var isChecked: Bool { format >= Database.Format.firstWithChecksums }
}

extension HubStore {
    /// Checks a server's whole file, or a copy of the file. Nothing is written, and a server may
    /// have the file open. Pass true for `isUnused` if no other program uses the file.
    package static func inspect(
        _ location: Database.Location, isUnused: Bool = false
    ) throws(StorageError) -> StoreInspection {
        let database = try Database.openToRead(location, format: .hub, isUnused: isUnused)
        var inspection = StoreInspection()
        do throws(StorageError) {
            try inspection.checkAll(database)
        } catch {
            inspection.damages.append(.unreadable(error))
        }
        return inspection
    }
}

extension StoreInspection {
    /// The maximum number of SQLite's findings to list.
    private static let mostFindings = 20

    fileprivate mutating func checkAll(_ database: borrowing Database) throws(StorageError) {
        format = try database.number("PRAGMA user_version")
        pages = try database.number("PRAGMA page_count")
        let check = try database.prepare("PRAGMA integrity_check(\(Self.mostFindings))")
        while try check.step() {
            let findings = Database.damages(inCheckResult: check.text(in: 0) ?? "")
            damages += findings.map { .structure($0) }
        }
        try checkDefinitions(in: database)
        objects = try database.number("SELECT count(*) FROM object WHERE removed = 0")
        changes =
            try database.number("SELECT count(*) FROM log")
            + (isChecked ? database.number(HubSQL.countRecent) : 0)
        accounts = try database.number("SELECT count(*) FROM user")
        isCounted = true
        for table in CheckedTable.allCases where table.firstFormat <= format {
            recordIfAny(try database.number(table.countOfDamaged)) {
                .rows(table: table.rawValue, count: $0)
            }
        }
        for (firstFormat, table, condition) in Self.orphans where firstFormat <= format {
            let count = try database.number("SELECT count(*) FROM \(table) WHERE \(condition)")
            recordIfAny(count) { .orphans(table: table, count: $0) }
        }
        let miscounted = Self.miscountedBucketCountSQL(isChecked ? Self.recents : "")
        recordIfAny(try database.number(miscounted)) { .miscounted(buckets: $0) }
    }

    /// Compares the definitions of the tables and indexes with those of a new file. A damaged
    /// condition of a partial index would hide rows, because SQLite trusts the condition.
    private mutating func checkDefinitions(in database: borrowing Database) throws(StorageError) {
        let steps = Database.Format.hub.steps.prefix(format)
        let made = try Database.open(
            .memory,
            format: Database.Format(
                applicationID: Database.Format.hub.applicationID, steps: Array(steps)))
        let found = Set(try Self.definitions(in: database).map(\.sql))
        for definition in try Self.definitions(in: made) where !found.contains(definition.sql) {
            damages.append(.structure("\(definition.name) is defined in another way"))
        }
    }

    private static func definitions(
        in database: borrowing Database
    ) throws(StorageError) -> [(name: String, sql: String)] {
        let statement = try database.prepare(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        return try statement.mapRows { row in (row.text(in: 0) ?? "", row.text(in: 1) ?? "") }
    }

    private mutating func recordIfAny(_ count: Int, as damage: (Int) -> Damage) {
        if count > 0 { damages.append(damage(count)) }
    }

    /// The SQL conditions of rows that refer to a missing row, each with its table and the first
    /// format that it applies to.
    private static let orphans: [(firstFormat: Int, table: String, condition: String)] = [
        (0, "bucket", "feed NOT IN (SELECT number FROM feed)"),
        (0, "object", isOfNoBucket),
        (0, "log", isOfNoBucket),
        (0, "history", isOfNoObject),
        (Database.Format.firstWithChecksums, "recent", "\(isOfNoBucket) OR \(isOfNoObject)"),
        (Database.Format.firstWithBases, "object", isOfNoBase),
        (Database.Format.firstWithBases, "history", isOfNoBase),
        (Database.Format.firstWithBases, "recent", isOfNoBase),
        (Database.Format.firstWithBases, "base", isOfNoObject),
    ]
    private static let isOfNoBase =
        "base(body) IS NOT NULL AND base(body) NOT IN (SELECT number FROM base)"
    private static let isOfNoObject = "object NOT IN (SELECT number FROM object)"
    private static let isOfNoBucket = """
        bucket NOT IN (SELECT number FROM bucket) AND bucket NOT IN (SELECT bucket FROM garbage)
        """
    private static let recents =
        "+ (SELECT count(*) FROM recent WHERE recent.bucket = bucket.number)"
    private static func miscountedBucketCountSQL(_ recents: String) -> String {
        """
        SELECT count(*) FROM bucket WHERE
            count + mirrors <> (
                SELECT count(*) FROM object WHERE object.bucket = bucket.number AND removed = 0)
            OR logged <> (SELECT count(*) FROM log WHERE log.bucket = bucket.number) \(recents)
        """
    }
}

extension CheckedTable {
    /// The SQL that counts the rows whose checksums do not match.
    fileprivate var countOfDamaged: String {
        let row = "\(rawValue).checksum IS NOT \(checksumSQL())"
        let body = "\(rawValue).body_checksum IS NOT checksum(\(rawValue).body)"
        return "SELECT count(*) FROM \(rawValue) WHERE \(row)\(hasBody ? " OR \(body)" : "")"
    }
}
