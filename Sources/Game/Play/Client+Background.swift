internal import Drawing
internal import Records

extension Client {
    /// Whether the colours go by the terminal's background, since nobody has chosen any.
    package var wantsBackground: Bool {
        !preferences.fixed.contains(.theme) && preferences.habits.choices[.theme] == nil
    }

    /// Goes by what the terminal says, now and whenever the settings are read again.
    mutating func suitTheme(toLight isLight: Bool) {
        display.isLight = isLight
        if preferences.habits.choices.note(isLight: isLight, on: preferences.habits.terminal) {
            keepChoices()
        }
        let theme = Theme.suited(toLight: isLight)
        guard wantsBackground, preferences.theme.name != theme.name else { return }
        preferences.theme = theme
        effects.append(.useTheme(theme))
    }
}
