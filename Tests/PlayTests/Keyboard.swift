import Drawing

/// The keys of a keyboard, by what people call them: characters, or one of the names below.
enum Keyboard {
    private static let names: [String: Key] = [
        "enter": .enter, "esc": .escape, "tab": .tab, "up": .up, "down": .down, "left": .left,
        "right": .right, "backspace": .backspace, "home": .home, "end": .end,
        "space": .character(" "), "f5": .function(5),
    ]

    static func event(of key: String) -> TerminalInputEvent {
        if let known = names[key] { return .key(known) }
        if let letter = key.split(separator: "-").last?.unicodeScalars.first,
            key.hasPrefix("ctrl-")
        {
            return .key(.character(letter), .control)
        }
        guard let scalar = key.unicodeScalars.first, key.unicodeScalars.count == 1 else {
            preconditionFailure("no key is called \(key)")
        }
        return .key(.character(scalar))
    }
}
