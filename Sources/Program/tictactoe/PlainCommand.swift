import Commands
internal import Game
internal import Lobby
internal import PlainText
import Records
import SimperiumClock
import SimperiumLoop
internal import Visit

/// The game in lines of text: `--plain`, and where a terminal can only print.
struct PlainCommand {
    private let opening: Opening
    /// Nil for a game that needs no server.
    private let lobby: LobbyOptions?
    private let numbering: Numbering
    private let terms: MatchTerms
    private let recordingFile: String?

    init(
        _ opening: Opening, in lobby: LobbyOptions?, numbering: Numbering, terms: MatchTerms,
        recordingFile: String?
    ) {
        self.opening = opening
        self.lobby = lobby
        self.numbering = numbering
        self.terms = terms
        self.recordingFile = recordingFile
    }

    func run() throws -> Int32 {
        let loop = try Loop()
        let route = try lobby.map { try LobbyRoute($0, on: loop, startsServer: !opening.isTable) }
        let seat = opening.isTable ? nil : (route?.server).flatMap { SeatFileStore(at: $0) }
        let found = seat?.found
        let kept = found.flatMap { route?.visit(goingOnWith: $0) }
        var profile = PlayerProfile(
            lobby, terms, at: route, in: opening, isBack: found != nil)
        // Only a person at a terminal can be asked for a name.
        profile.asksName =
            profile.asksName && Descriptor.standardInput.isTerminal
            && Descriptor.standardOutput.isTerminal
        var random = SecureRandom()
        let beginning = LineClient.Beginning(
            opening, profile: profile, numbering: numbering,
            visit: route?.newVisit(keepsSeat: seat != nil), kept: kept, seed: random.next())
        let recording = try RecordingFile.begun(recordingFile, of: LineClient.self, from: beginning)
        let shell = ProgramShell(
            LineClient(beginning), on: LineFront(), by: route, keeping: seat,
            recording: recording, loop: loop)
        return try shell.assumeIsolated {
            try $0.run(opening.isTable ? .own : .sendingOthers)
        }
    }
}

extension PlayerProfile {
    /// The person as the options, the machine and earlier starts describe them.
    init(
        _ lobby: LobbyOptions?, _ terms: MatchTerms, at route: LobbyRoute?, in opening: Opening,
        isBack: Bool
    ) {
        self.init(lobby?.name)
        self.terms = terms
        server = route?.origin ?? ""
        device = ThisProcess.machineName ?? ""
        startedAt =
            Stamp(milliseconds: ThisProcess.calendarMilliseconds) - (Loop.preciseNow - .start)
        defer { recallPuzzle(of: lobby, opening) }
        guard let choices = PlayerFiles.foundChoices else { return }
        let isSuggestion = lobby?.isNameSaid == false
        adopt(choices, name: isSuggestion)
        puzzle = choices.puzzle
        asksName = isSuggestion && choices.isFresh && opening.showsName && !isBack
    }

    /// Asks the account for the answer to today's puzzle, before it is shown: it may have been
    /// answered on another device.
    private mutating func recallPuzzle(of lobby: LobbyOptions?, _ opening: Opening) {
        guard case .table(.puzzle(let puzzle)) = opening, let lobby,
            let context = try? CommandContext(lobby)
        else { return }
        defer { context.route.close() }
        guard let account = context.account(printsWarnings: false) else { return }
        let records = context.records(of: account, in: [.result]).known.records
        let last = PuzzleRecord(in: records, on: puzzle.day)
        // A guest's answer on this machine counts, and a guest's streak does not.
        if last?.day == puzzle.day || self.puzzle?.day != puzzle.day { self.puzzle = last }
    }
}

extension Opening {
    /// Sends the answer to a puzzle, for the other devices of the account. Games at one terminal
    /// have no connection of their own.
    func sendAnswer(_ lobby: LobbyOptions?) {
        guard case .table(.puzzle) = self, let lobby, let context = try? CommandContext(lobby)
        else { return }
        defer { context.route.close() }
        guard context.route.isSafe, let account = context.account(printsWarnings: false) else {
            return
        }
        context.sendEdits(of: account)
    }
}
