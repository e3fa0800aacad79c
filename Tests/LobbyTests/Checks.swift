import Clockwork
import Game
import JSONDiff
import Lobby

/// What must be true of a world in which nothing is on any line and all lines stand.
///
/// Each check says what is wrong, in a sentence for each fault.
enum Checks {
    static func faults(in world: World) -> [String] {
        seats(in: world) + agreement(in: world) + order(in: world) + boards(in: world)
            + leftovers(in: world)
    }

    /// Nobody has two Matches, and none is left that is not live.
    static func seats(in world: World) -> [String] {
        let hall = lateComer(to: world)
        var seated: Set<PlayerID> = []
        return world.hub.index(of: .match).flatMap { key, object -> [String] in
            guard let match = try? MatchObject(object) else { return ["\(key) makes no sense"] }
            let standing = hall.ledger.standing(of: key)
            // The tutorial's program leaves its Matches behind when it is alone in them.
            if match.isPlain, standing != .live { return [] }
            let twice = match.players.filter { !seated.insert($0).inserted }
            return twice.map { "\($0) is seated twice" }
                + (standing == .live ? [] : ["\(key) is left over: \(standing as Any)"])
        }
    }

    /// Whoever has been here all the time says the same as who has just come.
    static func agreement(in world: World) -> [String] {
        let late = lateComer(to: world)
        return world.programs.filter { !$0.isGone }.compactMap(\.desk).flatMap { desk -> [String] in
            var faults: [String] = []
            if Set(desk.hall.ledger.live) != Set(late.ledger.live) {
                faults.append("\(desk.me) sees \(desk.hall.ledger.live), not \(late.ledger.live)")
            }
            if Set(desk.hall.roster.players) != Set(late.roster.players) {
                faults.append("\(desk.me) sees others in the roster")
            }
            if desk.hall.census != late.census { faults.append("\(desk.me) counts otherwise") }
            if desk.match?.key != late.ledger.seat(of: desk.me) {
                faults.append("\(desk.me) plays \(desk.match?.key as Any), as nobody else sees it")
            }
            return faults
        }
    }

    /// Whoever has been told of every change stands in the same line as who has just come.
    static func order(in world: World) -> [String] {
        let late = lateComer(to: world).roster.players
        return world.programs.filter { !$0.isGone && !$0.hasForgotten }.compactMap(\.desk)
            .filter { $0.hall.roster.players != late }.map { "\($0.me) sees another order" }
    }

    /// Each board in play is the hub's.
    static func boards(in world: World) -> [String] {
        let stored = Dictionary(
            uniqueKeysWithValues: world.hub.index(of: .match).map { ($0.key, $0.object) })
        return world.programs.filter { !$0.isGone }.compactMap(\.desk).flatMap { desk -> [String] in
            guard let match = desk.match, let object = stored[match.key] else { return [] }
            let sheet = try? MatchObject(object).sheet.get()
            let isSame = match.sheet == sheet && desk.hall[match.key]?.sheet == sheet
            return isSame && match.doubt == nil ? [] : ["\(desk.me) has another board"]
        }
    }

    /// Nothing waits to be sent, no challenge is open, and who wants to be here is.
    static func leftovers(in world: World) -> [String] {
        world.programs.filter { !$0.isGone }.flatMap { program -> [String] in
            guard let desk = program.desk else { return [] }
            var faults = program.blunders
            if !program.replica.pending.isEmpty { faults.append("\(desk.me) has unsent changes") }
            if desk.challenge != nil { faults.append("\(desk.me) has an open challenge") }
            if (desk.player != nil) != desk.hall.roster.contains(desk.me) {
                faults.append("\(desk.me) is here against its will, or not")
            }
            return faults
        }
    }

    /// Nobody who lives waits while another does: to be asked after two quiet seconds.
    static func waiting(in world: World) -> [String] {
        // The tutorial's program waits for good if it has been challenged by somebody else before.
        let living = Set(
            world.programs.filter { !$0.isGone && $0.tutorial?.match == nil }.map(\.id))
        let hall = lateComer(to: world)
        let waiting = hall.people.filter { person in
            person.awayUntil == nil && living.contains(person.id)
                && hall.ledger.seat(of: person.id) == nil && hall.roster[person.id]?.mode == .auto
        }
        // Of two tutorials each waits for the other to be launched.
        let isOneOfUs = waiting.contains { hall.roster[$0.id]?.isPassive == false }
        return waiting.count > 1 && isOneOfUs
            ? ["\(waiting.map(\.name)) wait for one another"] : []
    }

    /// The lobby as somebody sees it who comes now, and has it from the index alone.
    static func lateComer(to world: World) -> Hall {
        var replica = ModelReplica()
        var hall = Hall()
        for bucket in LobbyBucket.allCases {
            let index = world.hub.index(of: bucket)
            let frame = ModelReplica.Frame.index(
                bucket, index.map(\.key), index.map(\.object), length: 0)
            for event in replica.receive(frame) { _ = hall.fold(event, at: world.now) }
        }
        _ = hall.fold(.caughtUp, at: world.now)
        return hall
    }
}
