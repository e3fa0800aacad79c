/// The target of a request: a path as decoded segments, and a query as decoded pairs.
package struct RequestTarget: Hashable, Sendable {
    /// The names between the slashes: none for `/`, and an empty name between `//`.
    package let segments: [String]
    /// True if the path ends in a slash. False for `*`, which has no path.
    package let endsInSlash: Bool
    package let query: FormParameters

    /// Creates the target `/` + `segments`; `*` if there are no segments and no final slash.
    package init(
        _ segments: [String], endsInSlash: Bool = false, query: FormParameters = FormParameters()
    ) {
        // An empty last name means that the path ends in a slash.
        let isLastEmpty = !endsInSlash && segments.last?.isEmpty == true
        self.segments = isLastEmpty ? segments.dropLast() : segments
        self.endsInSlash = endsInSlash || isLastEmpty
        self.query = query
    }

    /// Reads the target of a request line: a path, a URL or `*`.
    package init(_ text: String) throws(HTTPFault) {
        try self.init(bytes: Array(text.utf8)[...])
    }

    /// True for `*`, which stands for the server as a whole.
    package var isWholeServer: Bool { segments.isEmpty && !endsInSlash }

    init(bytes: ArraySlice<UInt8>) throws(HTTPFault) {
        guard bytes.allSatisfy({ $0.isVisible && $0 != UInt8(ascii: "#") }) else {
            throw .badTarget
        }
        if bytes.elementsEqual("*".utf8) {
            self.init([])
            return
        }
        let (path, query) = bytes.split(at: UInt8(ascii: "?"))
        let names = try Self.path(in: path)
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var segments: [String] = []
        for name in names.dropFirst() { segments.append(try Self.decodedSegmentRefusingDots(name)) }
        self.init(segments, query: try FormParameters(decoding: query ?? []))
    }

    /// Returns the path of a URL, as clients send it to a proxy. Returns a path unchanged, and
    /// throws for any other text.
    private static func path(in bytes: ArraySlice<UInt8>) throws(HTTPFault) -> ArraySlice<UInt8> {
        let slash = UInt8(ascii: "/")
        if bytes.first == slash { return bytes }
        for scheme in ["http://", "https://"]
        where bytes.prefix(scheme.utf8.count).equalsIgnoringCase(scheme) {
            let rest = bytes.dropFirst(scheme.utf8.count)
            guard rest.first != slash, !rest.isEmpty else { throw .badTarget }
            return rest.firstIndex(of: slash).map { rest[$0...] } ?? [slash]
        }
        throw .badTarget
    }

    /// Decodes a path segment's percent-encoding, and does not decode the result again. Throws for
    /// `.` and `..`, even if they are percent-encoded.
    private static func decodedSegmentRefusingDots(_ bytes: ArraySlice<UInt8>) throws(HTTPFault)
        -> String
    {
        let segment = try PercentCoding.decoded(bytes)
        guard segment != ".", segment != ".." else { throw .badTarget }
        return segment
    }
}

extension RequestTarget: CustomStringConvertible {
    package var description: String {
        guard !isWholeServer else { return "*" }
        let path = segments.map { "/" + PercentCoding.encoded($0) }.joined()
        let end = endsInSlash ? "/" : ""
        return query.pairs.isEmpty ? path + end : "\(path)\(end)?\(query)"
    }
}
