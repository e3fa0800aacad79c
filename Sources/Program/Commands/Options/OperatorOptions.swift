package struct OperatorAccountsOptions: Hashable, Sendable {
    package enum OperatorAccountsAction: String, Hashable, Sendable, CaseIterable {
        case list
        case add
        case lock
        case unlock
        case reset
        case delete
        /// Prints an app's keys, and creates missing ones.
        case keys
        case `import`
        case export

        fileprivate var hasName: Bool { ![.list, .keys].contains(self) }
        fileprivate var hasFile: Bool { [.import, .export].contains(self) }
    }

    package let action: OperatorAccountsAction
    /// The app of the accounts; nil for the game.
    package let app: String?
    /// The name of the account; nil for an action that needs none.
    package let name: String?
    /// The path of the notes file for `import` or `export`; nil for other actions.
    package let file: String?
    /// The file with the password of a new account; nil for a random password.
    package let passwordFile: String?
    /// The endpoint of this machine's server.
    package let endpoint: ListenEndpoint
    package let store: ServeOptions.StoreSelection
    /// The file with the apps' keys; nil for the file beside the store.
    package let keyFile: String?
    package let isJSON: Bool

    init(_ settings: Settings, _ operands: [String]) throws(UsageError) {
        guard let word = operands.first else {
            throw .missingOperand("ACTION", .accounts)
        }
        action = try OperatorAccountsAction(operand: word, of: .accounts)
        var rest = operands.dropFirst()
        name = action.hasName ? rest.popFirst() : nil
        file = action.hasFile ? rest.popFirst() : nil
        if let surplus = rest.first { throw .surplusOperand(surplus, .accounts, action: word) }
        if action.hasName, name == nil {
            throw .missingOperand("NAME", .accounts, action: word)
        }
        if action.hasFile, file == nil {
            throw .missingOperand("FILE", .accounts, action: word)
        }
        // In the environment and in files, `app` lists a server's apps. So only the command line
        // selects the app of the accounts.
        app = settings.isOnCommandLine(.app) ? settings.text(.app) : nil
        if action.hasFile, app == nil { throw .missingApp(action: word) }
        passwordFile = settings.text(.passwordFile)
        endpoint =
            settings.endpoints(.listen).first ?? ListenEndpoint(address: nil, port: settings.port)
        store = try ServeOptions.StoreSelection(settings)
        keyFile = settings.text(.keys)
        isJSON = settings.isOn(.json)
    }
}

package struct BackupOptions: Hashable, Sendable {
    package let store: ServeOptions.StoreSelection
    /// The file with the apps' keys; nil for the file beside the store.
    package let keyFile: String?
    /// The path of the copy.
    package let copy: String

    init(_ settings: Settings, to copy: String?) throws(UsageError) {
        guard let copy else { throw .missingOperand("FILE", .backup) }
        store = try ServeOptions.StoreSelection(settings)
        keyFile = settings.text(.keys)
        self.copy = copy
    }
}

package struct StoreCopyOptions: Hashable, Sendable {
    package struct StoreWithTypedName: Hashable, Sendable {
        package let store: ServeOptions.StoreSelection
        /// The path or URL of the store, as the user typed it.
        package let name: String
    }

    package let original: StoreWithTypedName
    package let copy: StoreWithTypedName

    init(_ settings: Settings, _ operands: [String]) throws(UsageError) {
        guard operands.count == 2 else {
            throw .missingOperand(operands.isEmpty ? "FROM" : "TO", .copy)
        }
        original = try StoreWithTypedName(operands[0], settings)
        copy = try StoreWithTypedName(operands[1], settings)
    }
}

extension StoreCopyOptions.StoreWithTypedName {
    fileprivate init(_ text: String, _ settings: Settings) throws(UsageError) {
        if RedisHostsURL.hasURLScheme(text), RedisHostsURL(text) == nil {
            throw .badRedisAddress(text)
        }
        store = try ServeOptions.StoreSelection(text, settings)
        name = text
    }
}

package struct BanOptions: Hashable, Sendable {
    package enum BanListAction: String, Hashable, Sendable, CaseIterable {
        case add
        case remove
        case list
    }

    package enum BanListLocation: Hashable, Sendable {
        case file(String)
        case redis(RedisOptions)
    }

    package let action: BanListAction
    /// An address, a range of addresses, or a key's fingerprint; empty if the command line names
    /// none.
    package let target: String
    /// The target as a line of the ban list, with the end date and the reason if they are given.
    package let line: String
    package let location: BanListLocation

    init(_ settings: Settings, _ operands: [String]) throws(UsageError) {
        guard let word = operands.first else { throw .missingOperand("ACTION", .ban) }
        let action = try BanListAction(operand: word, of: .ban)
        let rest = operands.dropFirst()
        switch action {
        case .list:
            if let surplus = rest.first { throw .surplusOperand(surplus, .ban, action: word) }
        case .remove: if rest.count > 1 { throw .surplusOperand(rest[2], .ban, action: word) }
        case .add: break
        }
        if action != .list, rest.isEmpty {
            throw .missingOperand("TARGET", .ban, action: word)
        }
        self.action = action
        target = rest.first ?? ""
        line = rest.joined(separator: " ")
        // A typed file takes precedence over a Redis in a configuration file.
        let isFileMeant = settings.isOnCommandLine(.bans) && !settings.isOnCommandLine(.store)
        if !isFileMeant, case .redis(let redis) = try ServeOptions.StoreSelection(settings) {
            location = .redis(redis)
        } else if let file = settings.text(.bans) {
            location = .file(file)
        } else {
            throw .noBanList
        }
    }
}

/// The options of the command `doctor`, which checks this machine, checks a server's data file, or
/// replays a recording.
package struct DoctorOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let keys: [KeyBinding]
    /// The path of a user's theme; nil if there is none.
    package let themeFile: String?
    /// The certificate of a server on this machine, with its key; nil if the settings name none.
    package let certificate: ServeOptions.CertificateAndKeyPaths?
    /// The host key file of the server's door; nil for the usual file in the data directory.
    package let hostKeyFile: String?
    /// The ban list of the server's door; nil if there is none.
    package let bansFile: String?
    /// The file with the keys of a server's apps; nil for the file beside the data file.
    package let keyFile: String?
    /// The file with the token of a server's door; nil if there is none.
    package let doorTokenFile: String?
    /// The store of a server on this machine.
    package let store: ServeOptions.StoreSelection
    /// A server's data file to check instead of this machine; nil if the command line names none.
    package let checkedFile: String?
    /// A recording to replay instead of any check; nil if the command line names none.
    package let recordingFile: String?
    /// All settings, not only those that the doctor uses.
    package let settings: Settings

    init(_ settings: Settings) throws(UsageError) {
        lobby = LobbyOptions(settings)
        keys = settings.keyBindings()
        themeFile = settings.themeFilePath()
        certificate = try ServeOptions.CertificateAndKeyPaths(settings)
        hostKeyFile = settings.text(.hostKey)
        bansFile = settings.text(.bans)
        keyFile = settings.text(.keys)
        doorTokenFile = settings.text(.doorTokenFile)
        store = try ServeOptions.StoreSelection(settings)
        let isNamed = settings.isOnCommandLine(.store)
        if isNamed, case .file(let path?) = store { checkedFile = path } else { checkedFile = nil }
        recordingFile = settings.text(.replay)
        self.settings = settings
    }
}
