import SimperiumClock

/// The list of halls as a value.
struct ModelDirectory: Sendable {
    private struct Places: Sendable {
        var own = 0
        var plain = 0
    }

    private struct Told: Sendable {
        let figures: [Int]
        let page: [UInt8]
        let writer: Incarnation
    }

    private struct Trace: Hashable, Sendable {
        let hall: Int
        let key: String
        let writer: Incarnation
    }

    private struct Waiter: Sendable {
        let waiter: DirectoryWaiter
        let node: Incarnation
        var promisedUntil: Stamp
        let seen: Stamp
    }

    private var open: Set<Int> = []
    private var places: [Incarnation: [Int: Places]] = [:]
    private var emptySince: [Int: Stamp] = [:]
    private var told: [Int: Told] = [:]
    private var traces: [[UInt8]: [Trace]] = [:]
    private var waiters: [String: Waiter] = [:]
    private var dead: [Incarnation: Stamp] = [:]

    mutating func perform(
        _ deed: DirectoryDeed, by node: Incarnation, at now: Stamp
    ) -> DirectoryAnswer {
        if case .void(let other) = deed { return void(other, at: now) }
        guard dead[node] == nil else { return .dead }
        switch deed {
        case .enter(let wish, let room): return enter(wish, room, by: node, at: now)
        case .hold(let held): return hold(held, by: node, at: now)
        case .tell(let news): return take(news, by: node)
        case .wait(let waiting): return match(waiting, by: node, at: now)
        case .find(let word):
            return .traces((traces[word] ?? []).map { DirectoryTrace($0.hall, $0.key) })
        case .page(let hall): return page(after: hall)
        case .void: return .done
        }
    }

    private func people(in hall: Int) -> Places {
        places.values.reduce(into: Places()) { sum, held in
            sum.own += held[hall]?.own ?? 0
            sum.plain += held[hall]?.plain ?? 0
        }
    }
}

/// Places.
extension ModelDirectory {
    private mutating func enter(
        _ wish: DirectoryWish, _ room: DirectoryRoom, by node: Incarnation, at now: Stamp
    ) -> DirectoryAnswer {
        close(after: room.closing, at: now)
        if wish.manner == .plain {
            guard people(in: 1).plain < room.plain else { return .full }
            places[node, default: [:]][1, default: Places()].plain += 1
            return settle(1)
        }
        guard let hall = hall(for: wish, room, by: node) else { return .full }
        places[node, default: [:]][hall, default: Places()].own += 1
        return settle(hall)
    }

    private mutating func settle(_ hall: Int) -> DirectoryAnswer {
        open.insert(hall)
        emptySince[hall] = nil
        return .hall(hall)
    }

    private func hall(
        for wish: DirectoryWish, _ room: DirectoryRoom, by node: Incarnation
    ) -> Int? {
        func count(_ hall: Int) -> Int { people(in: hall).own + people(in: hall).plain }
        let limit = wish.manner == .named ? room.extended : room.most
        let isNamed = wish.manner == .named || wish.manner == .kept
        if isNamed, wish.hall == 1 || open.contains(wish.hall), count(wish.hall) < limit {
            return wish.hall
        }
        func hasRoom(_ hall: Int) -> Bool {
            count(hall) < room.size && (hall != 1 || people(in: hall).own < room.ownInFirst)
        }
        let held = (places[node] ?? [:]).keys.filter(hasRoom)
        if let best = held.min(by: { (-count($0), $0) < (-count($1), $1) }) { return best }
        if hasRoom(1) { return 1 }
        return room.halls < 2 ? nil : (2...room.halls).first { !open.contains($0) }
    }

    private mutating func close(after closing: Duration, at now: Stamp) {
        let due = emptySince.filter { $0.value + closing <= now }
            .sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        for (hall, _) in due.prefix(DirectoryLimits.closedAtOnce) {
            emptySince[hall] = nil
            open.remove(hall)
        }
    }

    private mutating func hold(
        _ held: [DirectoryPlaces], by node: Incarnation, at now: Stamp
    ) -> DirectoryAnswer {
        let before = (places[node] ?? [:]).keys
        var kept: [Int: Places] = [:]
        for one in held where one.own + one.plain > 0 {
            kept[one.hall] = Places(own: one.own, plain: one.plain)
            _ = settle(one.hall)
        }
        places[node] = kept
        for hall in before { leave(hall, at: now) }
        return .done
    }

