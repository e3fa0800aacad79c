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
    let keepPast: Statement
    let addObject: Statement
    let addBase: Statement
    let changeObject: Statement
    let appendRecent: Statement
    let appendRecentWithPast: Statement
    let forgetBodies: Statement
    let forgetRecentBodies: Statement
    let noteForgotten: Statement
    let forgetChangeIDs: Statement
    let forgetBases: Statement

    static func prepare(
        in database: borrowing Database
    ) throws(StorageError) -> HubStatements {
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
            keepPast: try database.prepare(HubSQL.keepPast),
            addObject: try database.prepare(HubSQL.addObject),
            addBase: try database.prepare(HubSQL.addBase),
            changeObject: try database.prepare(HubSQL.changeObject),
            appendRecent: try database.prepare(HubSQL.appendRecent),
            appendRecentWithPast: try database.prepare(HubSQL.appendRecentWithPast),
            forgetBodies: try database.prepare(HubSQL.forgetBodies),
            forgetRecentBodies: try database.prepare(HubSQL.forgetRecentBodies),
            noteForgotten: try database.prepare(HubSQL.noteForgotten),
            forgetChangeIDs: try database.prepare(HubSQL.forgetChangeIDs),
            forgetBases: try database.prepare(HubSQL.forgetBases))
    }
}
