import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing

@Suite("Watchers of a door")
struct WatcherCrowdTests {
    private var crowds = MergedDoorWatchers()
    private var objects: [ObjectKey: JSONObject] = [:]
    private let match = ObjectKey.trappingIfInvalid("m")

    private func key(_ number: Int) -> ObjectKey { ObjectKey.trappingIfInvalid("g\(number)") }

    private mutating func ask(_ edit: LobbyObjectEdit) -> Int {
        let edits = crowds.mergedEdits(for: edit)
        for edit in edits {
            switch edit {
            case .insert(.watcher, let key, let object):
                #expect(objects[key] == nil)
                objects[key] = object
            case .update(.watcher, let key, let setting, let removing):
                #expect(objects[key] != nil)
                for member in setting { objects[key]?[member.name] = member.value }
                for name in removing { objects[key]?[name] = nil }
            case .delete(.watcher, let key):
                #expect(objects[key] != nil)
                objects[key] = nil
            default: Issue.record("\(edit)")
            }
        }
        return edits.count
    }

    private mutating func come(_ number: Int) -> Int {
        ask(.insert(.watcher, key(number), Watcher(of: match, name: nil).members))
    }

    private func count(of match: ObjectKey) -> Int {
        objects.values.compactMap { try? Watcher($0) }.filter { $0.match == match }
            .reduce(0) { $0 + $1.count }
    }

    @Test("S215: A few have an object each, all others one with a count, in the match they watch")
    mutating func crowd() {
        for number in 0..<300 {
            #expect(come(number) == 1)
            #expect(objects.count == min(number + 1, 50))
            #expect(count(of: match) == number + 1)
        }
        // One of the first leaves: the next one has an object of its own now.
        #expect(ask(.delete(.watcher, key(7))) == 3)
        #expect(objects.count == 50 && count(of: match) == 299)
        #expect(ask(.delete(.watcher, key(250))) == 1)
        #expect(objects.count == 50 && count(of: match) == 298)
        for number in 0..<300 { _ = ask(.delete(.watcher, key(number))) }
        #expect(objects.isEmpty && crowds == MergedDoorWatchers())

        for number in 0..<60 { _ = come(number) }
        let other = ObjectKey.trappingIfInvalid("n")
        for number in [55, 3, 49] {
            _ = ask(.update(.watcher, key(number), setting: ["matchID": "n"]))
        }
        #expect(count(of: match) == 57 && count(of: other) == 3)
        #expect(objects.count == 53)
        _ = ask(.update(.watcher, key(1), setting: ["matchID": "n"]))
        _ = ask(.update(.watcher, key(1), setting: ["matchID": "m"]))
        #expect(count(of: match) == 57 && count(of: other) == 3)
    }

    @Test("S215: A match's watchers are counted with those that one object stands for")
    func counted() throws {
        var state = LobbyState()
        let crowd = Watcher(of: match, name: nil, count: 251)
        _ = state.fold(.inserted(.watcher, key(0), crowd.members, .remote), at: .start)
        _ = state.fold(
            .inserted(.watcher, key(1), Watcher(of: match, name: nil).members, .remote),
            at: .start)
        #expect(state.watchers.count(watching: match) == 252)
        #expect(state.watchers.count == 252)
        #expect(state.census.watching == 252 && state.census.here == 252)
        _ = state.fold(.deleted(.watcher, key(0)), at: .start)
        #expect(state.watchers.count(watching: match) == 1 && state.census.here == 1)
        #expect(throws: ObjectFlaw.self) { try Watcher(["matchID": "m", "count": 0]) }
    }
}
