package import Lobby

extension Census {
    /// How many are here, and what they do.
    package var sentence: String {
        "\(Count.people(here)) here: \(free) free, \(playing) playing, \(watching) watching; "
            + Count.matches(matches)
    }

    /// The same as figures, each with its word.
    package var figures: [(count: Int, word: String)] {
        [
            (here, "here"), (free, "free"), (playing, "playing"), (watching, "watching"),
            (matches, Count.nounOfMatches(matches)),
        ]
    }
}
