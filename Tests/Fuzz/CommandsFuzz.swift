import Commands

/// The first half as the words of a command line, one to a line, and the second as a file: what is
/// wrong is told in one line that no terminal takes for anything but text.
func fuzzCommands(_ bytes: [UInt8]) {
    let half = bytes.count / 2
    let words = bytes[..<half].split(separator: UInt8(ascii: "\n")).map {
        String(decoding: $0, as: UTF8.self)
    }
    do throws(Misuse) {
        let file = try ConfigFile(path: "config", Array(bytes[half...]))
        _ = try Invocation(try Words(words), environment: [:], files: [file])
    } catch {
        let isOneLine = "\(error)".unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0.value != 0x7F
        }
        precondition(isOneLine)
    }
}
