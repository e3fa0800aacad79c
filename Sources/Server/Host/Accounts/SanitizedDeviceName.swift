/// The name that a device gives itself, shortened and without characters that can't be shown
/// safely.
struct SanitizedDeviceName {
    private static let longest = 40

    let text: String

    init(_ given: String) {
        var kept = String.UnicodeScalarView()
        for scalar in given.unicodeScalars.prefix(Self.longest) {
            let isShown =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate,
                    .privateUse, .unassigned:
                    false
                default: !scalar.properties.isDefaultIgnorableCodePoint
                }
            if isShown { kept.append(scalar) }
        }
        text = String(kept)
    }
}
