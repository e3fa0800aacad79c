import Commands
import Drawing
import FrontDoor
internal import Guests
import Host
import Play
import RedisStore
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumServer
import SimperiumStore
import SimperiumSync
import SimperiumWebWire
internal import SimperiumWire
import Terminal
internal import Visit
import Wording

/// `tictactoe doctor`: shows the settings and their origins. Checks the terminal, the files, the
/// server, and the data, keys and bans of a server on this machine.
struct DoctorCommand {
    private let options: DoctorOptions
    private let environment = ThisProcess.environment

    init(_ options: DoctorOptions) {
        self.options = options
    }

    /// Prints all findings, and returns `failed` if one of them is a problem. If the command line
    /// names a recording or a server's file, only checks that file.
    func run() throws -> ExitStatus {
        if let path = options.recordingFile {
            return try RecordingReplayCheckCommand(path: path).run()
        }
        if let path = options.checkedFile { return try StoreCheckCommand(path: path).run() }
        printLine(ProgramVersion.line)
        reportLibraries()
        reportSettings()
        var troubles = [
            reportKeyBindings(), reportHardToReadStyles(), reportTerminal(), reportFiles(),
        ]
        printCurrentTime()
        troubles += [try reportServer(), reportHosting()]
        let first = troubles.compactMap(\.self).first
        printLine("\n" + DoctorWords.conclusion(first))
        return first == nil ? .done : .failed
    }

    /// Prints the library versions, for bug reports.
    private func reportLibraries() {
        printSectionTitle(.libraries)
        let libraries = [
            Loop.library, TLSContext.library, Database.library, SSHLibraryVersions.library,
            CursesTerminal.library,
        ]
        for library in libraries {
            printFinding(
                SoftwareVersionWords.library(
                    library.name, running: library.running, built: library.built))
        }
        printFinding(SoftwareVersionWords.compiler(ProgramVersion.compiler))
    }

    private func reportSettings() {
        printSectionTitle(.settings)
        let rows = options.settings.rows
        let names = rows.map(\.name.count).max() ?? 0
        let texts = rows.compactMap { $0.text?.count }.max() ?? 0
        for row in rows {
            let text = (row.text ?? "-").padded(to: texts)
            printFinding("\(row.name.padded(to: names))  \(text)  \(row.origin)")
        }
        // A variable that has the program's prefix but names no setting is probably mistyped.
        let known = rows.map(\.variable) + [Option.config.variable]
        for variable in environment.keys.sorted()
        where variable.hasPrefix("TICTACTOE_") && !known.contains(variable) {
            printFinding(DoctorWords.noSuchSetting(variable))
        }
    }

    private func printCurrentTime() {
        printSectionTitle(.clock)
        printFinding("\(Timestamp(milliseconds: ThisProcess.calendarMilliseconds))")
    }

    // Each of these functions returns the problem that it found, or nil.

    private func reportKeyBindings() -> String? {
        printSectionTitle(.keys)
        let conflicts = Keymap.conflicts(of: options.keys).map { "\($0)" }
        guard let first = conflicts.first else {
            printFinding(DoctorWords.keysAreGood)
            return nil
        }
        conflicts.forEach(printFinding)
        return first
    }

    /// Prints the styles of the theme that are hard to read. They don't count as problems, because
    /// only the user can judge them. Returns the error if the theme can't be read; otherwise nil.
    private func reportHardToReadStyles() -> String? {
        guard let path = options.themeFile else { return nil }
        printSectionTitle(.theme)
        do throws(UsageError) {
            let unreadable = try ConfigurationReader.readTheme(path).unreadable
            for (style, contrast) in unreadable {
                printFinding(ThemeCheckWords.lowContrast("\(style)", tenths: Int(contrast * 10)))
            }
            if unreadable.isEmpty { printFinding(ThemeCheckWords.isEasyToRead(path)) }
            return nil
        } catch {
            return printAndReturnProblem("\(error)")
        }
    }

