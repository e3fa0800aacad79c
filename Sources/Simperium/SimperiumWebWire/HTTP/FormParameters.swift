/// The parameters of a URL's query or of a form.
package struct FormParameters: Hashable, Sendable {
    package struct NameValuePair: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The maximum number of parameters. Legitimate requests have fewer, and each parameter costs
    /// the server time.
    private static let limit = 1_000

    /// The pairs in their order. A name may be repeated.
    package let pairs: [NameValuePair]

    package init(_ pairs: [NameValuePair] = []) {
        self.pairs = pairs
    }

    package init(form body: [UInt8]) throws(HTTPFault) {
        try self.init(decoding: body[...])
    }

    /// Reads `a=b&c=d`, with `+` as a space. A name without `=` has an empty value.
    init(decoding bytes: ArraySlice<UInt8>) throws(HTTPFault) {
        var pairs: [NameValuePair] = []
        for item in bytes.split(separator: UInt8(ascii: "&")) {
            guard pairs.count < Self.limit else { throw .tooManyParameters }
            let (name, value) = item.split(at: UInt8(ascii: "="))
            pairs.append(
                NameValuePair(
                    try PercentCoding.decoded(name, plusIsSpace: true),
                    try PercentCoding.decoded(value ?? [], plusIsSpace: true)))
        }
        self.pairs = pairs
    }

    /// The last value with this name; nil if there is none. The last value counts, because some
    /// clients repeat `mark=` for each page.
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
        self.init(pairs.map(NameValuePair.init))
    }
}

/// The percent-encoding of RFC 3986 section 2.1.
enum PercentCoding {
    /// Decodes escapes once. Throws for an invalid escape, a NUL or invalid UTF-8.
    static func decoded(
        _ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false
    ) throws(HTTPFault) -> String {
        let isPlain = bytes.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") }
        let plain = isPlain ? bytes : try unescaped(bytes, plusIsSpace: plusIsSpace)
        guard !plain.contains(0), let text = String(utf8: plain.span) else { throw .badEscape }
        return text
    }

    private static func unescaped(
        _ bytes: ArraySlice<UInt8>, plusIsSpace: Bool
    ) throws(HTTPFault) -> ArraySlice<UInt8> {
        var plain: ArraySlice<UInt8> = []
        plain.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst()?.hexadecimalValue,
                    let low = rest.popFirst()?.hexadecimalValue
                else { throw .badEscape }
                plain.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: plain.append(.space)
            default: plain.append(byte)
            }
        }
        return plain
    }

    /// Escapes all but the unreserved characters.
    static func encoded(_ text: String) -> String {
        let bytes = text.utf8.flatMap { byte -> [UInt8] in
            byte.isUnreserved
                ? [byte] : [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 0xF)]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension UInt8 {
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: isDigit || isLetter
        }
    }
}
