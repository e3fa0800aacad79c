import JSONDiff

func jsonDiff() {
    var report = Report("JSONDiff")
    if CommandLine.arguments.count < 3 {
    text(in: &report)
    moves(in: &report)
    notes(in: &report)
    }
    growth(in: &report)
    report.show()
}

private func text(in report: inout Report) {
    let page = indexPage(of: 3_000)
    let value = try? JSON(parsing: page)
    report.throughput("parse an index page", target: 150, bytes: page.count) {
        keep(try? JSON(parsing: page))
    }
    report.throughput("write it", target: 150, bytes: page.count) { keep(value?.utf8) }
}

private func moves(in report: inout Report) {
    let before = match(1)
    var after = before
    after["matrix"] = [0, 1, 2, 0, 0, 1, 2, 0, 1]
    after["nextPieceKind"] = 1
    var rematch = before
    rematch["crossReady"] = false
    let move = Diff(from: before, to: after)
    let theirs = Diff(from: before, to: rematch)
    report.time("diff of a move", target: 2, count: 100_000) {
        for _ in 0..<100_000 { keep(Diff(from: before, to: after)) }
    }
    report.time("apply it", target: 2, count: 100_000) {
        for _ in 0..<100_000 { keep(try? move.applied(to: before)) }
    }
    report.time("rebase it", target: 2, count: 100_000) {
        for _ in 0..<100_000 { keep(try? move.rebased(over: theirs, base: before)) }
    }
}

private func notes(in report: inout Report) {
    let old = note(of: 500_000)
    let new = edited(old)
    let other = JSONString(String(old.string.reversed()))
    let delta = TextDelta(from: old, to: new)
    report.time("diff of a 500 KB note, two edits", target: 10, unit: .milliseconds, count: 1) {
        keep(TextDelta(from: old, to: new))
    }
    let typed = JSONString(old.string.prefix(250_000) + "x" + old.string.dropFirst(250_000))
    report.time("diff of a 500 KB note, one letter", target: 2, unit: .milliseconds, count: 1) {
        keep(TextDelta(from: old, to: typed))
    }
    report.time("apply it to the note", target: 10, unit: .milliseconds, count: 1) {
        keep(try? delta.applied(to: old))
    }
    report.time("rebase it over itself", target: 10, unit: .milliseconds, count: 1) {
        keep(try? delta.rebased(over: delta, source: old))
    }
    report.time("diff of two 500 KB notes", target: 100, unit: .milliseconds, count: 1) {
        keep(TextDelta(from: old, to: other))
    }
}

private func growth(in report: inout Report) {
    if CommandLine.arguments.count > 2 {
    let n = note(of: 500_000), e = edited(n)
    for _ in 0..<100 { keep(TextDelta(from: n, to: e)) }
    return }
    let notes = [note(of: 100_000), note(of: 1_000_000)]
    let edits = notes.map(edited)
    if CommandLine.arguments.count < 3 {
    report.growth("ten times the text, two edits", target: 12) {
        keep(TextDelta(from: notes[0], to: edits[0]))
    } large: {
        keep(TextDelta(from: notes[1], to: edits[1]))
    }
    }
    let objects = [object(of: 10_000), object(of: 100_000)]
    let others = [object(of: 10_000, step: 3), object(of: 100_000, step: 3)]
    report.growth("ten times the members, diffed and applied", target: 12) {
        keep(try? Diff(from: objects[0], to: others[0]).applied(to: objects[0]))
    } large: {
        keep(try? Diff(from: objects[1], to: others[1]).applied(to: objects[1]))
    }
    let texts = objects.map(\.utf8)
    if CommandLine.arguments.count < 3 { for i in 0..<2 {
    let d = Diff(from: objects[i], to: others[i])
    let n = i == 0 ? 10_000 : 100_000
    report.time("diff \(n)", unit: .nanoseconds, count: n) { keep(Diff(from: objects[i], to: others[i])) }
    report.time("same diff \(n)", unit: .nanoseconds, count: n) { keep(Diff(from: objects[i], to: objects[i])) }
    report.time("apply \(n)", unit: .nanoseconds, count: n) { keep(try? d.applied(to: objects[i])) }
    report.time("parse \(n)", unit: .nanoseconds, count: n) { keep(try? JSON(parsing: texts[i])) }
    report.time("equal \(n)", unit: .nanoseconds, count: n) { keep(objects[i] == others[i]) } }
    }
    report.growth("ten times the members, parsed", target: 12) {
        keep(try? JSON(parsing: texts[0]))
    } large: {
        keep(try? JSON(parsing: texts[1]))
    }
}

/// What a hub answers to `i` for so many matches.
private func indexPage(of count: Int) -> [UInt8] {
    let entries = (0..<count).map { number -> JSON in
        ["id": JSON("match-\(number)"), "v": 12, "d": .object(match(number))]
    }
    return (["current": "65f1a0000000000000000001", "index": .array(entries)] as JSON).utf8
}

private func match(_ number: Int) -> JSONObject {
    [
        "circlePlayerID": JSON("player-\(number)-ada"),
        "crossPlayerID": JSON("player-\(number)-bob"),
        "matrix": [0, 1, 2, 0, 0, 1, 2, 0, 0], "nextPieceKind": 2, "round": 1,
        "circleWins": 0, "crossWins": 0, "draws": 0, "circleReady": false, "crossReady": true,
    ]
}

private func note(of count: Int) -> JSONString {
    var text = ""
    var line = 0
    while text.utf8.count < count {
        line += 1
        text += "Line \(line): the quick brown fox jumps over the lazy dog.\n"
    }
    return JSONString(text)
}

private func edited(_ note: JSONString) -> JSONString {
    var lines = note.string.split(separator: "\n", omittingEmptySubsequences: false)
    lines[lines.count / 10] = "Somebody wrote something else here."
    lines.insert("And here they wrote a line more.", at: lines.count * 9 / 10)
    return JSONString(lines.joined(separator: "\n"))
}

private func object(of count: Int, step: Int = 1) -> JSONObject {
    JSONObject(
        (0..<count).map { number in
            let value = number % step == 0 ? JSON(number) : JSON("changed")
            return .init(name: JSONString("member-\(number * step)"), value: value)
        })
}
