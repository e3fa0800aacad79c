import SimperiumClock
import SimperiumJSON
import _StringProcessing

func jsonDiff() -> Report {
    var report = Report("JSONDiff")
    text(in: &report)
    moves(in: &report)
    notes(in: &report)
    worstTexts(in: &report)
    members(in: &report)
    growth(in: &report)
    return report
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
    let old = longNote(of: 500_000)
    let new = edited(old)
    let delta = TextDelta(from: old, to: new)
    report.time("diff of a 500 KB note, two edits", target: 10, unit: .milliseconds, count: 1) {
        keep(TextDelta(from: old, to: new))
    }
    let cyrillic = JSONString(old.string.replacing("the quick brown fox", with: "быстрая лиса"))
    let changed = edited(cyrillic)
    report.time("the same in Cyrillic", target: 10, unit: .milliseconds, count: 1) {
        keep(TextDelta(from: cyrillic, to: changed))
    }
    let typed = JSONString(old.string.prefix(250_000) + "x" + old.string.dropFirst(250_000))
    report.time("diff of it, one letter typed", target: 2, unit: .milliseconds, count: 1) {
        keep(TextDelta(from: old, to: typed))
    }
    report.time("apply it to the note", target: 10, unit: .milliseconds, count: 1) {
        keep(try? delta.applied(to: old))
    }
    report.time("rebase it over itself", target: 10, unit: .milliseconds, count: 1) {
        keep(try? delta.rebased(over: delta, source: old))
    }
}

/// Measures texts with little in common, which must not take long either.
private func worstTexts(in report: inout Report) {
    let old = longNote(of: 500_000)
    let other = JSONString(String(old.string.reversed()))
    report.time("diff of two 500 KB notes", target: 100, unit: .milliseconds, count: 1) {
        keep(TextDelta(from: old, to: other))
    }
    let noises = [noise(of: 500_000, seed: 1), noise(of: 500_000, seed: 2)]
    report.time("diff of 500 KB of noise", target: 100, unit: .milliseconds, count: 1) {
        keep(TextDelta(from: noises[0], to: noises[1]))
    }
    let texts = [1, 2].map { seed in
        JSONObject(
            (0..<1_000).map { number in
                let text = noise(of: 500, seed: UInt64(seed * 1_000 + number))
                return .init(name: JSONString("\(number)"), value: .string(text))
            })
    }
    report.time("the same in 1,000 texts", target: 100, unit: .milliseconds, count: 1) {
        keep(Diff(from: texts[0], to: texts[1]))
    }
}

private func members(in report: inout Report) {
    let old = object(of: 100_000)
    let new = object(of: 100_000, step: 3)
    let text = old.utf8
    let diff = Diff(from: old, to: new)
    report.time("parse 100,000 members", target: 100, unit: .milliseconds, count: 1) {
        keep(try? JSON(parsing: text))
    }
    report.time("diff of them", target: 100, unit: .milliseconds, count: 1) {
        keep(Diff(from: old, to: new))
    }
    report.time("apply it to them", target: 100, unit: .milliseconds, count: 1) {
        keep(try? diff.applied(to: old))
    }
}

private func growth(in report: inout Report) {
    let notes = [longNote(of: 100_000), longNote(of: 1_000_000)]
    let edits = notes.map(edited)
    report.growth("ten times the text, two edits", target: 12) {
        keep(TextDelta(from: notes[0], to: edits[0]))
    } large: {
        keep(TextDelta(from: notes[1], to: edits[1]))
    }
    let tokens = [10_000, 100_000].map { count in
        JSONString([String](repeating: "+a", count: count).joined(separator: "\t"))
    }
    report.growth("ten times the tokens of a delta", target: 12) {
        keep(try? TextDelta(tokens[0]))
    } large: {
        keep(try? TextDelta(tokens[1]))
    }
    // With ten times as many members, the processor's caches would be measured.
    let objects = [object(of: 500), object(of: 5_000)]
    let others = [object(of: 500, step: 3), object(of: 5_000, step: 3)]
    report.growth("ten times the members, diffed and applied", target: 12) {
        keep(try? Diff(from: objects[0], to: others[0]).applied(to: objects[0]))
    } large: {
        keep(try? Diff(from: objects[1], to: others[1]).applied(to: objects[1]))
    }
    let texts = objects.map(\.utf8)
    report.growth("ten times the members, parsed", target: 12) {
        keep(try? JSON(parsing: texts[0]))
    } large: {
        keep(try? JSON(parsing: texts[1]))
    }
}

/// The hub's answer to `i` with this many matches.
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

private func longNote(of count: Int) -> JSONString {
    var text = ""
    var line = 0
    while text.utf8.count < count {
        line += 1
        text += "Line \(line): the quick brown fox jumps over the lazy dog.\n"
    }
    return JSONString(text)
}

/// A random text of two letters, with matches everywhere by chance.
private func noise(of count: Int, seed: UInt64) -> JSONString {
    var random = SeededRandom(seed: seed)
    return JSONString(String((0..<count).map { _ in random.chance(1, in: 2) ? "a" : "b" }))
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
