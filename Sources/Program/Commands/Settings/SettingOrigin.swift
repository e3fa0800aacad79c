internal import Wording

/// Where it was said how something is to be.
package enum SettingOrigin: Hashable, Sendable {
    case commandLine
    /// A variable of the environment.
    case environment(String)
    case file(String, line: Int)
    /// Nowhere: it is what holds then.
    case standard
}

extension SettingOrigin: CustomStringConvertible {
    package var description: String {
        switch self {
        case .commandLine: OriginWords.commandLine
        case .environment(let variable): variable
        case .file(let path, let line): "\(path):\(line)"
        case .standard: OriginWords.standard
        }
    }
}