    private func reportTerminal() -> String? {
        printSectionTitle(.terminal)
        let isTerminal = Descriptor.standardInput.isTerminal && Descriptor.standardOutput.isTerminal
        if isTerminal {
            printFinding(TerminalCheckWords.size(CursesTerminal.windowSize))
        } else {
            printFinding(TerminalCheckWords.none)
        }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { variable in
            environment[variable].flatMap { $0.isEmpty ? nil : "\(variable)=\($0)" }
        }
        printFinding(TerminalCheckWords.locale(locale.first))
        guard let name = ThisProcess.term else {
            printFinding(TerminalCheckWords.isUnset)
            return nil
        }
        guard let capabilities = Capabilities.ofKnownTerminal(term: name, environment: environment)
        else { return printAndReturnProblem(TerminalCheckWords.unknown(name)) }
        printFinding(TerminalCheckWords.known(name, capabilities))
        return nil
    }

    private func reportFiles() -> String? {
        printSectionTitle(.files)
        let locations = FileLocations(environment: environment)
        for path in [locations.userConfigFile] + locations.machineConfigFiles.map({ $0 }) {
            printFinding(
                FileCheckWords.file(FileCheckWords.settings, at: path, fileState(of: path)))
        }
        var trouble: String?
        for (use, path, folder) in [
            (FileCheckWords.data, locations.dataFolder, locations.dataFolder),
            (FileCheckWords.log, locations.serverLog, locations.stateFolder),
        ] {
            let isClosed = folder.map { !FileSystem.canCreateFiles(in: $0) } ?? false
            let finding = FileCheckWords.file(
                use, at: path, isClosed ? .closed : fileState(of: path))
            printFinding(finding)
            if isClosed, trouble == nil { trouble = finding }
        }
        if let path = unsafeSignInFile {
            let finding = printAndReturnProblem(FileCheckWords.unsafeSignIn(path))
            trouble = trouble ?? finding
        }
        return trouble
    }

    /// The file of the user's sign-in, if other users may have access to it; nil otherwise.
    private var unsafeSignInFile: String? {
        guard let folder = FileLocations(environment: environment).dataFolder else { return nil }
        let server = LobbyConnector.servers(options.lobby)[0].origin
        let path = AccountPaths(in: folder + "/accounts", at: server).accountFile
        let secret = try? WholeFile.readSecret(path, limit: AccountFile.longest)
        return secret == .unsafe ? path : nil
    }

    private func fileState(of path: String?) -> FileCheckWords.FileState {
        guard let path, !FileSystem.isMissing(path) else { return .missing }
        return FileSystem.isReadable(path) ? .there : .unreadable
    }

    private func reportServer() throws -> String? {
        printSectionTitle(.server)
        guard options.lobby.server != nil else { return try reportLocalServer() }
        // One reachable server is enough.
        let troubles = try options.lobby.servers.map(reportConnection)
        return troubles.contains(nil) ? nil : troubles.first ?? nil
    }

    private func reportConnection(_ server: WebSocketAddress) throws -> String? {
        let loop = try Loop()
        let connector = try LobbyConnector(options.lobby.withOnlyServer(server), on: loop)
        let start = loop.now
        var failure: LinkFailure?
        let link = connector.makeHubLink { event in
            if case .closed(_, let reason) = event { failure = reason }
            loop.stop()
        }
        link.perform(.dial(LinkID(rawValue: 1)))
        loop.run()
        let certificate = link.certificate.map(DoctorWords.validity)
        _ = consume link
        connector.closeConnections()
        if let failure { return printAndReturnProblem("\(server): \(failure)") }
        let milliseconds = (loop.now - start).wholeMilliseconds
        let finding = ServerCheckWords.reached(milliseconds: milliseconds, certificate: certificate)
        printFinding("\(server): \(finding)")
        return nil
    }

    private func reportLocalServer() throws -> String? {
        let address = options.lobby.localServer.localServerAddress()
        let finding = try ServerHealthProbe(address: address).fetchHealth()
        let sentence = finding.sentence(at: "\(address)")
        switch finding {
        case .ours(let health):
            printFinding(sentence)
            return health.isFailing ? sentence : nil
        case .noServer:
            printFinding(ServerCheckWords.noServerYet(at: "\(address)"))
            return nil
        case .stranger, .silence, .unreachable:
            return printAndReturnProblem(ServerCheckWords.tryAnotherPort(sentence))
        }
    }

