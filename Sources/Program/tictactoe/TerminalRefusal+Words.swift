package import Terminal
import Wording

extension TerminalRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notATerminal: TerminalWords.notATerminal
        case .unknownName(let name): TerminalWords.unknownName(name)
        case .linesOnly(let name): TerminalWords.linesOnly(name)
        case .tooManyFiles: TerminalWords.tooManyFiles
        }
    }
}
