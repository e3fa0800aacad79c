/// Why a guest left, as the log has it.
package enum Departure: String, Hashable, Sendable, CaseIterable {
    /// By their own wish.
    case left
    /// After what they came for, or the sentence that it can't be had.
    case answered
    case refused
    /// By the host's own list.
    case keptOut = "kept-out"
    /// The line broke, or their ssh ended without a word.
    case lost
    case silent
    /// Goes on by another line, with the same key.
    case elsewhere
    case stalled
    case idle
    /// Took too long, or too many bytes, to come in.
    case lateness
    case flood
    /// The door itself closes.
    case closing
}