    /// Prints the certificate, the keys, the tokens, the host key, the bans and the store that a
    /// server on this machine would use. Returns the first problem; nil if there is none.
    private func reportHosting() -> String? {
        printSectionTitle(.hosting)
        // A service has a data folder of its own, which is not root's.
        if ThisProcess.isAdministrator, environment["XDG_DATA_HOME"] == nil {
            printFinding(HostingCheckWords.rootsFiles)
        }
        var checks: [(subject: String, finding: (String, isGood: Bool))] = [
            (HostingCheckWords.certificate, certificateFinding),
            (HostingCheckWords.keys, keysFinding), (HostingCheckWords.hostKey, hostKeyFinding),
            (HostingCheckWords.bans, bansFinding), (HostingCheckWords.store, storeFinding),
        ]
        for (subject, path) in [
            (HostingCheckWords.lobbyToken, options.lobby.tokenFile),
            (HostingCheckWords.doorToken, options.doorTokenFile),
        ] {
            if let path { checks.append((subject, tokenFinding(in: path))) }
        }
        let findings = checks.map { subject, finding in
            (text: "\(subject): \(finding.0)", isGood: finding.isGood)
        }
        for finding in findings { printFinding(finding.text) }
        return findings.first { !$0.isGood }?.text
    }

    /// The state of the store, and true if the store is good. Each access to this property reads
    /// the whole data file.
    private var storeFinding: (String, isGood: Bool) {
        if case .redis(let redis) = options.store { return redisFinding(about: redis) }
        guard case .file = options.store else { return (HostingCheckWords.nothingKept, true) }
        guard let path = storeFile else { return (HostingCheckWords.noStoreYet, true) }
        do throws(LibraryError) {
            guard try WholeFile.readBeginning(of: path, limit: 1) != nil else {
                return (HostingCheckWords.noStoreYet, true)
            }
        } catch {
            return ("\(error.reason) (\(path))", false)
        }
        do throws(StorageError) {
            guard let damage = try HubStore.inspect(.file(path)).damages.first else {
                return (HostingCheckWords.soundStore(path), true)
            }
            return (
                HostingCheckWords.damagedStore(path, StoreCheckWords.damagedPart(damage)), false
            )
        } catch {
            return ("\(error) (\(path))", false)
        }
    }

    /// The path of the data file; nil for another store, and for a user without a home directory.
    private var storeFile: String? {
        guard case .file(let named) = options.store else { return nil }
        let usual = FileLocations(environment: environment).dataFolder.map { $0 + "/server.db" }
        return named ?? usual
    }

    /// The settings of a server that only reads its keys.
    private var keySettings: ServerSettings {
        var settings = ServerSettings(addresses: [])
        settings.keys.file = options.keyFile ?? storeFile.map(ServerSettings.keyFilePath(of:))
        return settings
    }

    private var keysFinding: (String, isGood: Bool) {
        let settings = keySettings
        guard let path = settings.keys.file else {
            return (HostingCheckWords.noKeysFile(isShared: options.store.isShared), true)
        }
        do throws(ServerFailure) {
            _ = try settings.areKeysShared()
            if options.keyFile != nil, let folder = FileSystem.missingDirectory(of: path) {
                throw ServerFailure.noDirectory(folder)
            }
        } catch {
            return ("\(error)", false)
        }
        guard FileSystem.isMissing(path) else { return (path, true) }
        return (HostingCheckWords.noKeysYet(isShared: options.store.isShared), true)
    }

    private func tokenFinding(in path: String) -> (String, isGood: Bool) {
        do throws(CommandFailure) {
            _ = try LobbyConnector.readToken(in: path)
            return (path, true)
        } catch {
            return ("\(error)", false)
        }
    }

    /// The state of Redis, and true if a server could start on it.
    private func redisFinding(about redis: RedisOptions) -> (String, isGood: Bool) {
        let name = redis.address.hosts.map { "\($0)" }.joined(separator: ",")
        do {
            let place = try RedisDeployment(redis)
            let areShared = (try? keySettings.areKeysShared()) ?? false
            _ = try OperatorRedisCall.ask(
                .check(mayForget: redis.mayForget, mayBegin: !areShared), at: place)
            guard case .state(let state) = try OperatorRedisCall.ask(.state, at: place) else {
                return (SharedRedisWords.damaged, false)
            }
            let sentence =
                SharedRedisWords.runningServers(state.servers, at: name)
                + SharedRedisWords.redisStatus(
                    version: ForeignText(state.version), role: ForeignText(state.role),
                    replicas: state.replicas,
                    memory: state.usedMemory, most: state.mostMemory,
                    policy: ForeignText(state.evictionPolicy))
            return (sentence, true)
        } catch let failure as OperatorRedisFailure {
            return (failure.sentence, false)
        } catch {
            return ("\(error)", false)
        }
    }

