package import Lobby

extension Census {
    /// How many are here, and what they do.
    package var sentence: String {
        let people = here == 1 ? "1 person" : "\(here) people"
        return "\(people) here: \(free) free, \(playing) playing, \(watching) watching; "
            + (matches == 1 ? "1 match" : "\(matches) matches")
    }
}
