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

/// What `backup` is asked for.
package struct BackupOptions: Hashable, Sendable {
    package let store: ServeOptions.Store
    /// Where the copy goes.
    package let copy: String

    init(_ settings: Settings, to copy: String?) throws(Misuse) {
        guard let copy else { throw .noOperand(PlaceholderWords.file, .backup) }
        store = try ServeOptions.Store(settings)
        self.copy = copy
    }
}

/// What `copy` is asked for.
package struct CopyOptions: Hashable, Sendable {
    package struct Place: Hashable, Sendable {
        package let store: ServeOptions.Store
        /// As it was written.
        package let name: String
    }

    package let original: Place
    package let copy: Place

    init(_ settings: Settings, _ operands: [String]) throws(Misuse) {
        guard operands.count == 2 else {
            throw .noOperand(
                operands.isEmpty ? PlaceholderWords.copyFrom : PlaceholderWords.copyTo, .copy)
        }
        original = try Place(operands[0], settings)
        copy = try Place(operands[1], settings)
    }
}

extension CopyOptions.Place {
    fileprivate init(_ text: String, _ settings: Settings) throws(Misuse) {
        if EngineAddress.isMeant(by: text), EngineAddress(text) == nil {
            throw .unknownOperand(text, .copy)
        }
        store = try ServeOptions.Store(text, settings)
        name = text
    }
}

/// What `ban` is asked for.
package struct BanOptions: Hashable, Sendable {
    package enum Action: String, Hashable, Sendable, CaseIterable {
        case add
        case remove
        case list
    }

    package enum Place: Hashable, Sendable {
        case file(String)
        case engine(EngineOptions)
    }

    package let action: Action
    /// An address, a range, or a key's fingerprint; empty for all.
    package let target: String
    /// The same as a line of a list of bans, with the day and the reason.
    package let line: String
    package let place: Place

    init(_ settings: Settings, _ operands: [String]) throws(Misuse) {
        guard let word = operands.first else { throw .noOperand(PlaceholderWords.action, .ban) }
        guard let action = Action(rawValue: word) else { throw .unknownOperand(word, .ban) }
        let rest = operands.dropFirst()
        switch action {
        case .list: if let surplus = rest.first { throw .tooMuch(surplus, .ban, action: word) }
        case .remove: if rest.count > 1 { throw .tooMuch(rest[2], .ban, action: word) }
        case .add: break
        }
        if action != .list, rest.isEmpty {
            throw .noOperand(PlaceholderWords.banTarget, .ban, action: word)
        }
        self.action = action
        target = rest.first ?? ""
        line = rest.joined(separator: " ")
        if case .engine(let engine) = try ServeOptions.Store(settings) {
            place = .engine(engine)
        } else if let file = settings.text(.bans) {
            place = .file(file)
        } else {
            throw .homelessBan
        }
    }
}

/// What `doctor` is asked for.
package struct DoctorOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let keys: [KeyBinding]
    /// A theme of the person's own; nil if it is none.
    package let themeFile: String?
    /// What a server on this machine would show to clients.
    package let certificate: ServeOptions.Certificate?
    /// The key of its door; nil for the usual file in the data directory.
    package let hostKeyFile: String?
    /// The list of guests that it keeps out.
    package let bansFile: String?
    /// Where a server on this machine keeps everything.
    package let store: ServeOptions.Store
    /// A server's file to be checked, and nothing else; nil if the command line names none.
    package let checkedFile: String?
    /// A recording to be replayed; nil to examine what is here instead.
    package let recordingFile: String?
    /// All there are, not only its own.
    package let settings: Settings

    init(_ settings: Settings) throws(Misuse) {
        lobby = LobbyOptions(settings)
        keys = settings.keyBindings()
        themeFile = settings.themeFile()
        certificate = try ServeOptions.Certificate(settings)
        hostKeyFile = settings.text(.hostKey)
        bansFile = settings.text(.bans)
        store = try ServeOptions.Store(settings)
        let isNamed = settings[.store]?.origins.first == .commandLine
        if isNamed, case .file(let path?) = store { checkedFile = path } else { checkedFile = nil }
        recordingFile = settings.text(.replay)
        self.settings = settings
    }
}
