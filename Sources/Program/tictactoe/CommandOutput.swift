import Commands
import SimperiumLoop

/// The reason why a command failed, as the user sees it, and the exit status.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    let status: ExitStatus

    init(_ description: String, _ status: ExitStatus = .failed) {
        self.description = description
        self.status = status
    }
}

func printLine(_ line: String) {
    Descriptor.standardOutput.writeLine(line)
}

/// Prints a result on standard output, preceded by the program's name.
func printWithProgramName(_ sentence: String) {
    printLine("tictactoe: \(sentence)")
}

/// Prints an error or a warning on standard error, and returns `status`.
@discardableResult
func complain(_ sentence: String, _ status: ExitStatus = .failed) -> ExitStatus {
    Descriptor.standardError.writeLine("tictactoe: \(sentence)")
    return status
}