    private var certificateFinding: (String, isGood: Bool) {
        guard let files = options.certificate else {
            return (HostingCheckWords.noCertificate, true)
        }
        do throws(TLSFault) {
            let context = try TLSContext.server(certificate: files.chainFile, key: files.keyFile)
            guard let certificate = CertificateExpiry(of: context) else {
                return (HostingCheckWords.noExpiryDate(in: files.chainFile), false)
            }
            let validity = DoctorWords.validity(of: certificate)
            return ("\(files.chainFile) \(validity)", !certificate.expiresSoon)
        } catch {
            return ("\(error)", false)
        }
    }

    private var hostKeyFinding: (String, isGood: Bool) {
        let path = options.hostKeyFile ?? FileLocations(environment: environment).hostKeyFile
        guard let path else { return (HostingCheckWords.noHomeForKey, true) }
        do throws(HostKeyFault) {
            // The service's user owns the key, so an administrator who checks the file is not its
            // owner.
            guard let key = try HostKey(at: path, ofAnyOwner: ThisProcess.isAdministrator) else {
                // A door creates the directory of the default key only.
                if options.hostKeyFile != nil, let folder = FileSystem.missingDirectory(of: path) {
                    return (HostingCheckWords.noHostKeyDirectory(folder), false)
                }
                return FileSystem.canCreateFile(at: path)
                    ? (HostingCheckWords.noKeyYet, true)
                    : (HostingCheckWords.hostKeyNotCreatable(path), false)
            }
            return ("\(key.fingerprint) (\(path))", true)
        } catch {
            return ("\(error) (\(path))", false)
        }
    }

    private var bansFinding: (String, isGood: Bool) {
        guard let path = options.bansFile else { return (HostingCheckWords.noBans, true) }
        do throws(UsageError) {
            return ("\(try ConfigurationReader.readBans(path).count) (\(path))", true)
        } catch {
            return ("\(error)", false)
        }
    }

    private func printSectionTitle(_ title: DoctorWords.DoctorSectionTitle) {
        printLine("\n\(title.rawValue)")
    }

    private func printFinding(_ finding: String) {
        printLine("  \(finding)")
    }

    private func printAndReturnProblem(_ finding: String) -> String? {
        printFinding(finding)
        return finding
    }
}

extension CertificateExpiry {
    /// True in the last two weeks, because a renewal may take that long, and after the last day.
    fileprivate var expiresSoon: Bool { daysLeft < 14 }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

/// The titles of the sections that `tictactoe doctor` prints, its last line, and the lines of more
/// than one section.
private enum DoctorWords {
    enum DoctorSectionTitle: String {
        case libraries, keys, theme, terminal, files, clock, server, hosting
        case settings = "settings and their origins"
    }

    static func noSuchSetting(_ variable: String) -> String {
        "\(variable) has no effect: there is no such setting"
    }

    static let keysAreGood = "no key has two actions on the same screen"

    /// Returns the last line. `trouble` is the first problem; nil if there is none.
    static func conclusion(_ trouble: String?) -> String {
        trouble.map { "Fix this first: \($0)" } ?? "No problems found."
    }

    /// Returns the validity of a certificate, as the predicate of a sentence.
    static func validity(of certificate: CertificateExpiry) -> String {
        guard certificate.expiresSoon else { return "is valid until \(certificate.lastDay)" }
        return certificate.daysLeft < 0
            ? "expired on \(certificate.lastDay)" : "expires soon, on \(certificate.lastDay)"
    }
}

private enum ThemeCheckWords {
    /// Returns the line for a style. `tenths` is ten times the contrast ratio.
    static func lowContrast(_ style: String, tenths: Int) -> String {
        "\(style) is hard to read: its contrast is \(tenths / 10).\(tenths % 10) to 1; "
            + "text needs 4.5 to 1, pieces 3 to 1"
    }

    static func isEasyToRead(_ path: String) -> String { "\(path) is easy to read" }
}

private enum TerminalCheckWords {
    static let none = "input or output is not a terminal: text lines only"

