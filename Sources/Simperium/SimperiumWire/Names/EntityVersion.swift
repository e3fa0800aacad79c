/// The version number of an object. Version 1 is the object's creation.
package struct EntityVersion: Hashable, Comparable, Sendable {
    /// The largest integer that is safe in clients that store numbers as doubles.
    private static let last = 1 << 53 - 1

    package let number: Int

    package static let first = EntityVersion(known: 1)

    package init?(_ number: Int) {
        guard (1...Self.last).contains(number) else { return nil }
        self.number = number
    }

    private init(known number: Int) {
        self.number = number
    }

    package var next: EntityVersion {
        precondition(number < Self.last, "an object has run out of versions")
        return EntityVersion(known: number + 1)
    }

    package static func < (left: EntityVersion, right: EntityVersion) -> Bool {
        left.number < right.number
    }
}

extension EntityVersion: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let version = EntityVersion(try container.decode(Int.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "is not a version of any object")
        }
        self = version
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

/// A version of an object, as `e` requests it: `note.2024.7` is version 7 of `note.2024`.
package struct EntityVersionReference: Hashable, Codable, Sendable {
    package let key: ObjectKey
    package let version: EntityVersion

    package init(key: ObjectKey, version: EntityVersion) {
        self.key = key
        self.version = version
    }
}
