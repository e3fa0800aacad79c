/// What a cell means to whoever looks at it. A theme decides what that looks like.
package enum Style: UInt8, Hashable, Sendable, CaseIterable {
    case plain
    /// What the eye should find first: a name, a heading, an amount.
    case strong
    /// What is there to be looked up: explanations, times, the numbers of free squares.
    case faint
    /// Lines between and around parts of the screen.
    case rule

    /// The first line of a screen; names in it; news in it that must not be overlooked.
    case titleBar
    case titleBarStrong
    case titleBarAlert
    /// The last line of a screen: what each key does; the keys.
    case keyBar
    case keyBarKey

    case cross
    case circle
    case winningCross
    case winningCircle
    /// The marks around the chosen square.
    case cursor

    /// The chosen row of a list, or the chosen answer to a question.
    case selected
    /// Text that is being typed.
    case input

    case ownTurn
    /// What somebody else has just done.
    case notice
    case good
    case warning
    case danger
}
