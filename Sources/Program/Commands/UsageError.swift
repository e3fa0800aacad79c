package import Drawing

/// An error in the command line, in the environment or in a file.
package enum UsageError: Error, Hashable, Sendable {
    case unknownCommand(String)
    /// An option that does not exist, and the command before it, if there is one.
    case unknownOption(String, CommandName?)
    /// An option that other commands have, but not the command that was given.
    case optionOfOtherCommands(Option, CommandName)
    /// An option that the command has, but not with this action.
    case optionOfOtherActions(Option, CommandName, action: String)
    case noValue(Option)
    case unexpectedValue(String)
    case badValue(Option, text: String, ValueFlaw, SettingOrigin)
    case incompatibleOptions(OptionSource, OptionSource)
    case missingOption(OptionSource, without: Option)
    /// An option that requires an encrypted connection to Redis, without such a connection.
    case unencryptedRedis(OptionSource)
    /// An option that needs a shared Redis, with another store.
    case unsharedStore(OptionSource)
    /// No option names a ban list.
    case noBanList
    /// An action on notes without the name of an app. The game itself has no notes.
    case missingApp(action: String)
    /// A surplus word after the command or its action.
    case surplusOperand(String, CommandName, action: String? = nil)
    /// The placeholder of a missing operand.
    case missingOperand(String, CommandName, action: String? = nil)
    case unknownOperand(String, CommandName)
    /// A store that has the form of a URL, but is not a Redis address.
    case badRedisAddress(String)
    case badCode(String)
    case badSquare(String)
    case badConfiguration(path: String, line: Int, ConfigFlaw)
    case badTheme(path: String, ThemeFlaw)
    /// A file of a round or of a recorded session that is not valid, and the reason.
    case badRecording(path: String, String)
    case unreadable(path: String, reason: String)
}

/// An option that was set, and the origin of its value.
package struct OptionSource: Hashable, Sendable {
    let option: Option
    let origin: SettingOrigin
    /// The form of the value, if only some values of the option cause the error; otherwise nil.
    var valueForm: String?
}

extension Collection<String> {
    /// Returns the element most similar to a mistyped word; nil if none is similar enough, or if
    /// the word has more than 40 characters. An element of up to three letters is never similar to
    /// another word.
    package func nearest(to word: String) -> String? {
        // A mistyped word is hardly longer than this, and the work grows with the word's length.
        guard word.count <= 40 else { return nil }
        let similar = map { (text: $0, slips: $0.editDistance(to: word)) }
            .filter { $0.slips <= ($0.text.count - 1) / 3 }
        return similar.min { $0.slips < $1.slips }?.text
    }
}

extension String {
    /// Returns the edit distance: the smallest number of edits that turn one text into the other.
    /// An edit adds, removes or replaces a letter, or swaps two adjacent letters.
    fileprivate func editDistance(to other: String) -> Int {
        let (old, new) = (Array(self), Array(other))
        var beforeLast: [Int] = []
        var last = Array(0...new.count)
        for row in 0..<old.count {
            var next = [row + 1]
            for column in 0..<new.count {
                var slips = Swift.min(last[column + 1], next[column]) + 1
                slips = Swift.min(slips, last[column] + (old[row] == new[column] ? 0 : 1))
                if row > 0, column > 0, old[row] == new[column - 1], old[row - 1] == new[column] {
                    slips = Swift.min(slips, beforeLast[column - 1] + 1)
                }
                next.append(slips)
            }
            (beforeLast, last) = (last, next)
        }
        return last[new.count]
    }
}
