import SimperiumJSON
import SimperiumWire

/// Measures reading and writing of the protocol's messages.
func simperium() -> Report {
    var report = Report("Simperium")
    moves(&report)
    pages(&report)
    return report
}

/// Measures a move in a match, which is nearly all of a hub's traffic.
private func moves(_ report: inout Report) {
    let count = 20_000
    let sent = move.frame
    let echoed = echo.frame
    report.time("a move's frame read by the hub", count: count) {
        for _ in 0..<count { keep(try? ClientMessage(frame: sent.span)) }
    }
    report.time("from frame to applied diff", target: 5, count: count) {
        for _ in 0..<count { keep(applied(sent)) }
    }
    report.time("its echo written", count: count) {
        for _ in 0..<count { keep(echo.frame) }
    }
    report.time("the echo read by a client", count: count) {
        for _ in 0..<count { keep(try? HubMessage(frame: echoed.span)) }
    }
    report.time("the move written by its client", count: count) {
        for _ in 0..<count { keep(move.frame) }
    }
}

private func pages(_ report: inout Report) {
    let page = indexPage(of: 3_000)
    let large = indexPage(of: 30_000)
    let (pageFrame, largeFrame) = (page.frame, large.frame)
    report.throughput("an index page of 1 MB read", bytes: pageFrame.count) {
        keep(try? HubMessage(frame: pageFrame.span))
    }
    report.throughput("the page written", bytes: pageFrame.count) { keep(page.frame) }
    report.growth("reading ten times the page", target: 12) {
        keep(try? HubMessage(frame: pageFrame.span))
    } large: {
        keep(try? HubMessage(frame: largeFrame.span))
    }
    report.growth("writing ten times the page", target: 12) {
        keep(page.frame)
    } large: {
        keep(large.frame)
    }
}

/// Does a hub's work for a frame, up to the object's next version.
private func applied(_ frame: [UInt8]) -> JSONObject? {
    guard case .command(.changes(let changes), _)? = try? ClientMessage(frame: frame.span),
        case .success(let change)? = changes.first, case .modify(let diff) = change.operation
    else { return nil }
    return try? diff.applied(to: match)
}

private let channel = ChannelNumber(rawValue: 1)
private let match: JSONObject = [
    "circlePlayerID": "tictactoe-3f0c9a6be2d14c0f", "crossPlayerID": "tictactoe-77d1e04f5ab2c9e6",
    "matrix": [0, 1, 2, 0, 0, 1, 2, 0, 0], "nextPieceKind": 2, "round": 1, "circleWins": 0,
    "crossWins": 0, "draws": 0,
]
private let next: JSONObject = {
    var next = match
    next["matrix"] = [0, 1, 2, 0, 2, 1, 2, 0, 0]
    next["nextPieceKind"] = 1
    return next
}()
private let diff = Diff(from: match, to: next)
private let key: ObjectKey = .trappingIfInvalid("8a94b5b9249b4105")
private let changeID: ChangeID = .trappingIfInvalid("0123456789abcdef0123456789abcdef")

private let move = ClientMessage.command(
    .singleChange(Change(.modify(diff), key: key, version: EntityVersion(5), id: changeID)),
    on: channel)

private let echo = HubMessage.command(
    .changes([
        .accepted(
            AcceptedChange(
                .modified(diff, from: EntityVersion(5), to: .first), key: key,
                changeVersion: ChangeVersion(epoch: 0x65f1_a000, number: 6), changeIDs: [changeID],
                clientID: .trappingIfInvalid("tictactoe-3f0c9a6be2d14c0f")))
    ]), on: channel)

private func indexPage(of count: Int) -> HubMessage {
    let entries = (0..<count).map { number in
        IndexPage.ListedObject(
            key: .trappingIfInvalid("match-\(number)"), version: .first, object: match)
    }
    let current = ChangeVersion(epoch: 1, number: 7)
    return .command(.index(IndexPage(current: current, entries: entries)), on: channel)
}
