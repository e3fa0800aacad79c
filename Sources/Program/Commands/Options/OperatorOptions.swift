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

        /// The options that this action has, of those that only some actions have.
        fileprivate var options: [Option] {
            switch self {
            case .add: [.passwordFile, .json]
            case .list, .reset, .keys: [.json]
            case .lock, .unlock, .delete, .import, .export: []
            }
        }
    }

    package enum OperatorAccountsRequest: Hashable, Sendable {
        case list
        case keys
        case add(name: String)
        case lock(name: String)
        case unlock(name: String)
        case reset(name: String)
        case delete(name: String)
        case importNotes(name: String, file: String)
        case exportNotes(name: String, file: String)
    }

    package let request: OperatorAccountsRequest
    /// The app of the accounts; nil for the game.
    package let app: String?
    /// The file with the password of a new account; nil for a random password.
    package let passwordFile: String?
    /// The endpoint of this machine's server.
    package let endpoint: ListenEndpoint
    package let store: StoreSelection
    /// The file with the apps' keys; nil for the file beside the store.
    package let keyFile: String?
    package let isJSON: Bool

    init(_ settings: Settings, _ operands: [String]) throws(UsageError) {
        guard let word = operands.first else {
            throw .missingOperand("ACTION", .accounts)
        }
        let action = try OperatorAccountsAction(operand: word, of: .accounts)
        try action.checkOperands(operands.dropFirst())
        guard operands.count == 1 || !operands[1].isEmpty else {
            throw .missingOperand("NAME", .accounts, action: word)
        }
        // Notes are read from a file twice, and written to a file that has another name at first.
        if operands.count == 3, operands[2] == "-" {
            throw .surplusOperand("-", .accounts, action: word)
        }
        for option in [Option.passwordFile, .json]
        where settings.isOnCommandLine(option) && !action.options.contains(option) {
            throw .optionOfOtherActions(option, .accounts, action: word)
        }
        request =
            switch action {
            case .list: .list
            case .keys: .keys
            case .add: .add(name: operands[1])
            case .lock: .lock(name: operands[1])
            case .unlock: .unlock(name: operands[1])
            case .reset: .reset(name: operands[1])
            case .delete: .delete(name: operands[1])
            case .import: .importNotes(name: operands[1], file: operands[2])
            case .export: .exportNotes(name: operands[1], file: operands[2])
            }
        // In the environment and in files, `app` lists a server's apps. So only the command line
        // selects the app of the accounts.
        app = settings.isOnCommandLine(.app) ? settings.text(.app) : nil
        if [.import, .export].contains(action), app == nil { throw .missingApp(action: word) }
        passwordFile = settings.text(.passwordFile)
        endpoint =
            settings.endpoints(.listen).first ?? ListenEndpoint(address: nil, port: settings.port)
        store = try StoreSelection(settings)
        keyFile = settings.text(.keys)
        isJSON = settings.isOn(.json)
    }
}

package struct BackupOptions: Hashable, Sendable {
    package let store: StoreSelection
    /// The file with the apps' keys; nil for the file beside the store.
    package let keyFile: String?
    /// The path of the copy.
    package let copy: String

    init(_ settings: Settings, to copy: String?) throws(UsageError) {
        guard let copy else { throw .missingOperand("FILE", .backup) }
        // The copy can't be a pipe, and the copy of the keys has the name of a second file.
        if copy == "-" { throw .surplusOperand(copy, .backup) }
        store = try StoreSelection(settings)
        keyFile = settings.text(.keys)
        self.copy = copy
    }
}

package struct StoreCopyOptions: Hashable, Sendable {
    package struct StoreWithTypedName: Hashable, Sendable {
        package let store: StoreSelection
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
        store = try StoreSelection(text, settings)
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
        // The reason may have more words than its placeholder.
        try action.checkOperands(action == .add ? rest.prefix(3) : rest)
        self.action = action
        target = rest.first ?? ""
        line = rest.joined(separator: " ")
        // A typed file takes precedence over a Redis in a configuration file.
        let isFileMeant = settings.isOnCommandLine(.bans) && !settings.isOnCommandLine(.store)
        if !isFileMeant, case .redis(let redis) = try StoreSelection(settings) {
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
    package let store: StoreSelection
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
        store = try StoreSelection(settings)
        let isNamed = settings.isOnCommandLine(.store)
        if isNamed, case .file(let path?) = store { checkedFile = path } else { checkedFile = nil }
        recordingFile = settings.text(.replay)
        self.settings = settings
    }
}
