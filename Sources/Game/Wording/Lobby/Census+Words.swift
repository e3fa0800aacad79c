package import Lobby

extension Census {
    /// The numbers of players and matches, as a sentence.
    package var sentence: String {
        "\(Count.people(here)) here: \(free) free, \(playing) playing, \(watching) watching"
            + (away == 0 ? "" : ", \(away) away") + "; " + Count.matches(matches)
    }

    /// The numbers, each with its word.
    package var figures: [(count: Int, word: String)] {
        [
            (here, "here"), (free, "free"), (playing, "playing"), (watching, "watching"),
        ] + (away == 0 ? [] : [(away, "away")]) + [(matches, Count.nounOfMatches(matches))]
    }
}
