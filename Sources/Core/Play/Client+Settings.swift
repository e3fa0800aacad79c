internal import Drawing
internal import Records
internal import SimperiumJSON
internal import Visit

/// Settings that live in the account: what is chosen on one device holds on all, unless the command
/// line or a file says otherwise there.
extension Client {
    /// Keeps what was just chosen, if there is an account to keep it in.
    mutating func remember(_ name: SettingName, _ value: JSON) {
        guard isSignedIn else { return }
        desk.adopted[name] = value
        keep(.setting(name, value))
    }

    /// Takes over what came from another device.
    mutating func adoptSettings() {
        guard isSignedIn else { return }
        for name in [SettingName.theme, .quick, .sound] {
            guard let value = visit?.records?[name], desk.adopted[name] != value else { continue }
            desk.adopted[name] = value
            if !preferences.fixed.contains(name) { adopt(name, value) }
        }
    }

    private mutating func adopt(_ name: SettingName, _ value: JSON) {
        switch name {
        case .theme:
            let theme = Theme.builtIn.first { theme in value.text?.spells(theme.name) == true }
            guard let theme, theme != preferences.theme else { return }
            preferences.theme = theme
            effects.append(.useTheme(theme))
        case .quick: preferences.isQuick = value.bool ?? preferences.isQuick
        case .sound: preferences.hasBell = value.bool ?? preferences.hasBell
        case .keypad, .glyphs, .hidden: break
        }
    }
}
