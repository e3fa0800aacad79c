internal import Drawing

/// What is told of people and matches in the same words everywhere.
package enum LobbyWords {
    /// What people call somebody who is not called otherwise.
    package static let guest = "guest"
    package static let you = "you"

    package static func nobodyCalled(_ name: String) -> String {
        "Nobody here is called \(name.asForeignText)."
    }

    /// The same, where a match could have been meant as well.
    package static func nobodyNorMatch(called name: String) -> String {
        "no player and no match is called \(name.asForeignText)"
    }

    package static func left(_ name: String) -> String { "\(name) left." }

    package static func renamed(_ name: String) -> String { "You are \(name) now." }

    /// To a guest whose name is taken.
    package static func owned(_ name: String, instead other: String) -> String {
        "\(name) is the name of somebody's account: here you are \(other)."
    }

    package static func waiting(for name: String) -> String { "Waiting for \(name)" }

    /// A match in a list.
    package static func match(of circle: String, and cross: String) -> String {
        "\(circle) – \(cross)"
    }
}
