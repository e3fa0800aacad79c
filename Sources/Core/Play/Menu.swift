internal import Game

/// The list that the program opens with.
package struct Menu: Hashable, Sendable {
    package enum Item: Hashable, Sendable, CaseIterable {
        case easyBot
        case mediumBot
        case hardBot
        case perfectBot
        case twoPlayers
        case quit
    }

    package private(set) var chosen = Item.mediumBot

    package init() {}

    package mutating func step(_ places: Int) {
        let items = Item.allCases
        guard let index = items.firstIndex(of: chosen) else { return }
        chosen = items[(index + places + items.count) % items.count]
    }
}

extension Menu.Item {
    /// The table that the item opens, unless it leaves the program.
    package var opponent: Table.Opponent? {
        switch self {
        case .easyBot: .bot(.easy)
        case .mediumBot: .bot(.medium)
        case .hardBot: .bot(.hard)
        case .perfectBot: .bot(.perfect)
        case .twoPlayers: .samePerson
        case .quit: nil
        }
    }

    var words: (name: String, remark: String) {
        switch self {
        case .easyBot: ("Easy bot", "sees a win, and little else")
        case .mediumBot: ("Medium bot", "wins or blocks when it can")
        case .hardBot: ("Hard bot", "errs now and then")
        case .perfectBot: ("Perfect bot", "has never lost")
        case .twoPlayers: ("Two at this keyboard", "take turns")
        case .quit: ("Leave", "")
        }
    }
}
