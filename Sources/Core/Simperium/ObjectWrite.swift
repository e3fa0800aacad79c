package import JSONDiff

/// A write over HTTP: `POST …/i/KEY[/v/N]?clientid&ccid&replace`, with an object as its body.
package struct ObjectWrite: Hashable, Sendable {
    package let key: ObjectKey
    /// The version that the body was made from; nil for the present one.
    package let version: EntityVersion?
    package let object: JSONObject
    /// Whether the body is all of the object, or only members to be set.
    package let isWhole: Bool
    package let author: HTTPAuthor

    package init(
        key: ObjectKey, version: EntityVersion?, query: [String: String], body: Span<UInt8>
    ) throws(MalformedChange) {
        guard body.count <= Limits.clientFrame else {
            throw MalformedChange(key: key.text, reason: .tooLong(body.count))
        }
        do throws(WireError) {
            author = try HTTPAuthor(query: query)
            guard let object = try JSON(payload: body, of: .change, .fromClient).object else {
                throw .badPayload(of: .change, Quotation(body))
            }
            self.object = object
        } catch {
            throw MalformedChange(key: key.text, reason: error)
        }
        self.key = key
        self.version = version
        isWhole = query["replace"] == "1" || query["replace"] == "true"
    }

    /// The change that this is to `ghost`: the version that is written to, if there is one.
    ///
    /// `id` is taken if the author named none.
    package func change(to ghost: Ghost?, id: ChangeID) -> Change {
        var result = isWhole ? JSONObject() : ghost?.object ?? JSONObject()
        for member in object { result[member.name] = member.value }
        return Change(
            .replace(with: result), key: key, version: ghost?.version, id: author.changeID ?? id,
            clientID: author.clientID)
    }
}

/// Who writes over HTTP, and under which id, as far as the query says: `?clientid=…&ccid=…`.
package struct HTTPAuthor: Hashable, Sendable {
    package let clientID: ClientID?
    package let changeID: ChangeID?

    package init(query: [String: String]) throws(WireError) {
        clientID = query["clientid"].flatMap(ClientID.init)
        changeID = query["ccid"].flatMap(ChangeID.init)
        guard changeID != nil || query["ccid"] == nil else {
            throw .badMember("ccid", of: .change)
        }
    }
}
