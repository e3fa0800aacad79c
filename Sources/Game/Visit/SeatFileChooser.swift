/// The choice of this program's file in the folder of seats. Each program of a user has a file of
/// its own.
///
/// Call `decideAction` with the state of the file under each of `names`, perform the returned
/// action, and continue with `chosen`.
package struct SeatFileChooser: Sendable {
    package enum FoundFile: Hashable, Sendable {
        case nothing
        /// Another program has the file open.
        case taken
        /// Other users can write to the file, or own it, so it can't be trusted.
        case unsafe
        case file([UInt8])
    }

    /// The action that the caller must perform on a found file.
    package enum FoundFileAction: Hashable, Sendable {
        case leave
        /// Keeps the file open, as this program's file.
        case choose
        /// Renames the file to a name outside of `names`.
        case setAside
        case remove
    }

    /// A problem with a file, to report to the user.
    package enum FileProblem: Hashable, Sendable {
        case unsafe(name: String)
        case damaged(name: String)
        case otherVersion(name: String)
    }

    package static let names = (1...16).map { "seat-\($0)" }

    private let server: String
    package private(set) var chosen: KeptSeat?
    package private(set) var problems: [FileProblem] = []

    package init(at server: String) {
        self.server = server
    }

    package mutating func decideAction(
        for finding: FoundFile, named name: String
    ) -> FoundFileAction {
        switch finding {
        case .nothing, .taken: return .leave
        case .unsafe:
            problems.append(.unsafe(name: name))
            return .leave
        // A program ended after it created the file, and before it wrote the seat.
        case .file([]): return .remove
        case .file(let bytes): return decideAction(for: bytes, named: name)
        }
    }

    private mutating func decideAction(for bytes: [UInt8], named name: String) -> FoundFileAction {
        do throws(SeatFileFlaw) {
            let file = try SeatFile(bytes)
            guard file.server == server, chosen == nil else { return .leave }
            chosen = file.seat
            return .choose
        } catch {
            switch error {
            case .damaged:
                problems.append(.damaged(name: name))
                return .setAside
            case .otherVersion:
                problems.append(.otherVersion(name: name))
                return .leave
            }
        }
    }
}
