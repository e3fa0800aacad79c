import Drawing
import Game
import Lobby
import Records
import SimperiumClock
import SimperiumLoop
import SimperiumReplica
import SimperiumWire
import Visit

/// Measures a large account: ten thousand results, five hundred friends, a thousand games.
func account() -> Report {
    var report = Report("account: 10,000 results, 500 friends")
    let edits = resultEdits + friendEdits
    report.time("read from a copy", unit: .milliseconds, count: 1) {
        keep(largeAccount(of: edits).resultCount)
    }
    let records = largeAccount(of: edits)
    report.time("statistics", target: 5, unit: .milliseconds, count: 1) {
        keep(records.statistics.total)
    }
    report.time("statistics once more, for a picture", unit: .nanoseconds, count: 1_000) {
        var cache = StatisticsCache()
        for _ in 0..<1_000 { cache.updateIfChanged(from: records) }
        keep(cache.computationCount)
    }
    report.time("the list of friends", target: 5, unit: .milliseconds, count: 1) {
        keep(FriendList(records, of: "u-lin", among: [Person]()) { user, _ in user }.rows.count)
    }
    let games = largeAccount(of: gameEdits).games
    report.time("the list of 1,000 games over days", target: 10, unit: .milliseconds, count: 1) {
        keep(CorrespondenceGameList(games, of: "user", at: noon + .seconds(400_000)).waiting)
    }
    return report
}

private func largeAccount(of edits: [RecordEdit]) -> AccountRecords {
    var records = AccountRecords()
    for edit in edits { records.apply(edit) }
    records.sortAfterLoading()
    return records
}

private let noon = ServerTime(milliseconds: 1_795_387_500_000)

private let resultEdits: [RecordEdit] = (0..<10_000).map { number in
    let result = RoundResult(
        against: "user-\(number % 700)", called: "kim", as: .cross,
        number.isMultiple(of: 3) ? .lost : .won, by: .line, at: noon + .seconds(number * 7 % 9_973))
    let key = ResultKey.people(stamp: noon, version: "v\(number)", round: 1)
    return .put(.result, key: key.text, result.members)
}

private let friendEdits: [RecordEdit] = (0..<500).map { number in
    RecordEdit.friend("user-\(number)", Friend(since: noon))
}

private let gameEdits: [RecordEdit] = (0..<1_000).compactMap { number in
    let at = noon + .seconds(number * 37 % 300_000)
    let (me, them) = (
        CorrespondenceGame.PlayerAccount(user: "user", name: "lin"),
        CorrespondenceGame.PlayerAccount(user: "user-\(number)", name: "kim")
    )
    guard
        var game = CorrespondenceGame(
            circle: number.isMultiple(of: 2) ? me : them,
            cross: number.isMultiple(of: 2) ? them : me, limit: .threeDays, since: at)
    else { return nil }
    for square in Square.allCases.prefix(number % 5) {
        try? game.play(square, by: game.side(of: game.next).user, at: at)
    }
    return RecordEdit.game("game-\(number)", game)
}

private enum LargeAccountFault: Error {
    case noCopy
}

/// Stores a large account in a home folder, for a start of the game that uses this server.
func makeLargeAccount(in home: String, at server: String) throws {
    let folder = home + "/.local/share/tictactoe/accounts"
    let places = AccountPaths(in: folder, at: server)
    let token = Token.trappingIfInvalid(String(repeating: "7", count: 32))
    let account = SavedAccount(server: server, user: "user", name: "lin", token: token)
    try FileSystem.makePrivateDirectories(places.accountFolder)
    try WholeFile.replace(places.accountFile, with: AccountFile(account).bytes)
    let copies = AccountCopyDirectory(
        places.copyFolderPath(of: account.user), names: AccountPaths.copies,
        of: RecordBucket.allNames)
    guard case .copy(let file, _, _) = copies.openFirstFreeCopy() else {
        throw LargeAccountFault.noCopy
    }
    for recordEdits in [resultEdits, friendEdits, gameEdits] {
        var edits: [ReplicaStoreEdit] = []
        var bucket: BucketName?
        for edit in recordEdits {
            guard case .put(let records, let key, let object) = edit, let key = ObjectKey(key)
            else { continue }
            bucket = BucketName(records.rawValue)
            edits.append(
                .put(key, StoredReplicaObject(draft: .object(object), turn: edits.count + 1)))
        }
        if let bucket { try file.commit([BucketStoreEdits(edits, of: bucket)]) }
    }
    file.close()
}
