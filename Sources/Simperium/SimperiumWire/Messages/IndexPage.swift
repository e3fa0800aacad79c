package import SimperiumJSON

/// A page of a bucket's index: its objects, the most recently changed first.
package struct IndexPage: Hashable, Sendable {
    package struct ListedObject: Hashable, Sendable {
        package let key: ObjectKey
        package let version: EntityVersion
        /// The object; nil if the request did not ask for objects, or if the object can't be read.
        package let object: JSONObject?

        package init(key: ObjectKey, version: EntityVersion, object: JSONObject? = nil) {
            self.key = key
            self.version = version
            self.object = object
        }

        package var ghost: Ghost? { object.map { Ghost(version: version, object: $0) } }
    }

    /// The bucket's change version at the first page, which later pages repeat. Other hubs omit it
    /// for an empty bucket.
    package let current: ChangeVersion?
    package let entries: [ListedObject]
    /// The start of the next page; nil on the last page.
    package let mark: IndexPageEndMark?

    package init(current: ChangeVersion?, entries: [ListedObject], mark: IndexPageEndMark? = nil) {
        self.current = current
        self.entries = entries
        self.mark = mark
    }

    /// Reads `{"current":…,"index":[{"id":…,"v":…,"d":…}],"mark":…}`.
    init(payload text: Span<UInt8>) throws(WireError) {
        var cursor = JSONCursor(payloadOf: .index, .fromHub)
        guard try cursor.enterContainerIfNext("{", in: text) else {
            throw .badPayload(of: .index, QuotedExcerpt(text))
        }
        var page = JSONOutline(.fromHub)
        var entries: [ListedObject] = []
        while let name = try cursor.nextMember(in: text) {
            let word = PackedWord(text.extracting(name))
            if word == .index {
                entries = try Self.entries(in: text, &cursor)
            } else {
                page.append(name: word, value: try cursor.skipValue(in: text))
            }
        }
        try cursor.expectEnd(in: text)
        self.init(
            current: page.string(.current, in: text).flatMap(ChangeVersion.init),
            entries: entries, mark: try Self.mark(page.string(.mark, in: text)))
    }

    /// Returns the mark; nil if there is none. Throws for a mark that can't be sent back, because
    /// the objects on the remaining pages would otherwise seem to be removed.
    private static func mark(_ text: String?) throws(WireError) -> IndexPageEndMark? {
        guard let text, !text.isEmpty else { return nil }
        guard let mark = IndexPageEndMark(text) else { throw .badMember("mark", of: .index) }
        return mark
    }

    private static func entries(
        in text: Span<UInt8>, _ cursor: inout JSONCursor
    ) throws(WireError) -> [ListedObject] {
        guard try cursor.enterContainerIfNext("[", in: text) else {
            throw .badMember("index", of: .index)
        }
        var entries: [ListedObject] = []
        while try cursor.nextElement(in: text) {
            let outline = try cursor.outline(in: text)
            if let entry = try ListedObject(outline, in: text) { entries.append(entry) }
        }
        return entries
    }

    /// Writes the page as JSON. Over HTTP, this is the whole answer.
    package func write(into bytes: inout [UInt8]) {
        bytes.appendObject { bytes in
            bytes.append(member: "current", text: current?.text)
            bytes.append(member: "index", list: entries) { $0.write(into: &$1) }
            bytes.append(member: "mark", text: mark?.text)
        }
    }
}

extension IndexPage.ListedObject {
    /// Reads an entry; nil for an invalid key, because no client could use that object. Throws if
    /// the id or a valid version is missing, because the object would otherwise seem to be removed.
    fileprivate init?(_ outline: JSONOutline, in text: Span<UInt8>) throws(WireError) {
        guard let id = outline.string(.key, in: text) else { throw .badMember("id", of: .index) }
        guard let version = outline.wholeNumber(.value, in: text).flatMap(EntityVersion.init) else {
            throw .badMember("v", of: .index)
        }
        guard let key = ObjectKey(id) else { return nil }
        self.init(key: key, version: version, object: outline.object(.object, in: text))
    }

    fileprivate func write(into bytes: inout [UInt8]) {
        bytes.appendObject { bytes in
            bytes.append(member: "id", text: key.text)
            bytes.append(member: "v", number: version.number)
            bytes.append(member: "d", object: object)
        }
    }
}

/// A client's request for a page of the index: `i:data:mark:since:limit`. The protocol's prose has
/// another order, but the protocol's example and all clients use this order.
package struct IndexRequest: Hashable, Codable, Sendable {
    /// True if the client asks for the objects, not only for their versions.
    package let hasObjects: Bool
    /// The end of the previous page; nil for the first page.
    package let mark: IndexPageEndMark?
    /// The change version that the client has. Objects that have not changed since are omitted.
    package let since: ChangeVersion?
    package let limit: Int

    package init(
        hasObjects: Bool, mark: IndexPageEndMark? = nil, since: ChangeVersion? = nil,
        limit: Int = Limits.indexPage
    ) {
        self.hasObjects = hasObjects
        self.mark = mark
        self.since = since
        self.limit = limit < 1 ? Limits.indexPage : min(limit, Limits.longestIndexPage)
    }

    /// Reads a URL's query: `?data=1&mark=…&since=…&limit=50`.
    package init(query: [String: String]) {
        self.init(
            data: query["data"] ?? "", mark: query["mark"] ?? "", since: query["since"] ?? "",
            limit: query["limit"] ?? "")
    }

    /// Reads the fields. An invalid mark, change version or limit counts as missing.
    private init(data: String, mark: String, since: String, limit: String) {
        self.init(
            hasObjects: data == "1" || data.lowercased() == "true", mark: IndexPageEndMark(mark),
            since: ChangeVersion(since), limit: Self.limitOrZero(limit))
    }

    private static func limitOrZero(_ text: String) -> Int {
        let isNumber = !text.isEmpty && text.utf8.allSatisfy(\.isDigit)
        return isNumber ? Int(text) ?? .max : 0
    }

    /// Reads `data:mark:since:limit`. Missing fields count as empty.
    init(payload: Span<UInt8>) {
        let given = (payload.text ?? "").utf8.split(
            separator: .colon, maxSplits: 3, omittingEmptySubsequences: false)
        let fields = given.map { String(Substring($0)) } + ["", "", ""]
        self.init(data: fields[0], mark: fields[1], since: fields[2], limit: fields[3])
    }

    func write(into bytes: inout [UInt8]) {
        bytes.append(hasObjects ? "1:" : ":")
        bytes.append(mark?.text ?? "")
        bytes.append(.colon)
        bytes.append(since?.text ?? "")
        bytes.append(.colon)
        bytes.append(decimal: limit)
    }
}
