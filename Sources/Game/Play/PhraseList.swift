internal import Lobby

/// The phrases to choose from.
struct PhraseList: Hashable, Sendable {
    private(set) var chosen = 0

    var phrase: Phrase { Phrase.allCases[chosen] }

    mutating func move(by places: Int) {
        let count = Phrase.allCases.count
        chosen = (chosen + places + count) % count
    }
}
