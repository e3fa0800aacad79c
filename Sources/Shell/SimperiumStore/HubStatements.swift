/// What a hub's store says to its file: each statement is compiled once.
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
    let newestFirst: Statement
    let oldestFirst: Statement
    let owned: Statement
    let changes: Statement
    let everybodysChanges: Statement

    let keepPast: Statement
    let keepObject: Statement
    let log: Statement
    let forgetBodies: Statement
    let noteForgotten: Statement
    let forgetChangeIDs: Statement

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
            newestFirst: try database.prepare(HubSQL.newestFirst),
            oldestFirst: try database.prepare(HubSQL.oldestFirst),
            owned: try database.prepare(HubSQL.owned),
            changes: try database.prepare(HubSQL.changes),
            everybodysChanges: try database.prepare(HubSQL.everybodysChanges),
            keepPast: try database.prepare(HubSQL.keepPast),
            keepObject: try database.prepare(HubSQL.keepObject),
            log: try database.prepare(HubSQL.log),
            forgetBodies: try database.prepare(HubSQL.forgetBodies),
            noteForgotten: try database.prepare(HubSQL.noteForgotten),
            forgetChangeIDs: try database.prepare(HubSQL.forgetChangeIDs))
    }
}
