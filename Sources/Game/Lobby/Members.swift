internal import Game
package import SimperiumJSON

/// Readers for the members of an object that any program may have written.
///
/// A null member counts as missing, because some clients can't distinguish the two.
extension JSONObject {
    package func nonNullValue(_ name: JSONString) -> JSON? {
        guard let value = self[name], !value.isNull else { return nil }
        return value
    }

    func text(_ name: JSONString) throws(ObjectFlaw) -> String? {
        guard let value = nonNullValue(name) else { return nil }
        guard let text = value.string else { throw .wrongType(member: name.string) }
        return text
    }

    func wholeNumber(_ name: JSONString) throws(ObjectFlaw) -> Int? {
        guard let value = nonNullValue(name) else { return nil }
        guard let number = value.int else { throw .wrongType(member: name.string) }
        return number
    }

    /// Reads an id. If the id equals `known`, an id that was read before, returns `known` without a
    /// new check. Throws if the member is missing.
    func id(_ name: JSONString, known: String? = nil) throws(ObjectFlaw) -> String {
        guard let value = nonNullValue(name) else { throw .missing(member: name.string) }
        guard let text = value.text else { throw .wrongType(member: name.string) }
        if let known, text.hasSameBytes(as: known) { return known }
        let id = text.string
        guard id.isID else { throw .noID(member: name.string) }
        return id
    }

    /// Reads a piece; nil if the member is missing or 0.
    func piece(_ name: JSONString) throws(ObjectFlaw) -> Piece? {
        guard let number = try wholeNumber(name), number != 0 else { return nil }
        guard let piece = UInt8(exactly: number).flatMap(Piece.init) else {
            throw .noPiece(member: name.string)
        }
        return piece
    }
}

extension String {
    /// True if the text is a valid id: 1 to 256 visible ASCII characters. ASCII encodes each
    /// character in one way, so equal ids have equal bytes.
    package var isID: Bool {
        let bytes = utf8Span.span
        guard (1...256).contains(bytes.count) else { return false }
        for index in bytes.indices where !(0x21...0x7E).contains(bytes[index]) { return false }
        return true
    }
}