    private mutating func leave(_ hall: Int, at now: Stamp) {
        let left = people(in: hall)
        if left.own + left.plain == 0, hall != 1 { emptySince[hall] = now }
    }

    private mutating func void(_ node: Incarnation, at now: Stamp) -> DirectoryAnswer {
        guard dead[node] == nil else { return .dead }
        dead = dead.filter { $0.value > now - DirectoryLimits.memory }
        dead[node] = now
        for hall in (places.removeValue(forKey: node) ?? [:]).keys { leave(hall, at: now) }
        told = told.filter { $0.value.writer != node }
        for word in traces.keys { drop(word) { $0.writer == node } }
        waiters = waiters.filter { $0.value.node != node }
        return .done
    }
}

/// What is told, and found.
extension ModelDirectory {
    private mutating func take(_ news: DirectoryNews, by node: Incarnation) -> DirectoryAnswer {
        for hall in news.halls {
            if hall.figures.isEmpty {
                if told[hall.hall]?.writer == node { told[hall.hall] = nil }
            } else {
                told[hall.hall] = Told(figures: hall.figures, page: hall.page, writer: node)
            }
        }
        for hint in news.removed {
            let trace = Trace(hall: hint.hall, key: hint.key, writer: node)
            drop(hint.word) { $0 == trace }
        }
        for hint in news.added {
            let trace = Trace(hall: hint.hall, key: hint.key, writer: node)
            let others = traces[hint.word] ?? []
            guard !others.contains(trace), others.count < DirectoryLimits.traces else { continue }
            traces[hint.word] = others + [trace]
        }
        let sums = told.values.reduce(into: [Int](repeating: 0, count: DirectoryLimits.figures)) {
            sums, hall in
            for index in sums.indices where index < hall.figures.count {
                sums[index] += hall.figures[index]
            }
        }
        return .sums(sums, spread)
    }

    private var spread: DirectorySpread {
        let held = places.values.map(\.keys)
        return DirectorySpread(
            halls: open.union([1]).count, occupied: Set(held.joined()).count,
            held: held.map(\.count).reduce(0, +))
    }

    private mutating func drop(_ word: [UInt8], where isMeant: (Trace) -> Bool) {
        guard var left = traces[word] else { return }
        left.removeAll(where: isMeant)
        traces[word] = left.isEmpty ? nil : left
    }

    private func page(after hall: Int) -> DirectoryAnswer {
        let halls = told.filter { $0.key > hall && !$0.value.page.isEmpty }.keys.sorted()
        let page = halls.prefix(DirectoryLimits.page).compactMap { hall in
            told[hall].map { DirectoryPage(hall, $0.page) }
        }
        return .page(page, hasMore: halls.count > page.count)
    }
}

/// Those who wait.
extension ModelDirectory {
    private mutating func match(
        _ waiting: [DirectoryWaiter], by node: Incarnation, at now: Stamp
    ) -> DirectoryAnswer {
        var present: [String: Waiter] = [:]
        for (id, waiter) in waiters where waiter.node != node {
            if waiter.seen + DirectoryLimits.attention > now { present[id] = waiter }
        }
        let others = present.keys
        var ours: [String] = []
        for waiter in waiting where present[waiter.id] == nil {
            ours.append(waiter.id)
            present[waiter.id] = Waiter(
                waiter: waiter, node: node, promisedUntil: waiters[waiter.id]?.promisedUntil ?? now,
                seen: now)
        }
        var offers: [DirectoryOffer] = []
        for id in ours {
            guard let mover = present[id], mover.waiter.canMove, mover.promisedUntil <= now else {
                continue
            }
            let target = others.compactMap { present[$0] }.filter { target in
                target.promisedUntil <= now && target.waiter.kind == mover.waiter.kind
                    && (target.waiter.hall < mover.waiter.hall
                        || !target.waiter.canMove && target.waiter.hall != mover.waiter.hall)
            }.min { ($0.waiter.hall, $0.waiter.id) < ($1.waiter.hall, $1.waiter.id) }
            guard let target else { continue }
            present[id]?.promisedUntil = now + DirectoryLimits.promise
            present[target.waiter.id]?.promisedUntil = now + DirectoryLimits.promise
            offers.append(DirectoryOffer(id, to: target.waiter.hall))
        }
        waiters = present
        let leaving = Set(offers.map(\.id))
        return .offers(
            offers,
            expected: ours.filter {
                !leaving.contains($0) && (present[$0]?.promisedUntil ?? now) > now
            })
    }
}
