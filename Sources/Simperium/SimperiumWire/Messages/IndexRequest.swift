/// What page of the index a client asks for: `i:data:mark:since:limit`.
///
/// The protocol's prose has the mark third. Its own example and every client have it second, and
/// go-simperium has there, third, what the HTTP interface calls `since`.
package struct IndexRequest: Hashable, Codable, Sendable {
    /// Whether each entry comes with its object.
    package let hasObjects: Bool
    /// Where the page before this one ended.
    package let mark: IndexMark?
    /// Leaves out what has not changed after this.
    package let since: ChangeVersion?
    package let limit: Int

    package init(
        hasObjects: Bool, mark: IndexMark? = nil, since: ChangeVersion? = nil,
        limit: Int = Limits.indexPage
    ) {
        self.hasObjects = hasObjects
        self.mark = mark
        self.since = since
        self.limit = limit < 1 ? Limits.indexPage : min(limit, Limits.longestIndexPage)
    }

    /// As a URL's query has it: `?data=1&mark=…&since=…&limit=50`.
    package init(query: [String: String]) {
        self.init(
            data: query["data"] ?? "", mark: query["mark"] ?? "", since: query["since"] ?? "",
            limit: query["limit"] ?? "")
    }

    /// A mark that no hub can have made starts over; a limit that is no number is none.
    private init(data: String, mark: String, since: String, limit: String) {
        self.init(
            hasObjects: data == "1" || data.lowercased() == "true", mark: IndexMark(mark),
            since: ChangeVersion(since), limit: Self.limit(limit))
    }

    private static func limit(_ text: String) -> Int {
        let isNumber = !text.isEmpty && text.utf8.allSatisfy(\.isDigit)
        return isNumber ? Int(text) ?? .max : 0
    }
}

extension IndexRequest {
    /// Reads `data:mark:since:limit`. Fields that are missing are empty.
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
