package import SimperiumJSON

/// A client's wish to see one version of an object, in its own words: `note.2024.7`.
///
/// A reply repeats the words exactly, whether or not they make sense.
package struct EntityRequest: Hashable, Sendable {
    private static let longest = Limits.objectKey * 2

    package let text: String

    package init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        self.text = text
    }

    package init(_ reference: EntityReference) {
        text = "\(reference.key.text).\(reference.version.number)"
    }

    /// What is meant, if it can exist at all: the version is behind the last dot.
    package var reference: EntityReference? {
        guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")),
            let key = ObjectKey(String(text[..<dot])),
            let number = String(text[text.utf8.index(after: dot)...]).decimal,
            let version = EntityVersion(number)
        else { return nil }
        return EntityReference(key: key, version: version)
    }
}

/// The version of an object that a client asked for, or nothing if it is not or no longer there.
package struct EntityReply: Hashable, Sendable {
    package let request: EntityRequest
    package let object: JSONObject?

    package init(_ request: EntityRequest, object: JSONObject?) {
        self.request = request
        self.object = object
    }
}

extension EntityReply {
    /// Reads the request's line, and the line below it: `{"data":{…}}`, or `?` for nothing.
    init(payload: Span<UInt8>) throws(WireError) {
        guard let end = payload.firstIndex(of: .lineFeed),
            let request = payload.extracting(..<end).text.flatMap(EntityRequest.init)
        else { throw .badPayload(of: .entity, Quotation(payload)) }
        let rest = payload.extracting((end + 1)...)
        guard rest.count != 1 || rest[0] != UInt8(ascii: "?") else {
            self.init(request, object: nil)
            return
        }
        let json = try JSON(payload: rest, of: .entity, .fromHub)
        self.init(request, object: json["data"]?.object)
    }

    /// On one line, because Android takes the second line for all of it.
    func write(into bytes: inout [UInt8]) {
        bytes.append(request.text)
        bytes.append(.lineFeed)
        guard let object else { return bytes.append(UInt8(ascii: "?")) }
        bytes.appendObject { $0.append(member: "data", object: object) }
    }
}
