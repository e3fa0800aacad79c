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
    private let locations = FileLocations(environment: ThisProcess.environment)
    private let report = DoctorReport()

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
        reportKeyBindings()
        reportHardToReadStyles()
        reportTerminal()
        reportFiles()
        reportCurrentTime()
        try reportServer()
        reportHosting()
        printLine("\n" + DoctorWords.conclusion(report.firstProblem))
        return report.firstProblem == nil ? .done : .failed
    }

    /// Prints the library versions, for bug reports.
    private func reportLibraries() {
        report.begin(.libraries)
        let libraries = [
            Loop.library, TLSContext.library, Database.library, SSHLibraryVersions.library,
            CursesTerminal.library,
        ]
        for library in libraries {
            report.add(
                SoftwareVersionWords.library(
                    library.name, running: library.running, built: library.built))
        }
        report.add(SoftwareVersionWords.compiler(ProgramVersion.compiler))
    }

    private func reportSettings() {
        report.begin(.settings)
        let rows = options.settings.rows
        let names = rows.map(\.name.count).max() ?? 0
        let texts = rows.compactMap { $0.text?.count }.max() ?? 0
        for row in rows {
            let text = (row.text ?? "-").padded(to: texts)
            report.add("\(row.name.padded(to: names))  \(text)  \(row.origin)")
        }
        // A variable that has the program's prefix but names no setting is probably mistyped.
        let known = rows.map(\.variable) + [Option.config.variable]
        for variable in environment.keys.sorted()
        where variable.hasPrefix("TICTACTOE_") && !known.contains(variable) {
            report.add(DoctorWords.noSuchSetting(variable))
        }
    }

    private func reportCurrentTime() {
        report.begin(.clock)
        report.add("\(Timestamp(milliseconds: ThisProcess.calendarMilliseconds))")
    }

    private func reportKeyBindings() {
        report.begin(.keys)
        let conflicts = Keymap.conflicts(of: options.keys)
        for conflict in conflicts { report.addProblem("\(conflict)") }
        if conflicts.isEmpty { report.add(DoctorWords.keysAreGood) }
    }

    /// Prints the styles of the theme that are hard to read. They don't count as problems, because
    /// only the user can judge them.
    private func reportHardToReadStyles() {
        guard let path = options.themeFile else { return }
        report.begin(.theme)
        do throws(UsageError) {
            let unreadable = try ConfigurationReader.readTheme(path).unreadable
            for (style, contrast) in unreadable {
                report.add(ThemeCheckWords.lowContrast("\(style)", tenths: Int(contrast * 10)))
            }
            if unreadable.isEmpty { report.add(ThemeCheckWords.isEasyToRead(path)) }
        } catch {
            report.addProblem("\(error)")
        }
    }

    private func reportTerminal() {
        report.begin(.terminal)
        let isTerminal = Descriptor.standardInput.isTerminal && Descriptor.standardOutput.isTerminal
        report.add(TerminalCheckWords.size(isTerminal ? CursesTerminal.windowSize : nil))
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { variable in
            environment[variable].flatMap { $0.isEmpty ? nil : "\(variable)=\($0)" }
        }
        report.add(TerminalCheckWords.locale(locale.first))
        guard let name = ThisProcess.term else { return report.add(TerminalCheckWords.isUnset) }
        guard let capabilities = Capabilities.ofKnownTerminal(term: name, environment: environment)
        else { return report.addProblem(TerminalCheckWords.unknown(name)) }
        report.add(TerminalCheckWords.known(name, capabilities))
    }

    private func reportFiles() {
        report.begin(.files)
        for path in [locations.userConfigFile] + locations.machineConfigFiles.map({ $0 }) {
            report.add(
                FileCheckWords.file(FileCheckWords.settings, at: path, fileState(of: path)))
        }
        for (use, path, folder) in [
            (FileCheckWords.data, locations.dataFolder, locations.dataFolder),
            (FileCheckWords.log, locations.serverLog, locations.stateFolder),
        ] {
            let isClosed = folder.map { !FileSystem.canCreateFiles(in: $0) } ?? false
            let finding = FileCheckWords.file(
                use, at: path, isClosed ? .closed : fileState(of: path))
            isClosed ? report.addProblem(finding) : report.add(finding)
        }
        if let path = unsafeSignInFile { report.addProblem(FileCheckWords.unsafeSignIn(path)) }
    }

    /// The file of the user's sign-in, if other users may have access to it; nil otherwise.
    private var unsafeSignInFile: String? {
        guard let folder = locations.accountsFolder else { return nil }
        let server = LobbyConnector.servers(options.lobby)[0].origin
        let path = AccountPaths(in: folder, at: server).accountFile
        let secret = try? WholeFile.readSecret(path, limit: AccountFile.longest)
        return if case .unsafe? = secret { path } else { nil }
    }

    private func fileState(of path: String?) -> FileCheckWords.FileState {
        guard let path, !FileSystem.isMissing(path) else { return .missing }
        return FileSystem.isReadable(path) ? .there : .unreadable
    }

    private func reportServer() throws {
        report.begin(.server)
        guard options.lobby.server != nil else { return try reportLocalServer() }
        let servers = options.lobby.servers
        let failures = try servers.compactMap(reportConnection)
        // One reachable server is enough.
        if failures.count == servers.count, let first = failures.first {
            report.recordProblem(first)
        }
    }

    /// Returns the line about a server that is not reachable; nil for a reachable one.
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
        if let failure {
            let finding = "\(server): \(failure)"
            report.add(finding)
            return finding
        }
        let milliseconds = (loop.now - start).wholeMilliseconds
        let finding = ServerCheckWords.reached(milliseconds: milliseconds, certificate: certificate)
        report.add("\(server): \(finding)")
        return nil
    }

    private func reportLocalServer() throws {
        let address = options.lobby.localServer.localServerAddress()
        let finding = try ServerHealthProbe(address: address).fetchHealth()
        let sentence = finding.sentence(at: "\(address)")
        switch finding {
        case .ours(let health):
            health.isFailing ? report.addProblem(sentence) : report.add(sentence)
        case .noServer: report.add(ServerCheckWords.noServerYet(at: "\(address)"))
        case .stranger, .silence, .unreachable:
            report.addProblem(ServerCheckWords.tryAnotherPort(sentence))
        }
    }

    /// Prints the certificate, the keys, the tokens, the host key, the bans and the store that a
    /// server on this machine would use.
    private func reportHosting() {
        report.begin(.hosting)
        // A service has a data folder of its own, which is not root's.
        if ThisProcess.isAdministrator, environment["XDG_DATA_HOME"] == nil {
            report.add(HostingCheckWords.rootsFiles)
        }
        var checks = [
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
        for (subject, finding) in checks {
            switch finding {
            case .good(let text): report.add("\(subject): \(text)")
            case .bad(let text): report.addProblem("\(subject): \(text)")
            }
        }
    }

    /// The state of the store. Each access to this property reads the whole data file.
    private var storeFinding: HostingFinding {
        if case .redis(let redis) = options.store { return redisFinding(about: redis) }
        guard case .file = options.store else { return .good(HostingCheckWords.nothingKept) }
        guard let path = storeFile else { return .good(HostingCheckWords.noStoreYet) }
        do throws(LibraryError) {
            guard try WholeFile.readBeginning(of: path, limit: 1) != nil else {
                return .good(HostingCheckWords.noStoreYet)
            }
        } catch {
            return .bad("\(error.reason) (\(path))")
        }
        do throws(StorageError) {
            guard let damage = try HubStore.inspect(.file(path)).damages.first else {
                return .good(HostingCheckWords.soundStore(path))
            }
            let part = StoreCheckWords.damagedPart(damage)
            return .bad(HostingCheckWords.damagedStore(path, part))
        } catch {
            return .bad("\(error) (\(path))")
        }
    }

    /// The path of the data file; nil for another store, and for a user without a home directory.
    private var storeFile: String? {
        guard case .file(let named) = options.store else { return nil }
        return named ?? locations.dataFolder.map { $0 + "/server.db" }
    }

    /// The settings of a server that only reads its keys.
    private var keySettings: ServerSettings {
        var settings = ServerSettings(addresses: [])
        settings.keys.file = options.keyFile ?? storeFile.map(ServerSettings.keyFilePath(of:))
        return settings
    }

    private var keysFinding: HostingFinding {
        let settings = keySettings
        guard let path = settings.keys.file else {
            return .good(HostingCheckWords.noKeysFile(isShared: options.store.isShared))
        }
        do throws(ServerFailure) {
            _ = try settings.areKeysShared()
            if options.keyFile != nil, let folder = FileSystem.missingDirectory(of: path) {
                throw ServerFailure.noDirectory(folder)
            }
        } catch {
            return .bad("\(error)")
        }
        guard FileSystem.isMissing(path) else { return .good(path) }
        return .good(HostingCheckWords.noKeysYet(isShared: options.store.isShared))
    }

    private func tokenFinding(in path: String) -> HostingFinding {
        do throws(CommandFailure) {
            _ = try LobbyConnector.readToken(in: path)
            return .good(path)
        } catch {
            return .bad("\(error)")
        }
    }

    /// The state of Redis, which is good if a server could start on it.
    private func redisFinding(about redis: RedisOptions) -> HostingFinding {
        let name = redis.address.hosts.map { "\($0)" }.joined(separator: ",")
        do {
            let place = try RedisDeployment(redis)
            let areShared = (try? keySettings.areKeysShared()) ?? false
            _ = try OperatorRedisCall.ask(
                .check(mayForget: redis.mayForget, mayBegin: !areShared), at: place)
            guard case .state(let state) = try OperatorRedisCall.ask(.state, at: place) else {
                return .bad(SharedRedisWords.damaged)
            }
            let sentence =
                SharedRedisWords.runningServers(state.servers, at: name)
                + SharedRedisWords.redisStatus(
                    version: ForeignText(state.version), role: ForeignText(state.role),
                    replicas: state.replicas,
                    memory: state.usedMemory, most: state.mostMemory,
                    policy: ForeignText(state.evictionPolicy))
            return .good(sentence)
        } catch let failure as OperatorRedisFailure {
            return .bad(failure.sentence)
        } catch {
            return .bad("\(error)")
        }
    }

    private var certificateFinding: HostingFinding {
        guard let files = options.certificate else { return .good(HostingCheckWords.noCertificate) }
        do throws(TLSFault) {
            let context = try TLSContext.server(certificate: files.chainFile, key: files.keyFile)
            guard let certificate = CertificateExpiry(of: context) else {
                return .bad(HostingCheckWords.noExpiryDate(in: files.chainFile))
            }
            let validity = DoctorWords.validity(of: certificate)
            let finding = "\(files.chainFile) \(validity)"
            return certificate.expiresSoon ? .bad(finding) : .good(finding)
        } catch {
            return .bad("\(error)")
        }
    }

    private var hostKeyFinding: HostingFinding {
        let path = options.hostKeyFile ?? locations.hostKeyFile
        guard let path else { return .good(HostingCheckWords.noHomeForKey) }
        do throws(HostKeyFault) {
            // The service's user owns the key, so an administrator who checks the file is not its
            // owner.
            guard let key = try HostKey(at: path, ofAnyOwner: ThisProcess.isAdministrator) else {
                // A door creates the directory of the default key only.
                if options.hostKeyFile != nil, let folder = FileSystem.missingDirectory(of: path) {
                    return .bad(HostingCheckWords.noHostKeyDirectory(folder))
                }
                return FileSystem.canCreateFile(at: path)
                    ? .good(HostingCheckWords.noKeyYet)
                    : .bad(HostingCheckWords.hostKeyNotCreatable(path))
            }
            return .good("\(key.fingerprint) (\(path))")
        } catch {
            return .bad(error.sentence(about: path))
        }
    }

    private var bansFinding: HostingFinding {
        guard let path = options.bansFile else { return .good(HostingCheckWords.noBans) }
        do throws(UsageError) {
            return .good("\(try ConfigurationReader.readBans(path).count) (\(path))")
        } catch {
            return .bad("\(error)")
        }
    }
}

/// The state of a part of a server on this machine.
private enum HostingFinding {
    case good(String)
    case bad(String)
}

/// The printed sections with their findings, and the first problem.
private final class DoctorReport {
    private(set) var firstProblem: String?

    func begin(_ section: DoctorWords.DoctorSectionTitle) { printLine("\n\(section.rawValue)") }

    func add(_ finding: String) { printLine("  \(finding)") }

    func addProblem(_ finding: String) {
        add(finding)
        recordProblem(finding)
    }

    /// Records a problem that has been added as a finding before.
    func recordProblem(_ finding: String) {
        firstProblem = firstProblem ?? finding
    }
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
        switch certificate.daysLeft {
        case ..<0: "expired on \(certificate.lastDay)"
        case ..<CertificateExpiry.warningDays: "expires soon, on \(certificate.lastDay)"
        default: "is valid until \(certificate.lastDay)"
        }
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
    /// Returns the line for the size. `size` is nil if input or output is not a terminal.
    static func size(_ size: Size?) -> String {
        guard let size else { return "input or output is not a terminal: text lines only" }
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
        "without a setting, these are root's own files; for a service's, run "
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
