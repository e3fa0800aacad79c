internal import Drawing
package import Records

extension Rivalry {
    /// What to call who it is about; `known` knows better what accounts are called by now.
    package func name(known: (String) -> String) -> String {
        switch rival {
        case .account(let user): known(user)
        case .guest(let name): StatisticsWords.guest(name.asForeignText)
        case .bot(let bot): StatisticsWords.bot(bot.words)
        case .puzzle: ""
        }
    }
}
