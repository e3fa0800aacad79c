import Commands
import Drawing
import FrontDoor
internal import Guests
import Host
import Play
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumSync
import SimperiumWebWire
import Terminal

/// `tictactoe doctor`: tells what is set and where, what the terminal can, and whether the server
/// can be reached.
struct DoctorCommand {
    private let options: DoctorOptions
    private let environment = ThisProcess.environment

    init(_ options: DoctorOptions) {
        self.options = options
    }

    /// Fails if something was found that keeps the person from playing.
    func run() throws -> ExitStatus {
        if let path = options.recordingFile { return try ReplayCommand(path).run() }
        say("tictactoe \(Version.current)")
        tellSettings()
        let findings = [
            tellKeys(), tellTerminal(), tellFiles(), tellClock(), try tellServer(), tellHosting(),
        ]
        return findings.allSatisfy(\.self) ? .done : .failed
    }

    private func tellSettings() {
        say("\nsettings, and who set them")
        let rows = options.settings.rows
        let names = rows.map(\.name.count).max() ?? 0
        let texts = rows.compactMap { $0.text?.count }.max() ?? 0
        for row in rows {
            let text = (row.text ?? "-").padded(to: texts)
            say("  \(row.name.padded(to: names))  \(text)  \(row.origin)")
        }
        for variable in strangeVariables {
            say("  \(variable) means nothing: there is no such setting")
        }
    }

    /// Variables with our prefix that are no settings: they were mistyped.
    private var strangeVariables: [String] {
        let known = options.settings.rows.map(\.variable)
        return environment.keys.sorted().filter {
            $0.hasPrefix("TICTACTOE_") && !known.contains($0) && $0 != Option.config.variable
        }
    }

    private func tellKeys() -> Bool {
        say("\nkeys")
        do throws(Misuse) {
            _ = try Keymap(options.keys)
            say("  each does one thing on each screen")
            return true
        } catch {
            say("  \(error)")
            return false
        }
    }

    private func tellTerminal() -> Bool {
        say("\nterminal")
        let isTerminal = Descriptor.standardInput.isTerminal && Descriptor.standardOutput.isTerminal
        if !isTerminal { say("  input or output is no terminal: lines only") }
        if isTerminal {
            let size = CursesTerminal.windowSize
            let remark = size.columns < 20 || size.rows < 8 ? ": too small, 20x8 is needed" : ""
            say("  size \(size.columns)x\(size.rows)\(remark)")
        }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { variable in
            environment[variable].flatMap { $0.isEmpty ? nil : "\(variable)=\($0)" }
        }
        say("  locale \(locale.first ?? "none is set")")
        guard let name = ThisProcess.term else {
            say("  TERM is not set: lines only")
            return true
        }
        guard let capabilities = Capabilities.from(term: name, environment: environment) else {
            say("  TERM=\(name.quoted) is not known here; try TERM=xterm-256color")
            return false
        }
        let kind = capabilities.isAddressable ? "a screen" : "lines only"
        let characters = capabilities.isUnicode ? "UTF-8" : "ASCII"
        say("  TERM=\(name): \(kind), \(capabilities.colourDepth.words), \(characters)")
        return true
    }

    private func tellFiles() -> Bool {
        say("\nfiles")
        let places = FileLocations(environment: environment)
        let files = [("settings", places.ownFile)] + places.systemFiles.map { ("settings", $0) }
        let folders = [("data", places.dataFolder), ("server's log", places.serverLog)]
        for (use, path) in files + folders {
            guard let path else {
                say("  \(use): there is no home, so nothing is kept")
                continue
            }
            say("  \(use): \(path)\(Folder.holds(path) ? "" : " (not there)")")
        }
        return true
    }

    private func tellClock() -> Bool {
        let time = Timestamp(milliseconds: ThisProcess.calendarMilliseconds)
        say("\nclock\n  \(time)")
        return true
    }

    private func tellServer() throws -> Bool {
        say("\nserver")
        guard let server = options.lobby.server else { return try tellOwnServer() }
        let loop = try Loop()
        let route = try LobbyRoute(options.lobby, on: loop)
        let start = loop.now
        var failure: ConnectionFailure?
        let line = route.line { event in
            if case .closed(_, let reason) = event { failure = reason }
            loop.stop()
        }
        line.perform(.dial(ConnectionID(rawValue: 1)))
        loop.run()
        let certificate = line.certificate.map { "; its certificate \($0.words)" } ?? ""
        _ = consume line
        route.close()
        let milliseconds = (loop.now - start).wholeMilliseconds
        say(
            "  \(server): "
                + (failure?.description ?? "reached within \(milliseconds) ms\(certificate)"))
        return failure == nil
    }

    private func tellOwnServer() throws -> Bool {
        guard let address = options.lobby.ownServer.socketAddress else { return false }
        let finding = try ServerInquiry(address: address).ask()
        switch finding {
        case .ours:
            say("  \(finding.sentence(at: address))")
            return true
        case .nobody:
            say("  none at \(address) yet; whoever plays first starts one")
            return true
        case .stranger, .silence, .unreachable:
            say("  \(finding.sentence(at: address)); name another port by --port")
            return false
        }
    }

    /// What others would know a server on this machine by.
    private func tellHosting() -> Bool {
        say("\nas a server")
        let (certificate, isCertificateGood) = certificateFinding
        say("  certificate: \(certificate)")
        let (key, isKeyGood) = hostKeyFinding
        say("  the door's key: \(key)")
        let (bans, areBansGood) = bansFinding
        say("  whom the door keeps out: \(bans)")
        return isCertificateGood && isKeyGood && areBansGood
    }

    private var certificateFinding: (String, isGood: Bool) {
        guard let files = options.certificate else {
            return ("none is set; nothing is encrypted", true)
        }
        do throws(TLSFault) {
            let context = try TLSContext.server(certificate: files.chainFile, key: files.keyFile)
            guard let certificate = Certificate(of: context) else {
                return ("\(files.chainFile) tells no date", false)
            }
            return ("\(files.chainFile) \(certificate.words)", certificate.daysLeft >= 0)
        } catch {
            return ("\(error)", false)
        }
    }

    private var hostKeyFinding: (String, isGood: Bool) {
        let path = options.hostKeyFile ?? FileLocations(environment: environment).hostKeyFile
        guard let path else { return ("there is no home to keep it in", true) }
        do throws(HostKeyFault) {
            guard let key = try HostKey(at: path) else {
                return ("none yet; the first door makes one", true)
            }
            return ("\(key.fingerprint) (\(path))", true)
        } catch {
            return ("\(error) (\(path))", false)
        }
    }

    private var bansFinding: (String, areGood: Bool) {
        guard let path = options.bansFile else { return ("nobody", true) }
        do throws(Misuse) {
            return ("\(try Configuration.bans(path).count) (\(path))", true)
        } catch {
            return ("\(error)", false)
        }
    }

    private func say(_ line: String) {
        Descriptor.standardOutput.say(line)
    }
}

extension Certificate {
    /// To have it renewed takes two weeks' notice.
    fileprivate var words: String {
        switch daysLeft {
        case ..<0: "is over since \(lastDay)"
        case ..<14: "ends soon, on \(lastDay)"
        default: "is good until \(lastDay)"
        }
    }
}

extension ColourDepth {
    fileprivate var words: String {
        switch self {
        case .none: "no colours"
        case .sixteen: "16 colours"
        case .palette: "256 colours"
        case .rgb: "all colours"
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
