import Commands
internal import Game
internal import PlainText
import SimperiumLoop

/// `players`, and `watch` without a screen: the state of the lobby in lines of text.
///
/// The command starts no server. Otherwise a script that runs the command every minute would keep
/// an idle server from exiting.
struct LobbyReportCommand {
    private let lobby: LobbyOptions
    private let subject: LobbyReport.ReportSubject
    private let format: LobbyReport.ReportFormat
    private let follows: Bool
    private var numbering = SquareNumbering.page
    private var recordingFile: String?

    init(_ options: PlayersOptions) {
        lobby = options.lobby
        subject = .people
        format = options.isJSON ? .json : .text
        follows = options.follows
    }

    init(_ options: WatchOptions) {
        lobby = options.lobby
        subject = .match(options.wanted)
        format = options.isJSON ? .json : .text
        follows = true
        numbering = SquareNumbering(isKeypad: options.screen.isKeypad)
        recordingFile = options.screen.recordingFile
    }

    func run() throws -> Int32 {
        let loop = try Loop()
        let connector = try LobbyConnector(lobby, on: loop, startsServer: false)
        let beginning = LobbyReport.Beginning(
            subject, format, follows: follows, isServerNamed: lobby.server != nil,
            numbering: numbering, visit: connector.makeClientBeginning())
        let recording = try EventRecordingFile.startRecording(
            recordingFile, of: LobbyReport.self, from: beginning)
        let shell = ProgramShell(
            LobbyReport(beginning), on: LineConsole(), by: connector, recording: recording,
            loop: loop)
        return try shell.assumeIsolated { try $0.run(.unused) }
    }
}
