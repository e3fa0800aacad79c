/// Who said how something is to be.
package enum Origin: Hashable, Sendable {
    case commandLine
    /// A variable of the environment.
    case environment(String)
    case file(String, line: Int)
    /// Nobody: it is what holds then.
    case standard
}

extension Origin: CustomStringConvertible {
    package var description: String {
        switch self {
        case .commandLine: "command line"
        case .environment(let variable): variable
        case .file(let path, let line): "\(path):\(line)"
        case .standard: "default"
        }
    }
}
