internal import Drawing
package import Records

extension Rivalry {
    /// The opponent's name; `known` returns an account's current name.
    package func name(known: (String) -> String) -> String {
        switch rival {
        case .account(let user): known(user)
        case .guest(let name): StatisticsWords.guest(name.asForeignText)
        case .bot(let bot): StatisticsWords.bot(bot.words)
        case .puzzle: ""
        }
    }
}
