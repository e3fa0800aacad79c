/// A client's request for a page of the index: `i:data:mark:since:limit`.
///
/// The protocol's prose puts the mark third. Its example and all clients put it second, and
/// go-simperium sends the HTTP interface's `since` as the third field.
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

    /// Reads the fields. With an invalid mark, the request is for the first page; with an invalid
    /// limit, for a page of the default size.
    private init(data: String, mark: String, since: String, limit: String) {
        self.init(
            hasObjects: data == "1" || data.lowercased() == "true", mark: IndexPageEndMark(mark),
            since: ChangeVersion(since), limit: Self.limitOrZero(limit))
    }

    private static func limitOrZero(_ text: String) -> Int {
        let isNumber = !text.isEmpty && text.utf8.allSatisfy(\.isDigit)
        return isNumber ? Int(text) ?? .max : 0
    }
}

extension IndexRequest {
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
