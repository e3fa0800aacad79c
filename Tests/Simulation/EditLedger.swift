internal import SimperiumJSON
internal import SimperiumWire

/// The words that programs wrote and erased. Each written word is a unique token.
struct EditLedger {
    struct Token: Hashable {
        let word: String
        let key: ObjectKey
        let bucket: BucketName
    }

    private var writers: [Token: Int] = [:]
    private var erasers: [Token: Set<Int>] = [:]
    /// Tokens that may have been lost with their program.
    private var doubtful: Set<Token> = []
    /// Objects that were made twice, perhaps by programs that did not know of each other.
    private(set) var contested: Set<ObjectKey> = []
    private var made: Set<ObjectKey> = []

    /// The words that were written and not erased.
    var lasting: [Token] {
        writers.keys.filter { erasers[$0, default: []].isEmpty && !doubtful.contains($0) }
    }

    var erased: [Token] {
        erasers.filter { !$0.value.isEmpty && !doubtful.contains($0.key) }.map(\.key)
    }

    /// Records an edit of a program, by the change of the object that it saw.
    mutating func record(_ revision: Revision) {
        for word in revision.words(of: revision.after).subtracting(
            revision.words(of: revision.before))
        {
            let token = revision.token(word)
            if writers[token] == nil { writers[token] = revision.client }
            erasers[token]?.remove(revision.client)
        }
        for word in revision.words(of: revision.before).subtracting(
            revision.words(of: revision.after))
        {
            erasers[revision.token(word), default: []].insert(revision.client)
        }
    }

    /// Marks an edit as possibly lost with its program.
    mutating func doubt(_ revision: Revision) {
        let words = revision.words(of: revision.before)
            .symmetricDifference(revision.words(of: revision.after))
        for word in words { doubtful.insert(revision.token(word)) }
    }

    /// Marks everything that the program did to the object as possibly lost.
    mutating func doubtEverything(by client: Int, on key: ObjectKey, in bucket: BucketName) {
        for (token, writer) in writers
        where token.key == key && token.bucket == bucket
            && (writer == client || erasers[token, default: []].contains(client))
        {
            doubtful.insert(token)
        }
    }

    mutating func noteMaking(of key: ObjectKey) {
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

    func token(_ word: String) -> EditLedger.Token {
        EditLedger.Token(word: word, key: key, bucket: bucket)
    }

    func words(of object: JSONObject?) -> Set<String> { Set(object?.words ?? []) }
}

extension JSONObject {
    /// The words in the object's text, and the names of its tags.
    var words: [String] {
        text + (self["tags"]?.object?.map(\.name.string) ?? [])
    }
}
