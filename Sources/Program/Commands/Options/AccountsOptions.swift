internal import Wording

/// What `accounts` is asked for.
package struct AccountsOptions: Hashable, Sendable {
    package enum Action: String, Hashable, Sendable, CaseIterable {
        case list
        case lock
        case unlock
        case reset
        case delete
    }

    package let action: Action
    /// Whose account it is about; nil for all.
    package let name: String?
    /// Where the server of this machine listens.
    package let endpoint: Endpoint
    package let store: ServeOptions.Store
    /// Where the keys of the apps are; nil for the file beside the store.
    package let keyFile: String?
    package let isJSON: Bool

    init(_ settings: Settings, _ operands: [String]) throws(Misuse) {
        guard let word = operands.first else {
            throw .noOperand(PlaceholderWords.action, .accounts)
        }
        guard let action = Action(rawValue: word) else { throw .unknownOperand(word, .accounts) }
        self.action = action
        name = operands.dropFirst().first
        if action == .list, let name { throw .tooMuch(name, .accounts, action: word) }
        if action != .list, name == nil {
            throw .noOperand(PlaceholderWords.name, .accounts, action: word)
        }
        endpoint = settings.endpoints(.listen).first ?? Endpoint(address: nil, port: settings.port)
        store = try ServeOptions.Store(settings)
        keyFile = settings.text(.keys)
        isJSON = settings.isOn(.json)
    }
}
