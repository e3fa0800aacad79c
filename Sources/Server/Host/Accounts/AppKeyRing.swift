package import SimperiumWire

/// The keys of a server's apps, as a key file contains them: each line has an app, an API key and
/// an administrator token. An app may have several lines; the keys of each line are valid.
package struct AppKeyRing: Hashable, Sendable {
    package struct BadKeyFileLine: Error, Hashable, Sendable {
        package let number: Int

        package init(number: Int) {
            self.number = number
        }
    }

    private static let head = "# \(ServerWords.keyFileRemark)"
    private static let mark = "# \(ServerWords.sharedKeysRemark)"

    package static let randomBytesPerApp = 32

    private struct KeyFileLine: Hashable {
        let app: AppID
        let apiKey: Token
        let administrator: Token
    }

    /// A line of the file other than the program's own remarks.
    private enum KeptLine: Hashable {
        case keys(KeyFileLine)
        /// A comment or an empty line.
        case remark([UInt8])
    }

    private var lines: [KeptLine] = []
    /// True if `bytes` begins with the program's remark. False if the file that was read had
    /// comments, but not this remark, because the operator has replaced it.
    private var hasHead = true
    /// True if servers that share a Redis have used these keys.
    package var isShared = false

    package init() {}

    /// Reads the contents of a key file, in the format of `bytes`. Throws for the first invalid
    /// line.
    package init(_ bytes: [UInt8]) throws(BadKeyFileLine) {
        var pieces = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // The last line ends with a newline, too.
        if pieces.last?.isEmpty == true { pieces.removeLast() }
        let comments = pieces.filter { $0.first == UInt8(ascii: "#") }
        hasHead = comments.isEmpty || comments.contains { $0.elementsEqual(Self.head.utf8) }
        for (index, line) in pieces.enumerated() {
            guard let first = line.first, first != UInt8(ascii: "#") else {
                if line.elementsEqual(Self.mark.utf8) {
                    isShared = true
                } else if !line.elementsEqual(Self.head.utf8) {
                    lines.append(.remark(Array(line)))
                }
                continue
            }
            let words = line.split(separator: UInt8(ascii: " ")).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard words.count == 3, let app = AppID(words[0]), let key = Token(words[1]),
                let administrator = Token(words[2])
            else { throw BadKeyFileLine(number: index + 1) }
            lines.append(.keys(KeyFileLine(app: app, apiKey: key, administrator: administrator)))
        }
    }

    package subscript(app: AppID) -> AppKeys? {
        let own = lines.compactMap { line -> KeyFileLine? in
            if case .keys(let keys) = line, keys.app == app { keys } else { nil }
        }
        guard !own.isEmpty else { return nil }
        return AppKeys(apiKeys: own.map(\.apiKey), administrators: own.map(\.administrator))
    }

    package mutating func createKeys(of app: AppID, randomBytes: [UInt8]) {
        precondition(randomBytes.count == Self.randomBytesPerApp && self[app] == nil)
        var secrets = RandomByteSupply()
        secrets.add(randomBytes)
        let keys = KeyFileLine(
            app: app, apiKey: .trappingIfInvalid(secrets.newHexSecret()),
            administrator: .trappingIfInvalid(secrets.newHexSecret()))
        lines.append(.keys(keys))
    }

    /// The contents of a key file. Comments of the operator stay where they were.
    package var bytes: [UInt8] {
        let own = (hasHead ? [Self.head] : []) + (isShared ? [Self.mark] : [])
        let kept = lines.map { line -> [UInt8] in
            switch line {
            case .keys(let keys):
                Array("\(keys.app) \(keys.apiKey.text) \(keys.administrator.text)".utf8)
            case .remark(let bytes): bytes
            }
        }
        return (own.map { Array($0.utf8) } + kept).flatMap { $0 + [UInt8(ascii: "\n")] }
    }
}
