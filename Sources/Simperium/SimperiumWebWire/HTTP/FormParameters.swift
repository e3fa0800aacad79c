/// The names and values of a query or a form.
package struct FormParameters: Hashable, Sendable {
    package struct Pair: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The most parameters. No legitimate request has more, and each costs the server more than the
    /// client.
    private static let limit = 1_000

    /// The pairs in their order. A name may be repeated.
    package let pairs: [Pair]

    package init(_ pairs: [Pair] = []) {
        self.pairs = pairs
    }

    /// Reads a form's body.
    package init(form body: [UInt8]) throws(HTTPFault) {
        try self.init(decoding: body[...])
    }

    /// Reads `a=b&c=d`, with `+` as a space. A name without `=` has an empty value.
    init(decoding bytes: ArraySlice<UInt8>) throws(HTTPFault) {
        var pairs: [Pair] = []
        for item in bytes.split(separator: UInt8(ascii: "&")) {
            guard pairs.count < Self.limit else { throw .tooManyParameters }
            let (name, value) = item.split(at: UInt8(ascii: "="))
            pairs.append(
                Pair(
                    try PercentCoding.decoded(name, plusIsSpace: true),
                    try PercentCoding.decoded(value ?? [], plusIsSpace: true)))
        }
        self.pairs = pairs
    }

    /// The last value with this name, because some clients append `mark=` to an address for each
    /// page; nil if there is none.
    package subscript(name: String) -> String? {
        pairs.last { $0.name == name }?.value
    }

    package func values(of name: String) -> [String] {
        pairs.filter { $0.name == name }.map(\.value)
    }
}

extension FormParameters: CustomStringConvertible {
    /// The pairs in the form of a query.
    package var description: String {
        pairs.map { PercentCoding.encoded($0.name) + "=" + PercentCoding.encoded($0.value) }
            .joined(separator: "&")
    }
}

extension FormParameters: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral pairs: (String, String)...) {
        self.init(pairs.map(Pair.init))
    }
}
