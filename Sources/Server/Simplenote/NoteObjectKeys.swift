import SimperiumClock
import SimperiumWire

/// The keys of notes, and the keys that Simplenote's clients give to tags.
enum NoteObjectKeys {
    /// Returns the key of a note: its id or, if that is not a valid key, the percent-encoded id.
    /// Returns nil if the key would be empty or too long.
    static func key(ofNote id: String) -> ObjectKey? {
        ObjectKey(id) ?? ObjectKey(percentEncoded(id))
    }

    /// Returns the key of a tag: its name in lower case, percent-encoded. Returns nil if the key
    /// would be empty or too long. Names that differ only in case have the same key.
    static func key(ofTag name: String) -> ObjectKey? {
        ObjectKey(percentEncoded(name.lowercased()))
    }

    /// Returns true if Simplenote's clients treat the tag as the email address of a collaborator.
    static func isEmailAddress(_ tag: String) -> Bool {
        let parts = tag.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let dot = parts[1].lastIndex(of: ".") else {
            return false
        }
        return dot > parts[1].startIndex && parts[1][dot...].count > 2
    }

    private static func percentEncoded(_ name: String) -> String {
        guard name != ".", name != ".." else {
            return String(repeating: "%2E", count: name.utf8.count)
        }
        return name.utf8.map { byte in
            needsNoEncoding(byte) ? String(Unicode.Scalar(byte)) : "%" + [byte].hexText.uppercased()
        }.joined()
    }

    private static func needsNoEncoding(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: (0x30...0x39).contains(byte)
        }
    }
}
