import Commands

/// Reads the first half as the words of a command line, one to a line, and the second as a
/// configuration file. An error must be one line of printable text.
func fuzzCommands(_ bytes: [UInt8]) {
    let half = bytes.count / 2
    let words = bytes[..<half].split(separator: UInt8(ascii: "\n")).map {
        String(decoding: $0, as: UTF8.self)
    }
    do throws(UsageError) {
        let file = try ConfigFile(path: "config", Array(bytes[half...]))
        _ = try Invocation(try ParsedCommandLine(words), environment: [:]) { [file] }
    } catch {
        precondition("\(error)".isOneLine)
    }
}
