package import Lobby

extension Census {
    /// How many are here, and what they do.
    package var sentence: String {
        "\(Count.people(here)) here: \(free) free, \(playing) playing, \(watching) watching"
            + (away == 0 ? "" : ", \(away) away") + "; " + Count.matches(matches)
    }

    /// The same as figures, each with its word.
    package var figures: [(count: Int, word: String)] {
        [
            (here, "here"), (free, "free"), (playing, "playing"), (watching, "watching"),
        ] + (away == 0 ? [] : [(away, "away")]) + [(matches, Count.nounOfMatches(matches))]
    }
}
