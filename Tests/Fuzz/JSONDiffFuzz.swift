import SimperiumJSON

/// Reads a value, which must be the same after it is written and read again.
func fuzzJSON(_ bytes: [UInt8]) {
    let limits = JSONLimits(bytes: 4_096, depth: JSONLimits.deepest)
    do {
        let value = try JSON(parsing: bytes, limits: limits)
        let text = value.utf8
        let again = try? JSON(parsing: text, limits: JSONLimits(bytes: .max, depth: limits.depth))
        precondition(again == value && again?.utf8 == text && again?.hashValue == value.hashValue)
        _ = value.double
        _ = value.int
    } catch {
        precondition((0...bytes.count).contains(error.offset))
    }
}

/// Reads two texts and two deltas, in lines. A delta made of the texts must change one into the
/// other. Deltas that fit must still fit after a rebase.
func fuzzDelta(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
        .compactMap { JSONString(utf8: [UInt8]($0)) }
    guard lines.count == 4 else { return }
    let (old, new) = (lines[0], lines[1])
    let made = TextDelta(from: old, to: new)
    precondition((try? made.applied(to: old)) == new)
    precondition((try? TextDelta(made.encoded)) == made)

    let read = lines[2...].compactMap { try? TextDelta($0) } + [made]
    let fitting = read.filter { (try? $0.applied(to: old)) != nil }
    for ours in fitting {
        precondition((try? TextDelta(ours.encoded)) == ours)
        for theirs in fitting {
            let result = try? theirs.applied(to: old)
            let rebased = try? ours.rebased(over: theirs, source: old)
            precondition(result.flatMap { try? rebased?.applied(to: $0) } != nil)
        }
    }
}

/// Reads an object and two diffs, in lines. Diffs that fit must still fit after a rebase.
func fuzzDiff(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
        .compactMap { try? JSON(parsing: [UInt8]($0)) }
    guard lines.count == 3, let base = lines[0].object else { return }
    let diffs = lines[1...].compactMap { try? Diff($0) }
    let results = diffs.compactMap { try? $0.applied(to: base) }
    guard diffs.count == 2, results.count == 2 else { return }
    let made = Diff(from: results[0], to: results[1])
    precondition((try? made.applied(to: results[0])) == results[1])

    let rebased = try? diffs[0].rebased(over: diffs[1], base: base)
    let merged = try? rebased?.applied(to: results[1])
    precondition(merged != nil && (merged == results[1]) == rebased?.isEmpty)
    let portable = try? diffs[0].portableEquivalent(on: base)
    precondition((try? portable?.applied(to: base)) == results[0])
}
