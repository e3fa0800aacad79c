internal import Game

/// What all rounds of a person come to.
package struct Statistics: Hashable, Sendable {
    /// Without puzzles.
    package let total: Balance
    /// How many of the last rounds in a row were won.
    package let streak: Int
    package let longestStreak: Int
    /// Who was played most comes first.
    package let people: [Rivalry]
    /// In the order of their strength.
    package let bots: [Rivalry]

    init(_ rivalries: some Collection<Rivalry>, _ rounds: [Timeline.Entry]) {
        var total = Balance()
        var people: [Rivalry] = []
        var bots: [Rivalry] = []
        for rivalry in rivalries {
            switch rivalry.rival {
            case .puzzle: continue
            case .bot: bots.append(rivalry)
            case .account, .guest: people.append(rivalry)
            }
            total = total + rivalry.balance
        }
        self.total = total
        self.people = people.sorted { $0.comesBefore($1) }
        self.bots = bots.sorted { $0.strength < $1.strength }
        var (run, longest) = (0, 0)
        for round in rounds {
            run = round.verdict == .won ? run + 1 : 0
            longest = max(longest, run)
        }
        (streak, longestStreak) = (run, longest)
    }
}

extension Balance {
    fileprivate static func + (one: Balance, other: Balance) -> Balance {
        Balance(
            won: one.won + other.won, lost: one.lost + other.lost, drawn: one.drawn + other.drawn)
    }
}

extension Rivalry {
    /// An order in which no two are equal, so that a list does not jump.
    fileprivate func comesBefore(_ other: Rivalry) -> Bool {
        if balance.played != other.balance.played { return balance.played > other.balance.played }
        if last != other.last { return last > other.last }
        return (name, rival.id) < (other.name, other.rival.id)
    }

    fileprivate var strength: Int {
        guard case .bot(let bot) = rival else { return Bot.allCases.count }
        return Bot.allCases.firstIndex(of: bot) ?? Bot.allCases.count
    }
}

extension Rival {
    fileprivate var id: String {
        switch self {
        case .account(let user): user
        case .guest, .bot, .puzzle: ""
        }
    }
}
