/// What a terminal can do, as far as its name and its environment tell.
package struct Capabilities: Hashable, Sendable {
    /// Whether it has a screen at all. Without one there are only lines of text.
    package var isAddressable = true
    package var colourDepth = ColourDepth.sixteen
    /// Whether it shows UTF-8; if not, every byte sent to it is ASCII.
    package var isUnicode = true
    /// A second screen that leaves the first as it was.
    package var hasAlternateScreen = true
    /// Reports of the mouse, and pasted text in brackets.
    package var hasReports = true
    /// Brackets around a frame, so that no half of it is ever shown.
    package var hasSynchronizedOutput = false
    /// What is erased takes the background that is drawn with, not the standard one.
    package var erasesWithBackground = false
    /// Whether it knows how to end one attribute alone, as the VT100 does not.
    package var endsAttributes = true
    /// Whether it does all that xterm does, and perhaps shows every colour.
    package var isLikeXterm = true
    /// Whether its last cell can be written without the whole screen moving up.
    package var fillsLastCell = true

    package init() {}
}

extension Capabilities {
    /// The capabilities of a terminal called `term`, or nil if the name is not known here.
    ///
    /// `localeIsUnicode` is what holds where the environment names no locale at all, as is usual
    /// for guests whose ssh passes on none.
    package static func from(
        term: String, environment: [String: String], localeIsUnicode: Bool = false
    ) -> Capabilities? {
        guard let name = TerminalName(term) else { return nil }
        var capabilities = name.capabilities
        if !isUnicode(environment, otherwise: localeIsUnicode) { capabilities.isUnicode = false }
        let claim = environment["COLORTERM"]
        if capabilities.isLikeXterm, claim == "truecolor" || claim == "24bit" {
            capabilities.colourDepth = .rgb
        }
        if wantsNoColour(environment) { capabilities.colourDepth = .none }
        return capabilities
    }

    /// Goes by what the terminal has said of itself: of some that is that they show every colour.
    package mutating func learn(_ program: TerminalProgram) {
        if isLikeXterm, colourDepth != .none, program.showsEveryColour { colourDepth = .rgb }
    }

    /// Whether sixths of cells can be drawn on a terminal that is this program.
    package func hasSextants(in program: TerminalProgram) -> Bool {
        isUnicode && program.drawsSextants
    }

    /// See no-color.org. Many an ssh passes on only what is called `LC_` something.
    private static func wantsNoColour(_ environment: [String: String]) -> Bool {
        ["NO_COLOR", "LC_NO_COLOR"].contains { environment[$0].map { !$0.isEmpty } ?? false }
    }

    /// As `setlocale` decides: the first of three variables that says anything.
    private static func isUnicode(_ environment: [String: String], otherwise: Bool) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
            .first { !$0.isEmpty }
        guard let locale else { return otherwise }
        let codeset = locale.lowercased().split(separator: ".", maxSplits: 1).last ?? ""
        return codeset.hasPrefix("utf-8") || codeset.hasPrefix("utf8")
    }
}
