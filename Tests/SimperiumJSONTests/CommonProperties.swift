import SimperiumClock
import SimperiumJSON
import TestSupport
import Testing

/// The object that two objects have in common, as the base of a merge of both.
@Suite("What two objects have in common: Properties")
struct CommonProperties {
    @Test(
        "It is a part of both, and a merge from it keeps all of both", arguments: Seeds.batches(60))
    func objects(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let ours = random.object()
            let theirs = random.chance(1, in: 4) ? random.object() : random.edited(ours)
            try expectKept(ours, theirs, seed)
        }
    }

    @Test("It is found in long texts, too, with bounded work", arguments: Seeds.batches(4))
    func longTexts(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            var lines = (0..<300).map { _ in random.text(upTo: 30) }
            let ours = JSONObject([.init(name: "t", value: JSON(lines.joined(separator: "\n")))])
            for _ in 0..<random.numberBelow(200) {
                lines[random.numberBelow(lines.count)] = random.text(upTo: 60)
            }
            let end = random.pick(["\n", " ", "\r\n"]) ?? ""
            let theirs = JSONObject([.init(name: "t", value: JSON(lines.joined(separator: end)))])
            try expectKept(ours, theirs, seed)
        }
    }

    private func expectKept(_ ours: JSONObject, _ theirs: JSONObject, _ seed: UInt64) throws {
        let base = ours.commonPart(with: theirs)
        #expect(isPart(.object(base), of: .object(ours)), "seed \(seed)")
        #expect(isPart(.object(base), of: .object(theirs)), "seed \(seed)")
        #expect(ours.commonPart(with: ours) == ours, "seed \(seed)")

        let early = Diff(from: base, to: theirs)
        let late = try Diff(from: base, to: ours).rebased(over: early, base: base)
        let merged = try late.applied(to: early.applied(to: base))
        #expect(keeps(ours, theirs, in: merged), "seed \(seed): \(JSON.object(merged))")
    }

    /// True if `value` can be made of `whole` by removal of members and of characters.
    private func isPart(_ value: JSON, of whole: JSON) -> Bool {
        switch (value, whole) {
        case (.object(let object), .object(let whole)):
            return object.allSatisfy { member in
                whole[member.name].map { isPart(member.value, of: $0) } ?? false
            }
        case (.string(let text), .string(let whole)):
            var rest = Array(text.string.unicodeScalars)[...]
            for scalar in whole.string.unicodeScalars where scalar == rest.first {
                rest.removeFirst()
            }
            return rest.isEmpty
        default: return value == whole
        }
    }

    /// True if `merged` has all members of both objects. The value of a member is ours if the two
    /// can't be merged.
    private func keeps(_ ours: JSONObject, _ theirs: JSONObject, in merged: JSONObject) -> Bool {
        let names = Set(ours.map(\.name) + theirs.map(\.name))
        guard names == Set(merged.map(\.name)) else { return false }
        return names.allSatisfy { name in
            switch (ours[name], theirs[name], merged[name]) {
            case (.object(let ours)?, .object(let theirs)?, .object(let merged)?):
                keeps(ours, theirs, in: merged)
            case (.string(let ours)?, .string(let theirs)?, .string(let merged)?):
                keeps(ours, in: merged) && keeps(theirs, in: merged)
            case (let ours, let theirs, let merged): merged == ours ?? theirs
            }
        }
    }

    /// True if each character is in `merged` at least as often as in `text`.
    private func keeps(_ text: JSONString, in merged: JSONString) -> Bool {
        let present = counts(merged)
        return counts(text).allSatisfy { present[$0.key, default: 0] >= $0.value }
    }

    private func counts(_ text: JSONString) -> [Unicode.Scalar: Int] {
        text.string.unicodeScalars.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}
