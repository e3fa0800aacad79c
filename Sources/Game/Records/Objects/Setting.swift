package import SimperiumJSON

/// A setting that is the same on all of a person's devices: an object of the bucket `settings`,
/// under its name.
package struct Setting: Hashable, Sendable {
    /// What a value may be at most, in depth and in bytes: a word, a number, a list of words.
    private static let deepest = 4
    private static let longest = 4_096

    package let value: JSON

    package init(value: JSON) {
        self.value = value
    }

    package init(_ object: JSONObject) throws(RecordFlaw) {
        guard let value = object[.value] else { throw .missing(member: "value") }
        guard !value.isDeeper(than: Self.deepest), value.utf8.count <= Self.longest else {
            throw .senseless(member: "value")
        }
        self.value = value
    }

    package var members: JSONObject { [.value: value] }
}
