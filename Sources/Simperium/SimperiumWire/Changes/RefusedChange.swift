/// A hub's refusal of a change. It is sent only to the author.
package struct RefusedChange: Hashable, Sendable {
    package let error: ChangeRefusalReason
    /// The key as the author sent it, which may be invalid; nil if it is missing or too long.
    package let key: String?
    /// The ids of the change; empty if the change had no valid id.
    package let changeIDs: [ChangeID]
    package let clientID: ClientID?

    package init(_ error: ChangeRefusalReason, to change: Change, by clientID: ClientID) {
        self.init(error, key: change.key.text, changeIDs: [change.id], clientID: clientID)
    }

    package init(_ change: MalformedChange, by clientID: ClientID) {
        self.init(
            change.error, key: change.key, changeIDs: change.id.map { [$0] } ?? [],
            clientID: clientID)
    }

    fileprivate init(
        _ error: ChangeRefusalReason, key: String?, changeIDs: [ChangeID], clientID: ClientID?
    ) {
        self.error = error
        self.key = key
        self.changeIDs = changeIDs
        self.clientID = clientID
    }
}

extension RefusedChange {
    /// Reads an entry; returns nil if it is not an error. The code may be a string, as in the
    /// protocol's own sample.
    init?(_ outline: JSONOutline, in text: Span<UInt8>) {
        guard outline.range(of: .error, in: text) != nil else { return nil }
        let code = outline.wholeNumber(.error, in: text) ?? 0
        self.init(
            ChangeRefusalReason(code: code), key: outline.string(.key, in: text),
            changeIDs: outline.changeIDs(in: text),
            clientID: outline.string(.author, in: text).flatMap(ClientID.init))
    }

    /// Writes the refusal. Its code is a number, because node-simperium compares it with numbers.
    package func write(into bytes: inout [UInt8]) {
        bytes.appendObject { bytes in
            bytes.append(member: "clientid", text: clientID?.text)
            bytes.append(member: "id", text: key)
            bytes.append(member: "error", number: error.code)
            bytes.append(member: "ccids", names: changeIDs)
        }
    }
}
