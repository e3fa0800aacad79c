package import Game

/// Why an object makes no sense. Every case is something that a program may have written.
package enum ObjectFlaw: Error, Hashable, Sendable {
    case missing(member: String)
    case wrongType(member: String)
    /// An id is 1 to 256 printable characters of ASCII.
    case noID(member: String)
    case onePlayerTwice
    /// Not nine squares, each free or with one of the two pieces on it.
    case noBoard
    case noPiece(member: String)
    case noScore
    /// Not a number of seconds in which somebody can move.
    case noLimit
    /// Not a number of rounds that somebody can win.
    case noTarget
    /// Each member makes sense, but together they are against the rules.
    case impossible(MatchFlaw)
    /// It makes sense, but does not follow from what was there before.
    case unexplained
}
