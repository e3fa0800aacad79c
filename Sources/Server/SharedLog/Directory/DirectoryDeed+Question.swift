import RedisWire
import SimperiumClock

extension DirectoryDeed {
    /// How Redis is asked for it.
    func question(_ keys: EngineKeys, by node: Incarnation) -> RedisQuestion {
        var words = Arguments()
        if case .void(let dead) = self {
            words.add(dead)
            return .script(
                EngineScript.voidHalls, keys: keys.directory(of: dead), arguments: words.all)
        }
        words.add(node)
        add(to: &words)
        return .script(script, keys: keys.directory(of: node), arguments: words.all)
    }

    private var script: RedisScript {
        switch self {
        case .enter: EngineScript.enterHall
        case .hold: EngineScript.holdHalls
        case .tell: EngineScript.tellHalls
        case .wait: EngineScript.waitInHalls
        case .find: EngineScript.findHall
        case .page: EngineScript.showHalls
        case .void: EngineScript.voidHalls
        }
    }

    private func add(to words: inout Arguments) {
        switch self {
        case .enter(let wish, let room):
            words.add(wish.manner.rawValue)
            let figures = [
                wish.hall, room.size, room.extended, room.most, room.plain, room.ownInFirst,
            ]
            for figure in figures { words.add(figure) }
            words.add(room.closing)
            words.add(room.halls)
        case .hold(let held):
            for one in held { for figure in [one.hall, one.own, one.plain] { words.add(figure) } }
        case .tell(let news): news.add(to: &words)
        case .wait(let waiting):
            for waiter in waiting {
                words.add(waiter.id)
                words.add(waiter.hall)
                words.add(waiter.kind)
                words.add(waiter.canMove)
            }
        case .find(let word): words.add(word)
        case .page(let hall): words.add(hall)
        case .void: break
        }
    }
}

extension DirectoryNews {
    fileprivate func add(to words: inout Arguments) {
        for count in [halls.count, added.count, removed.count] { words.add(count) }
        for hall in halls {
            words.add(hall.hall)
            words.add(hall.figures.map(String.init).joined(separator: " "))
            words.add(hall.page)
        }
        for hint in added + removed {
            words.add(hint.word)
            words.add(hint.hall)
            words.add(hint.key)
        }
    }
}

extension EngineKeys {
    /// What all scripts about halls have.
    fileprivate func directory(of node: Incarnation) -> [[UInt8]] {
        let parts = ["o", "p", "e", "c", "m", "l", "f", "w", "d"]
        return (parts + ["n/\(node.rawValue)", "h/\(node.rawValue)"]).map(directory)
    }
}

extension DirectoryAnswer {
    /// What a script about halls answered; nil if it can't be of our making.
    init?(_ value: RedisValue) {
        guard let items = value.elements, let word = items.first?.string else { return nil }
        let row = Row(items.dropFirst())
        guard let answer = Self.read(word, row) else { return nil }
        self = answer
    }

    private static func read(_ word: String, _ row: Row) -> DirectoryAnswer? {
        switch word {
        case "HALL": return row.count(0).map { .hall($0) }
        case "FULL": return .full
        case "DEAD": return .dead
        case "DONE": return .done
        case "SUMS":
            let sums = row.list(0)?.compactMap { $0.number.flatMap { Int(exactly: $0) } }
            guard let sums, sums.count == DirectoryLimits.figures, let halls = row.count(1),
                let occupied = row.count(2), let held = row.count(3)
            else { return nil }
            return .sums(sums, DirectorySpread(halls: halls, occupied: occupied, held: held))
        case "OFFERS":
            let offers = row.rows(0) { row -> DirectoryOffer? in
                guard let id = row.text(0), let hall = row.count(1) else { return nil }
                return DirectoryOffer(id, to: hall)
            }
            guard let offers, let expected = row.list(1)?.compactMap(\.string) else { return nil }
            return .offers(offers, expected: expected)
        case "TRACES":
            let traces = row.rows(0) { row -> DirectoryTrace? in
                guard let hall = row.count(0), let key = row.text(1) else { return nil }
                return DirectoryTrace(hall, key)
            }
            return traces.map { .traces($0) }
        case "PAGE":
            let pages = row.rows(0) { row -> DirectoryPage? in
                guard let hall = row.count(0), let bytes = row.bytes(1) else { return nil }
                return DirectoryPage(hall, bytes)
            }
            return pages.map { .page($0, hasMore: row.count(1) == 1) }
        default: return nil
        }
    }
}

extension Row {
    fileprivate func count(_ index: Int) -> Int? { number(index).flatMap { Int(exactly: $0) } }
}