    static func size(_ size: Size) -> String {
        let isTooSmall = size.columns < 20 || size.rows < 8
        return "size \(size.columns)x\(size.rows)"
            + (isTooSmall ? ": too small, the minimum is 20x8" : "")
    }

    /// Returns the line for the locale. `setting` is nil if no variable sets the locale.
    static func locale(_ setting: String?) -> String { "locale \(setting ?? "is not set")" }

    static let isUnset = "TERM is not set: text lines only"

    static func unknown(_ name: String) -> String {
        "TERM=\(name.quoted) is not a known terminal type; try TERM=xterm-256color"
    }

    static func known(_ name: String, _ capabilities: Capabilities) -> String {
        let kind = capabilities.isAddressable ? "full screen" : "text lines only"
        let colours =
            switch capabilities.colourDepth {
            case .none: "no colours"
            case .sixteen: "16 colours"
            case .palette: "256 colours"
            case .rgb: "true colour"
            }
        let characters = capabilities.isUnicode ? "UTF-8" : "ASCII"
        return "TERM=\(name): \(kind), \(colours), \(characters)"
    }
}

private enum FileCheckWords {
    static let settings = "settings"
    static let data = "data"
    static let log = "server log"

    enum FileState: Sendable {
        case there
        case missing
        case unreadable
        /// A path in a directory where no file can be created.
        case closed
    }

    /// Returns the line for a file. `path` is nil if there is no home directory.
    static func file(_ use: String, at path: String?, _ state: FileState) -> String {
        guard let path else { return "\(use): no home directory, so nothing is saved" }
        let remark =
            switch state {
            case .there: ""
            case .missing: " (does not exist)"
            case .unreadable: " (can't be read)"
            case .closed: " (not writable, so nothing is saved there)"
            }
        return "\(use): \(path)\(remark)"
    }

    static func unsafeSignIn(_ path: String) -> String {
        "sign-in: \(path) is not used, because other users may have access to it; run "
            + "chmod 600 on it"
    }
}

private enum ServerCheckWords {
    /// Returns the line for a reachable server. `certificate` is the validity of its
    /// certificate; nil without TLS.
    static func reached(milliseconds: Int, certificate: String?) -> String {
        "reached in \(milliseconds) ms"
            + (certificate.map { "; its certificate \($0)" } ?? "")
    }

    static func noServerYet(at address: String) -> String {
        "no server is running at \(address) yet; tictactoe play starts one"
    }

    static func tryAnotherPort(_ finding: String) -> String {
        "\(finding); choose another port with --port"
    }
}

private enum HostingCheckWords {
    static let certificate = "certificate"
    static let keys = "keys file"
    static let lobbyToken = "lobby token"
    static let doorToken = "door token"
    static let hostKey = "SSH host key"
    static let bans = "bans"
    static let store = "store"

    static let rootsFiles =
        "files that no setting names are root's own; for a service's, run "
        + "sudo env XDG_DATA_HOME=/var/lib tictactoe doctor"
    static let nothingKept = "in memory; nothing is saved"
    static let noStoreYet = "none yet"
    static func soundStore(_ path: String) -> String { "\(path) is intact" }

    static func damagedStore(_ path: String, _ damage: String) -> String {
        "\(path) is damaged: \(damage). Run `tictactoe doctor --store \(path)`"
    }

    static func noKeysFile(isShared: Bool) -> String {
        isShared ? "none; a server on Redis needs --keys" : "none, so keys are not saved"
    }

    static func noKeysYet(isShared: Bool) -> String {
        isShared
            ? "none yet; copy it from another server, or create it with --new-keys"
            : "none yet; it is created when a server first starts"
    }

    static let noCertificate = "none, so connections are not encrypted"

    static func noExpiryDate(in path: String) -> String { "\(path) has no expiry date" }

    static let noHomeForKey = "no home directory to save it in"
    static func noHostKeyDirectory(_ folder: String) -> String {
        "none, and it cannot be created: there is no directory \(folder)"
    }

    static func hostKeyNotCreatable(_ path: String) -> String {
        "none, and \(path) cannot be created: the directory is not writable"
    }
    static let noKeyYet = "none yet; it is created when a door first starts"
    static let noBans = "none"
}
