import SimperiumClock

/// What a node asks of the one list of halls that all nodes of an engine have.
///
/// A hall is a user's log like any other, under a number from 1. What people are and do in it, by
/// what they are found, and what a page of it says means nothing here.
package enum DirectoryDeed: Hashable, Sendable {
    /// A place for a connection: where the wish leads, or where there is room.
    case enter(DirectoryWish, DirectoryRoom)
    /// All places that the node's connections have. What it had taken beside these is given back.
    case hold([DirectoryPlaces])
    /// What has changed of what the node knows of its halls; the answer has the sums over all.
    case tell(DirectoryNews)
    /// Those at the node who wait alone. The answer is who of them is to go where, and to whom
    /// somebody comes from another node.
    case wait([DirectoryWaiter])
    /// Where what is called so may be.
    case find([UInt8])
    /// What is told of the halls behind that one.
    case page(after: Int)
    /// A node is dead: all that it had here goes.
    case void(Incarnation)
}

/// In which hall a connection would like to be.
package struct DirectoryWish: Hashable, Sendable {
    package enum Manner: String, CaseIterable, Sendable {
        /// Any will do.
        case any
        /// It knows of none, and so is in the first.
        case plain
        /// The hall is named, and may be filled a little beyond its size.
        case named
        /// It has been there, is wanted there, or only looks on.
        case kept
    }

    package let manner: Manner
    package let hall: Int

    package init(_ manner: Manner, hall: Int = 0) {
        self.manner = manner
        self.hall = hall
    }
}

/// How many a hall takes.
package struct DirectoryRoom: Hashable, Sendable {
    package let size: Int
    /// Up to so many who name it, and up to so many who are kept.
    package let extended: Int
    package let most: Int
    /// In the first: up to so many who know of no halls, and of the others who name none.
    package let plain: Int
    package let ownInFirst: Int
    /// For so long an empty hall keeps its number.
    package let closing: Duration
    /// The highest number.
    package let halls: Int

    package init(
        size: Int, extended: Int, most: Int, plain: Int, ownInFirst: Int, closing: Duration,
        halls: Int
    ) {
        self.size = size
        self.extended = extended
        self.most = most
        self.plain = plain
        self.ownInFirst = ownInFirst
        self.closing = closing
        self.halls = halls
    }
}

/// The places of a node's connections in one hall.
package struct DirectoryPlaces: Hashable, Sendable {
    package let hall: Int
    package let own: Int
    package let plain: Int

    package init(_ hall: Int, own: Int, plain: Int) {
        self.hall = hall
        self.own = own
        self.plain = plain
    }
}

/// What a node has to say of its halls, since the last time.
package struct DirectoryNews: Hashable, Sendable {
    /// Figures of a hall, and its page, which is empty if there is nothing to show; without
    /// figures, the node does not follow it any more.
    package struct Hall: Hashable, Sendable {
        package let hall: Int
        package let figures: [Int]
        package let page: [UInt8]

        package init(_ hall: Int, figures: [Int], page: [UInt8]) {
            self.hall = hall
            self.figures = figures
            self.page = page
        }
    }

    package struct Hint: Hashable, Sendable {
        package let word: [UInt8]
        package let hall: Int
        package let key: String

        package init(_ word: [UInt8], in hall: Int, _ key: String) {
            self.word = word
            self.hall = hall
            self.key = key
        }
    }

    package let halls: [Hall]
    package let added: [Hint]
    package let removed: [Hint]

    package init(halls: [Hall] = [], added: [Hint] = [], removed: [Hint] = []) {
        self.halls = halls
        self.added = added
        self.removed = removed
    }
}

/// Somebody who waits for somebody else, and finds nobody at their node.
package struct DirectoryWaiter: Hashable, Sendable {
    package let id: String
    package let hall: Int
    /// Those of different kinds are not for each other.
    package let kind: Int
    package let canMove: Bool

    package init(_ id: String, in hall: Int, kind: Int, canMove: Bool) {
        self.id = id
        self.hall = hall
        self.kind = kind
        self.canMove = canMove
    }
}

/// What comes of it.
package enum DirectoryAnswer: Hashable, Sendable {
    case hall(Int)
    /// There is no room for one of its kind.
    case full
    /// The node has been buried here.
    case dead
    case done
    /// Sums of all figures, and how the halls are spread.
    case sums([Int], DirectorySpread)
    case offers([DirectoryOffer], expected: [String])
    case traces([DirectoryTrace])
    case page([DirectoryPage], hasMore: Bool)
}

/// Who is to go to which hall.
package struct DirectoryOffer: Hashable, Sendable {
    package let id: String
    package let hall: Int

    package init(_ id: String, to hall: Int) {
        self.id = id
        self.hall = hall
    }
}

/// How many halls there are, and at how many nodes.
package struct DirectorySpread: Hashable, Sendable {
    /// Those that are open.
    package let halls: Int
    /// Those in which anybody is.
    package let occupied: Int
    /// The same, each as often as there are nodes at which somebody is in it.
    package let held: Int

    package init(halls: Int, occupied: Int, held: Int) {
        self.halls = halls
        self.occupied = occupied
        self.held = held
    }

    /// A list with nobody.
    package static let empty = DirectorySpread(halls: 1, occupied: 0, held: 0)

    /// At how many nodes a hall is in the mean that anybody is in.
    package var nodesPerHall: Double {
        // What was there before this was counted is at one.
        occupied == 0 ? 1 : Double(max(held, occupied)) / Double(occupied)
    }
}

/// Where something may be found.
package struct DirectoryTrace: Hashable, Sendable {
    package let hall: Int
    package let key: String

    package init(_ hall: Int, _ key: String) {
        self.hall = hall
        self.key = key
    }
}

package struct DirectoryPage: Hashable, Sendable {
    package let hall: Int
    package let bytes: [UInt8]

    package init(_ hall: Int, _ bytes: [UInt8]) {
        self.hall = hall
        self.bytes = bytes
    }
}

package enum DirectoryLimits {
    /// So many figures a hall has.
    package static let figures = 6
    /// So many traces one word has at most.
    package static let traces = 20
    /// Halls on a page.
    package static let page = 20
    /// Halls closed at once.
    static let closedAtOnce = 20
    /// Who is offered a hall, and who is waited for, is left alone for so long.
    package static let promise = Duration.milliseconds(2_500)
    /// Who waits and is not told again within that time does so no more.
    package static let attention = Duration.seconds(3)
    /// For so long the number of a dead node is refused.
    static let memory = Duration.seconds(3_600)
}
