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

    private static let mark = "# \(ServerWords.sharedKeysRemark)"

    package static let randomBytesPerApp = 32

    private struct KeyFileLine: Hashable {
        let app: AppID
        let apiKey: Token
        let administrator: Token
    }

    private var entries: [KeyFileLine] = []
    /// True if servers that share a Redis have used these keys.
    package var isShared = false

    package init() {}

    /// Reads the contents of a key file, in the format of `bytes`. Throws for the first invalid
    /// line.
    package init(_ bytes: [UInt8]) throws(BadKeyFileLine) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.isEmpty {
            guard line.first != UInt8(ascii: "#") else {
                if line.elementsEqual(Self.mark.utf8) { isShared = true }
                continue
            }
            let words = line.split(separator: UInt8(ascii: " ")).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard words.count == 3, let app = AppID(words[0]), let key = Token(words[1]),
                let administrator = Token(words[2])
            else { throw BadKeyFileLine(number: index + 1) }
            entries.append(KeyFileLine(app: app, apiKey: key, administrator: administrator))
        }
    }

    package subscript(app: AppID) -> AppKeys? {
        let own = entries.filter { $0.app == app }
        guard !own.isEmpty else { return nil }
        return AppKeys(apiKeys: own.map(\.apiKey), administrators: own.map(\.administrator))
    }

    package mutating func createKeys(of app: AppID, randomBytes: [UInt8]) {
        precondition(randomBytes.count == Self.randomBytesPerApp && self[app] == nil)
        var secrets = RandomByteSupply()
        secrets.add(randomBytes)
        entries.append(
            KeyFileLine(
                app: app, apiKey: .trappingIfInvalid(secrets.newHexSecret()),
                administrator: .trappingIfInvalid(secrets.newHexSecret())))
    }

    package var bytes: [UInt8] {
        let head = "# \(ServerWords.keyFileRemark)\n"
        let lines = entries.map {
            "\($0.app) \($0.apiKey.text) \($0.administrator.text)\n"
        }
        let mark = isShared ? Self.mark + "\n" : ""
        return Array((head + mark + lines.joined()).utf8)
    }
}
