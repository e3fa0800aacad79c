package import SimperiumJSON

/// A client's request for a version of an object, as text: `note.2024.7`. A reply repeats the
/// request's text exactly, even if the text is not a valid reference.
package struct EntityRequest: Hashable, Sendable {
    private static let longest = Limits.objectKey * 2

    package let text: String

    package init?(_ text: String) {
        guard text.isName(upTo: Self.longest, of: { $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        self.text = text
    }

    package init(_ reference: EntityVersionReference) {
        text = "\(reference.key.text).\(reference.version.number)"
    }

    /// The key and the version, which follows the last dot; nil if the text is not a valid
    /// reference.
    package var reference: EntityVersionReference? {
        guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")),
            let key = ObjectKey(String(text[..<dot])),
            let number = String(text[text.utf8.index(after: dot)...]).decimal,
            let version = EntityVersion(number)
        else { return nil }
        return EntityVersionReference(key: key, version: version)
    }
}

/// A hub's answer to an entity request. The object is nil if the hub does not have the version.
package struct EntityReply: Hashable, Sendable {
    package let request: EntityRequest
    package let object: JSONObject?

    package init(_ request: EntityRequest, object: JSONObject?) {
        self.request = request
        self.object = object
    }

    /// Reads two lines: the request, and `{"data":{…}}`, or `?` for a missing version.
    init(payload: Span<UInt8>) throws(WireError) {
        guard let end = payload.firstIndex(of: .lineFeed),
            let request = payload.extracting(..<end).text.flatMap(EntityRequest.init)
        else { throw .badPayload(of: .entity, QuotedExcerpt(payload)) }
        let rest = payload.extracting((end + 1)...)
        guard rest.count != 1 || rest[0] != UInt8(ascii: "?") else {
            self.init(request, object: nil)
            return
        }
        let json = try JSON(payload: rest, of: .entity, .fromHub)
        self.init(request, object: json["data"]?.object)
    }

    /// Writes the object on one line, because Android reads only the second line.
    func write(into bytes: inout [UInt8]) {
        bytes.append(request.text)
        bytes.append(.lineFeed)
        guard let object else { return bytes.append(UInt8(ascii: "?")) }
        bytes.appendObject { $0.append(member: "data", object: object) }
    }
}
