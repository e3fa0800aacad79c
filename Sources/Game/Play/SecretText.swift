internal import Drawing
internal import SimperiumWire

/// What was typed into a field that shows nothing of it. A recording has something else instead.
package struct SecretText: Secret {
    package let text: String

    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }
}

extension Client {
    /// The event as it may be written down: what is typed into a field for passwords is a secret.
    package func veiled(_ event: Event) -> Event {
        guard case .prompt(let prompt) = display.overlay, prompt.isSecret else { return event }
        switch event {
        case .key(.key(.character(let scalar), let modifiers))
        where modifiers.isDisjoint(with: [.control, .alt]):
            return SecretText(String(scalar)).map { .typedSecretly($0) } ?? event
        case .key(.paste(let text)): return SecretText(text).map { .typedSecretly($0) } ?? event
        default: return event
        }
    }
}
