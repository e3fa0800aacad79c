import JSONDiff

func jsonDiff() {
    var report = Report("JSONDiff")
    let page = indexPage(of: 3_000)
    let value = try? JSON(parsing: page)
    report.throughput("parse an index page", target: 150, bytes: page.count) {
        keep(try? JSON(parsing: page))
    }
    report.throughput("write it", bytes: page.count) { keep(value?.utf8) }
    report.show()
}

/// What a hub answers to `i` for so many matches.
private func indexPage(of count: Int) -> [UInt8] {
    let entries = (0..<count).map { number -> JSON in
        ["id": JSON("match-\(number)"), "v": 12, "d": match(number)]
    }
    return (["current": "65f1a0000000000000000001", "index": .array(entries)] as JSON).utf8
}

private func match(_ number: Int) -> JSON {
    [
        "circlePlayerID": JSON("player-\(number)-ada"),
        "crossPlayerID": JSON("player-\(number)-bob"),
        "matrix": [0, 1, 2, 0, 0, 1, 2, 0, 0], "nextPieceKind": 2, "round": 1,
        "circleWins": 0, "crossWins": 0, "draws": 0, "circleReady": false, "crossReady": true,
    ]
}
