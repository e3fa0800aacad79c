import Commands
import Drawing
import GameHost
internal import Guests
import Host
import PlainText
import Play
import Recording
import SimperiumLoop
import Wording

/// `tictactoe doctor --replay FILE`: replays a recording, and compares the results with the
/// recorded ones.
struct RecordingReplayCheckCommand {
    private static let machines: [any RecordedMachine.Type] = [
        ScreenClient.self, LineClient.self, LobbyReport.self, RecordedDoor.self, RecordedHub.self,
    ]

    let path: String

    func run() throws(UsageError) -> ExitStatus {
        let file: LineFileReader
        do throws(LibraryError) {
            file = try LineFileReader(path, longest: Replayer.longestLine)
        } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
        var replayer = Replayer(Self.machines)
        do throws(ReplayFault) {
            try replayLines(of: file, with: &replayer)
        } catch {
            guard !error.isOfFile else { throw .badRecording(path: path, error.sentence) }
            printLine(extentAndOrigin(of: replayer))
            printLine(RecordingWords.fault(in: path, error.sentence))
            return .failed
        }
        guard replayer.head != nil else {
            throw .badRecording(path: path, RecordingWords.nothing)
        }
        printLine(extentAndOrigin(of: replayer))
        printLine(RecordingWords.replayedIdentically(path))
        if replayer.endReason == nil { printLine(RecordingWords.cutOff) }
        if replayer.endReason == Recorder.RecordingEndReason.full.rawValue {
            printLine(RecordingWords.full)
        }
        return .done
    }

    private func replayLines(
        of file: LineFileReader, with replayer: inout Replayer
    ) throws(ReplayFault) {
        do {
            while let line = try file.nextLine() { try replayer.replay(line) }
        } catch let fault as ReplayFault {
            throw fault
        } catch {
            let reason = (error as? LibraryError)?.reason ?? "\(error)"
            throw .unreadable(line: replayer.lineCount + 1, .other(reason))
        }
    }

    private func extentAndOrigin(of replayer: Replayer) -> String {
        let machine = ForeignText(replayer.head?.machine ?? "?")
        let program = ForeignText(replayer.head?.program ?? "?")
        return RecordingWords.extentAndOrigin(
            of: path, lines: replayer.lineCount, turns: replayer.eventCount, machine: machine,
            program: program)
    }
}
