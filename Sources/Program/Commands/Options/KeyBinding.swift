package import Drawing

/// What a person wants a key to do, and where they said so.
package struct KeyBinding: Hashable, Sendable {
    package let purpose: KeyPurpose
    package let stroke: KeyStroke
    /// As it was written.
    let text: String
    let origin: SettingOrigin

    /// What is wrong if the key does something else already.
    package func doubled(with other: String) -> Misuse {
        .badValue(.key, text: text, .keyTaken(stroke, by: other), origin)
    }
}
