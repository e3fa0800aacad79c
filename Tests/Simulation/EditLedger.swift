internal import SimperiumJSON
internal import SimperiumWire

/// The words that programs wrote and erased. Each word is written only once.
struct EditLedger {
    struct WrittenWord: Hashable {
        let text: String
        let key: ObjectKey
        let bucket: BucketName
    }

    private var writers: [WrittenWord: Int] = [:]
    private var erasers: [WrittenWord: Set<Int>] = [:]
    /// The words that may have been lost with their program.
    private var doubtful: Set<WrittenWord> = []
    /// Objects that were made twice, perhaps by programs that did not know of each other.
    private(set) var contested: Set<ObjectKey> = []
    private var made: Set<ObjectKey> = []

    /// The words that were written and not erased.
    var lasting: [WrittenWord] {
        writers.keys.filter { erasers[$0, default: []].isEmpty && !doubtful.contains($0) }
    }

    var erased: [WrittenWord] {
        erasers.filter { !$0.value.isEmpty && !doubtful.contains($0.key) }.map(\.key)
    }

    /// Records an edit of a program, by the change of the object that it saw.
    mutating func record(_ revision: Revision) {
        for word in revision.wordsAfter.subtracting(revision.wordsBefore) {
            if writers[word] == nil { writers[word] = revision.client }
            erasers[word]?.remove(revision.client)
        }
        for word in revision.wordsBefore.subtracting(revision.wordsAfter) {
            erasers[word, default: []].insert(revision.client)
        }
    }

    /// Marks an edit as possibly lost with its program.
    mutating func markDoubtful(_ revision: Revision) {
        doubtful.formUnion(revision.wordsBefore.symmetricDifference(revision.wordsAfter))
    }

    /// Marks everything that the program did to the object as possibly lost.
    mutating func markAllDoubtful(by client: Int, on key: ObjectKey, in bucket: BucketName) {
        for (word, writer) in writers
        where word.key == key && word.bucket == bucket
            && (writer == client || erasers[word, default: []].contains(client))
        {
            doubtful.insert(word)
        }
    }

    mutating func recordCreation(of key: ObjectKey) {
        if !made.insert(key).inserted { contested.insert(key) }
    }
}

/// An object before and after an edit of one program.
struct Revision {
    let client: Int
    let bucket: BucketName
    let key: ObjectKey
    let before: JSONObject?
    let after: JSONObject?

    var wordsBefore: Set<EditLedger.WrittenWord> { words(of: before) }
    var wordsAfter: Set<EditLedger.WrittenWord> { words(of: after) }

    private func words(of object: JSONObject?) -> Set<EditLedger.WrittenWord> {
        Set((object?.words ?? []).map { .init(text: $0, key: key, bucket: bucket) })
    }
}

extension JSONObject {
    /// The words in the object's text, and the names of its tags.
    var words: [String] {
        text + (self["tags"]?.object?.map(\.name.string) ?? [])
    }
}
