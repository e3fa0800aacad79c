import SimperiumWire

/// The statements of a hub's store that most batches need, each compiled once. Rare statements are
/// compiled for each use.
struct HubStatements: ~Copyable {
    let bucket: Statement
    let addFeed: Statement
    let addBucket: Statement
    let saveBucket: Statement
    let bucketsOfUser: Statement
    let bucketsWithOwners: Statement
    let entity: Statement
    let changeIDs: Statement
    let version: Statement
    let base: Statement
    let newestFirst: Statement
    let oldestFirst: Statement
    let owned: Statement
    let changes: Statement
    let everybodysChanges: Statement
    let archivePresentVersion: Statement
    let insertObject: Statement
    let insertBase: Statement
    let updateObject: Statement
    let appendRecent: Statement
    let appendRecentWithPastVersion: Statement
    let deleteOutdatedBodies: Statement
    let deleteOutdatedRecentBodies: Statement
    let clearOutdatedVersions: Statement
    let deleteOldChangeIDs: Statement
    let deleteUnneededBases: Statement

    static func prepare(in database: borrowing Database) throws(StorageError) -> HubStatements {
        HubStatements(
            bucket: try database.prepare(HubSQL.bucket),
            addFeed: try database.prepare(HubSQL.addFeed),
            addBucket: try database.prepare(HubSQL.addBucket),
            saveBucket: try database.prepare(HubSQL.saveBucket),
            bucketsOfUser: try database.prepare(HubSQL.bucketsOfUser),
            bucketsWithOwners: try database.prepare(HubSQL.bucketsWithOwners),
            entity: try database.prepare(HubSQL.entity),
            changeIDs: try database.prepare(HubSQL.changeIDs),
            version: try database.prepare(HubSQL.version),
            base: try database.prepare(HubSQL.base),
            newestFirst: try database.prepare(HubSQL.newestFirst),
            oldestFirst: try database.prepare(HubSQL.oldestFirst),
            owned: try database.prepare(HubSQL.owned),
            changes: try database.prepare(HubSQL.changes),
            everybodysChanges: try database.prepare(HubSQL.everybodysChanges),
            archivePresentVersion: try database.prepare(HubSQL.archivePresentVersion),
            insertObject: try database.prepare(HubSQL.insertObject),
            insertBase: try database.prepare(HubSQL.insertBase),
            updateObject: try database.prepare(HubSQL.updateObject),
            appendRecent: try database.prepare(HubSQL.appendRecent),
            appendRecentWithPastVersion: try database.prepare(HubSQL.appendRecentWithPastVersion),
            deleteOutdatedBodies: try database.prepare(HubSQL.deleteOutdatedBodies),
            deleteOutdatedRecentBodies: try database.prepare(HubSQL.deleteOutdatedRecentBodies),
            clearOutdatedVersions: try database.prepare(HubSQL.clearOutdatedVersions),
            deleteOldChangeIDs: try database.prepare(HubSQL.deleteOldChangeIDs),
            deleteUnneededBases: try database.prepare(HubSQL.deleteUnneededBases))
    }
}
