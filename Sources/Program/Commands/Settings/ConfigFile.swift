package import Drawing

/// A parsed configuration file: lines of `name = value`, blank lines, and lines that start with
/// `#`.
package struct ConfigFile: Hashable, Sendable {
    /// The maximum size of a configuration file, in bytes.
    package static let sizeLimit = 65_536

    struct ValueWithLineNumber: Hashable, Sendable {
        let text: String
        let line: Int
    }

    let path: String
    private(set) var entries: [Option: [ValueWithLineNumber]] = [:]

    /// Parses a file's bytes. All settings in the file must be valid, even those that the command
    /// does not use.
    package init(path: String, _ bytes: [UInt8]) throws(UsageError) {
        self.path = path
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in zip(1..., lines) {
            do throws(ConfigFlaw) {
                try parseLine(line, number)
            } catch {
                throw .badConfiguration(path: path, line: number, error)
            }
        }
    }

    private mutating func parseLine(_ bytes: ArraySlice<UInt8>, _ number: Int) throws(ConfigFlaw) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        let line = text.trimmed
        guard !line.isEmpty, !line.hasPrefix("#") else { return }
        guard let sign = line.firstIndex(of: "=") else { throw .noEqualsSign }
        let key = String(line[..<sign]).trimmed
        let value = String(line[line.index(after: sign)...]).trimmed
        guard let option = Option.settings.first(where: { $0.name == key }) else {
            throw Option.all.contains { $0.name == key } ? .commandLineOnly(key) : .unknownKey(key)
        }
        if let first = entries[option]?.first, !option.isRepeatable {
            throw .givenTwice(key, firstLine: first.line)
        }
        do throws(ValueFlaw) { _ = try option.kind.read(value) } catch {
            throw .badValue(option, error, text: value)
        }
        entries[option, default: []].append(ValueWithLineNumber(text: value, line: number))
    }
}

/// A flaw in a line of a configuration file.
package enum ConfigFlaw: Error, Hashable, Sendable {
    case notUTF8
    case noEqualsSign
    case unknownKey(String)
    /// The name of an option that is allowed only on the command line.
    case commandLineOnly(String)
    case givenTwice(String, firstLine: Int)
    case badValue(Option, ValueFlaw, text: String)
}

extension String {
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { String(start[...$0]) } ?? ""
    }
}

extension Theme {
    /// The maximum size of a theme file, in bytes.
    package static let fileSizeLimit = 65_536

    /// Parses the bytes of a user's theme file.
    package init(path: String, _ bytes: [UInt8]) throws(UsageError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .unreadable(path: path, reason: FileFlawWords.notUTF8)
        }
        do throws(ThemeFlaw) {
            try self.init(path, reading: text)
        } catch {
            throw .badTheme(path: path, error)
        }
    }
}

extension Style {
    static let names = allCases.map { "\($0)" }
}
