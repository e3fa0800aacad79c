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
        if let warning = route?.warning { complain(warning) }
        let seat = opening.isTable ? nil : (route?.server).flatMap { SeatFileStore(at: $0) }
        for warning in seat?.warnings ?? [] { complain(warning) }
        let found = seat?.found
        let kept = found.flatMap { route?.visit(goingOnWith: $0) }
        var random = SecureRandom()
        let beginning = LineClient.Beginning(
            opening: opening, person: person(isBack: found != nil), numbering: numbering,
            visit: route?.newVisit(keepsSeat: seat != nil), kept: kept, seed: random.next())
        let recording = try RecordingFile.begun(recordingFile, of: LineClient.self, from: beginning)
        let shell = LineShell(
            LineClient(beginning), by: route, keeping: seat, recording: recording, loop: loop)
        return try shell.assumeIsolated {
            try $0.run(forPerson: true, sendsOthers: !opening.isTable)
        }
    }

    /// Who plays, as far as it is known. Only at a terminal are they asked what they are called.
    private func person(isBack: Bool) -> LinePerson {
        var person = LinePerson(lobby?.name)
        person.device = ThisProcess.machineName ?? ""
        person.terms = terms
        person.startedAt =
            Stamp(milliseconds: ThisProcess.calendarMilliseconds) - (Loop.preciseNow - .start)
        guard let choices = PlayerFiles.foundChoices else { return person }
        person.choices = choices
        guard lobby?.isNameSaid == false else { return person }
        person.name = choices.name ?? person.name
        let isAtTerminal =
            Descriptor.standardInput.isTerminal && Descriptor.standardOutput.isTerminal
        person.asksName = isAtTerminal && choices.isFresh && opening.showsName && !isBack
        return person
    }
}
