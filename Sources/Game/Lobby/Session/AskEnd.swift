/// Why a question that we asked came to nothing.
package enum AskEnd: Hashable, Sendable {
    case withdrawn
    case expired
    /// They want no match now.
    case later
    /// They want no match.
    case no
    /// They do not want to be asked by anybody.
    case busy
    case playing
    case gone
    /// The hub did not take it.
    case refused
}
