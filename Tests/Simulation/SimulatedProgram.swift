internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumSync
internal import SimperiumWire

/// A user who edits objects at random, and never writes the same word twice.
struct SimulatedProgram {
    private static let shared = ["shared0", "shared1", "shared2"].compactMap { ObjectKey($0) }
    private static let common = ["common0", "common1"].compactMap { ObjectKey($0) }

    let client: Int
    let deletes: Bool
    private var written = 0
    private var made = 0
    /// An object as it was when an editor was opened. The program has not looked at it since.
    private var editor: Editor?

    private struct Editor {
        let bucket: BucketName
        let key: ObjectKey
        let object: JSONObject
    }

    init(client: Int, deletes: Bool) {
        self.client = client
        self.deletes = deletes
    }

    /// The objects that are there from the start.
    static let beginnings: [ObjectKey: JSONObject] = Dictionary(
        uniqueKeysWithValues: shared.map { ($0, ["text": "", "tags": [:], "n": 0]) })

    mutating func edit(
        _ replica: Replica, in bucket: BucketName, _ random: inout SeededRandom
    ) -> BucketEdit? {
        let keys = replica.keys(in: bucket)
        let choice = random.numberBelow(100)
        guard choice >= 10, let key = random.pick(keys),
            let object = replica.object(key, in: bucket)
        else { return make(replica, in: bucket, &random) }
        // Two clients that add the same member at once are not merged, by the protocol's rules.
        guard object["text"] != nil || choice >= 75 else { return nil }
        switch choice {
        case ..<45: return .update(key, setting: ["text": JSON(inserting(into: object, &random))])
        case ..<60: return .update(key, setting: ["text": JSON(erasing(from: object, &random))])
        case ..<70: return .update(key, setting: ["tags": tagging(object)])
        case ..<75: return .update(key, setting: ["tags": untagging(object, &random)])
        case ..<83: return .update(key, setting: ["n": JSON(random.numberBelow(1_000))])
        case ..<86: return .update(key, setting: [:], removing: ["n"])
        case ..<91: return merge(Editor(bucket: bucket, key: key, object: object), &random)
        case ..<94: return .revert(key)
        default: return deletes ? .delete(key) : nil
        }
    }

    private mutating func make(
        _ replica: Replica, in bucket: BucketName, _ random: inout SeededRandom
    ) -> BucketEdit? {
        made += 1
        let common = deletes && random.chance(1, in: 3) ? random.pick(Self.common) : nil
        guard let key = common ?? ObjectKey("own\(client).\(made)"),
            replica.object(key, in: bucket) == nil
        else { return nil }
        let isEmpty = random.chance(1, in: 8)
        return .put(key, isEmpty ? [:] : ["text": JSON(newWord()), "tags": [:]])
    }

    /// Opens an editor, or hands in the text of the open one.
    private mutating func merge(_ present: Editor, _ random: inout SeededRandom) -> BucketEdit? {
        guard let editor, editor.bucket == present.bucket else {
            editor = present
            return nil
        }
        self.editor = nil
        guard editor.object["text"] != nil else { return nil }
        var typed = editor.object
        typed["text"] = JSON(inserting(into: typed, &random))
        return .merge(editor.key, from: editor.object, to: typed)
    }

    /// Returns a word: four times a character that is used nowhere else. So no part of a word looks
    /// like a part of another, or occurs by chance. Every second character takes two units in
    /// UTF-16.
    private mutating func newWord() -> String {
        written += 1
        let first: UInt32 = written.isMultiple(of: 2) ? 0x4E00 : 0x20000
        guard let scalar = Unicode.Scalar(first + UInt32(client * 2_048 + written)) else {
            preconditionFailure("ideographs are characters")
        }
        return String(repeating: Character(scalar), count: JSONObject.wordLength)
    }

    private mutating func inserting(
        into object: JSONObject, _ random: inout SeededRandom
    ) -> String {
        var words = object.text
        words.insert(newWord(), at: random.numberBelow(words.count + 1))
        return words.joined()
    }

    private func erasing(from object: JSONObject, _ random: inout SeededRandom) -> String {
        var words = object.text
        if !words.isEmpty { words.remove(at: random.numberBelow(words.count)) }
        return words.joined()
    }

    private mutating func tagging(_ object: JSONObject) -> JSON {
        var tags = object["tags"]?.object ?? JSONObject()
        tags[JSONString(newWord())] = true
        return .object(tags)
    }

    private func untagging(_ object: JSONObject, _ random: inout SeededRandom) -> JSON {
        var tags = object["tags"]?.object ?? JSONObject()
        if let tag = random.pick(tags.map(\.name)) { tags[tag] = nil }
        return .object(tags)
    }
}

extension JSONObject {
    static let wordLength = 4

    /// The words in the object's text. A broken word shows up as one that was never written.
    var text: [String] {
        let letters = Array((self["text"]?.string ?? "").unicodeScalars)
        return stride(from: 0, to: letters.count, by: Self.wordLength).map { start in
            let word = letters[start..<Swift.min(start + Self.wordLength, letters.count)]
            return String(String.UnicodeScalarView(word))
        }
    }
}
