import Cluster
import SimperiumClock
import Testing

@Suite("A node's life in a cluster")
struct ClusterMembershipTests {
    private static let start = Instant(milliseconds: 1_000_000)
    private static let terms = ClusterJoinConditions(
        settings: [], mayBegin: false, isReplacing: false)

    /// The terms of a node that has joined before.
    private static let later = ClusterJoinConditions(
        settings: [], mayBegin: true, isReplacing: false)

    private static func number(_ value: UInt32) -> ClusterSequenceNumber {
        ClusterSequenceNumber(rawValue: value)
    }

    /// The same ownership of all shards.
    private static func all(owner: UInt32?, term: UInt32) -> [ShardOwnership] {
        Shard.all.map { _ in ShardOwnership(owner: owner.map(number), term: number(term)) }
    }

    /// The claim of all shards by node 10.
    private static func claim(
        _ term: UInt32, from owner: UInt32?, _ former: UInt32
    ) -> ClusterRegistryCall {
        let replaced = zip(Shard.all, all(owner: owner, term: former))
        return .claim(
            number(10), nonce: 7, term: number(term),
            replacing: Dictionary(uniqueKeysWithValues: replaced))
    }

    private static func lead(_ term: UInt32) -> [ClusterMembership.Effect] {
        Shard.all.map { .lead($0, number(term)) }
    }

    private static let stepDown = Shard.all.map { ClusterMembership.Effect.stepDown($0) }

    private static func follow(_ writer: ClusterMembership.Writer?) -> [ClusterMembership.Effect] {
        Shard.all.map { .setWriter($0, writer) }
    }

    /// Node 10 with the address "a:10", which has joined, and the views that it receives.
    private struct Node {
        var life = ClusterMembership(nonce: 7, address: "a:10", format: 2, joining: terms)
        var now = start

        /// A node that has joined a cluster with this owner.
        init(owner: UInt32?, term: UInt32 = 0) {
            #expect(handle(.ready) == [.ask(.takeNumber(atLeast: number(1), joining: terms))])
            let entry = NodeRegistryEntry(
                generation: number(10), nonce: 7, address: "a:10", format: 2)
            #expect(answer(.number(number(10), run: "r")) == [.ask(.join(entry, terms))])
            guard let owner else { return }
            _ = see(owner: owner, term: term)
        }

        mutating func handle(_ event: ClusterMembership.Event) -> [ClusterMembership.Effect] {
            life.handle(event, at: now)
        }

        mutating func answer(_ reply: ClusterRegistryReply) -> [ClusterMembership.Effect] {
            handle(.answered(reply))
        }

        /// Receives a view with one owner of all shards: this node, or node 20, whose entry has
        /// this age.
        mutating func see(
            owner: UInt32?, term: UInt32, age: Duration = .zero, elapsed: Duration? = nil,
            in run: String = "r"
        ) -> [ClusterMembership.Effect] {
            var members = [
                ClusterView.Member(generation: number(10), address: "a:10", age: .zero)
            ]
            if owner == 20 {
                members.append(
                    ClusterView.Member(generation: number(20), address: "b:20", age: age))
            }
            return answer(
                .view(
                    ClusterView(
                        run: run, ownerships: all(owner: owner, term: term), members: members,
                        elapsed: elapsed, last: number(20))))
        }

        /// Receives a view with these ownerships and other nodes.
        mutating func see(
            _ ownerships: [ShardOwnership], others: [UInt32] = [], elapsed: Duration? = nil
        ) -> [ClusterMembership.Effect] {
            let members = ([10] + others).map {
                ClusterView.Member(generation: number($0), address: "a:\($0)", age: .zero)
            }
            return answer(
                .view(
                    ClusterView(
                        run: "r", ownerships: ownerships, members: members, elapsed: elapsed,
                        last: number(30))))
        }

        /// Lets time pass, renewing twice a second. The last view has this age of node 20.
        mutating func pass(_ half: Int, owner: UInt32, term: UInt32, age: Duration = .zero)
            -> [ClusterMembership.Effect]
        {
            var effects: [ClusterMembership.Effect] = []
            for step in 1...half {
                now = now + .milliseconds(500)
                #expect(handle(.wake) == [renewal])
                effects = see(
                    owner: owner, term: term, age: step == half ? age : .zero,
                    elapsed: .milliseconds(500))
            }
            return effects
        }

        var renewal: ClusterMembership.Effect {
            .ask(.renew(number(10), nonce: 7, removing: []))
        }

        /// Answers the calls of a claim of this term.
        mutating func claim(_ term: UInt32, from owner: UInt32?, _ former: UInt32)
            -> [ClusterMembership.Effect]
        {
            let call = ClusterMembershipTests.claim(term, from: owner, former)
            #expect(answer(.number(number(term), run: "r")) == [.ask(call)])
            return see(owner: 10, term: term)
        }

        /// Becomes the writer under term 21.
        mutating func lead() {
            #expect(see(owner: nil, term: 0) == [.ask(.takeNumber(atLeast: number(21)))])
            #expect(claim(21, from: nil, 0) == ClusterMembershipTests.lead(21))
        }
    }

    @Test("A node takes a number, joins, claims data without an owner, and leads")
    func leads() {
        var node = Node(owner: nil)
        node.lead()
        #expect(
            Shard.all.allSatisfy { node.life.owns($0) && node.life.ledTerms[$0] == Self.number(21) }
        )
        #expect(node.life.nextDeadline == Self.start + .milliseconds(500))
    }

    @Test("A claim that another node has won makes the node follow it")
    func follows() {
        var node = Node(owner: nil)
        _ = node.see(owner: nil, term: 0)
        _ = node.answer(.number(Self.number(21), run: "r"))
        let writer = ClusterMembership.Writer(
            generation: Self.number(20), term: Self.number(22), address: "b:20")
        #expect(node.see(owner: 20, term: 22) == Self.follow(writer))
        #expect(node.pass(1, owner: 20, term: 22) == [])
    }

    @Test("It renews twice a second, has one open call, and repeats a failed one after 0.1 s")
    func renews() {
        var node = Node(owner: nil)
        node.lead()
        node.now = node.now + .milliseconds(499)
        #expect(node.handle(.wake) == [])
        node.now = node.now + .milliseconds(1)
        #expect(node.handle(.wake) == [node.renewal])
        node.now = node.now + .milliseconds(800)
        #expect(node.handle(.wake) == [])
        #expect(node.handle(.unanswered) == [])
        #expect(node.life.nextDeadline == node.now + .milliseconds(100))
        node.now = node.now + .milliseconds(100)
        #expect(node.handle(.wake) == [node.renewal])
    }

    @Test("Without an answer the writer holds at 2.4 s; it continues after one, and ends at 6 s")
    func holds() {
        for isAnswered in [true, false] {
            var node = Node(owner: nil)
            node.lead()
            node.now = Self.start + .milliseconds(500)
            #expect(node.handle(.wake) == [node.renewal])
            #expect(node.life.nextDeadline == Self.start + .milliseconds(2_400))
            node.now = Self.start + .milliseconds(2_400)
            #expect(node.handle(.wake) == [.hold])
            #expect(!node.life.owns(.home) && node.life.ledTerms[.home] != nil)
            if isAnswered {
                // It counts from the question, which is 1.9 s old.
                #expect(node.see(owner: 10, term: 21) == [.endHold, node.renewal])
                #expect(node.life.owns(.home))
                #expect(node.life.nextDeadline == Self.start + .milliseconds(2_900))
            } else {
                node.now = Self.start + .seconds(6)
                let again = ClusterRegistryCall.takeNumber(
                    atLeast: Self.number(22), joining: Self.later)
                #expect(node.handle(.wake) == Self.stepDown + [.endHold, .ask(again)])
                // The late answer is of the entry before.
                #expect(node.see(owner: 10, term: 21) == [])
                #expect(node.life.ledTerms.isEmpty)
            }
        }
    }

    @Test("An answer to a question that is 2.4 s old lets no writer continue or begin")
    func late() {
        var node = Node(owner: nil)
        node.lead()
        node.now = Self.start + .milliseconds(500)
        _ = node.handle(.wake)
        node.now = Self.start + .milliseconds(2_900)
        #expect(node.handle(.wake) == [.hold])
        #expect(node.see(owner: 10, term: 21) == [node.renewal])
        #expect(!node.life.owns(.home))

        node = Node(owner: nil)
        #expect(node.see(owner: nil, term: 0) == [.ask(.takeNumber(atLeast: Self.number(21)))])
        let call = Self.claim(21, from: nil, 0)
        #expect(node.answer(.number(Self.number(21), run: "r")) == [.ask(call)])
        node.now = node.now + .milliseconds(2_400)
        let again = ClusterRegistryCall.takeNumber(atLeast: Self.number(22))
        #expect(node.see(owner: 10, term: 21) == [.ask(again)])
        #expect(node.life.ledTerms.isEmpty)
    }

    @Test("S126 For 3 s after another life of Redis began a writer is replaced by no other node")
    func anotherLife() {
        var node = Node(owner: 20, term: 22)
        _ = node.pass(7, owner: 20, term: 22)
        for half in 1...7 {
            node.now = node.now + .milliseconds(500)
            #expect(node.handle(.wake) == [node.renewal])
            let effects = node.see(
                owner: 20, term: 22, age: .milliseconds(3_001), elapsed: .milliseconds(500),
                in: "other")
            let call = ClusterRegistryCall.takeNumber(atLeast: Self.number(23))
            #expect(effects == (half < 7 ? [] : Self.follow(nil) + [.ask(call)]))
        }
    }

    @Test("A node that is told to be dead steps down, and begins again with another number")
    func dies() {
        var node = Node(owner: nil)
        node.lead()
        node.now = node.now + .milliseconds(500)
        _ = node.handle(.wake)
        let again = ClusterRegistryCall.takeNumber(atLeast: Self.number(22), joining: Self.later)
        #expect(node.answer(.dead) == Self.stepDown + [.ask(again)])
        #expect(node.life.generation == nil)
    }

    @Test("A writer without a renewal for 3 s is replaced, but not by a node that was late itself")
    func replaces() {
        for isLate in [false, true] {
            var node = Node(owner: 20, term: 22)
            _ = node.pass(7, owner: 20, term: 22)
            if isLate {
                node.now = node.now + .milliseconds(600)
                #expect(node.pass(1, owner: 20, term: 22) == [])
            }
            let effects = node.pass(1, owner: 20, term: 22, age: .milliseconds(3_001))
            let call = ClusterRegistryCall.takeNumber(atLeast: Self.number(23))
            #expect(effects == (isLate ? [] : Self.follow(nil) + [.ask(call)]))
            guard !isLate else { continue }
            #expect(
                node.claim(30, from: 20, 22) == Self.lead(30) + [.gone([Self.number(20)])])
        }
    }

    @Test("A writer whose port refuses is replaced once it has missed a renewal, and not before")
    func refused() {
        var node = Node(owner: 20, term: 22)
        _ = node.pass(2, owner: 20, term: 22)
        #expect(node.handle(.portRefused(Self.number(20))) == [node.renewal])
        #expect(node.see(owner: 20, term: 22, age: .milliseconds(400)) == [])
        // The time of the first renewal that it can have missed.
        #expect(node.life.nextDeadline == node.now + .milliseconds(351))
        node.now = node.now + .milliseconds(351)
        #expect(node.handle(.wake) == [node.renewal])
        let call = ClusterRegistryCall.takeNumber(atLeast: Self.number(23))
        #expect(
            node.see(owner: 20, term: 22, age: .milliseconds(751))
                == Self.follow(nil) + [.ask(call)])
    }

    @Test("A writer whose port is reached again after a refusal may miss a renewal")
    func reached() {
        var node = Node(owner: 20, term: 22)
        _ = node.pass(2, owner: 20, term: 22)
        #expect(node.handle(.portRefused(Self.number(20))) == [node.renewal])
        #expect(node.see(owner: 20, term: 22, elapsed: .milliseconds(500)) == [])
        #expect(node.handle(.portReached(Self.number(20))) == [])
        #expect(node.pass(1, owner: 20, term: 22, age: .milliseconds(800)) == [])
    }

    @Test("S202 A node with the address of an older one is refused, unless that one is dead")
    func sameAddress() {
        let conflict = ClusterMembership.Effect.refused(.sameAddress("a:10"))
        for (generation, address, isLiving) in [
            (5 as UInt32, "a:10", true), (5, "a:10", false), (5, "b:5", true), (15, "a:10", true),
        ] {
            var node = Node(owner: nil)
            var effects: [ClusterMembership.Effect] = []
            for half in 1...40 as ClosedRange<Int64> {
                node.now = node.now + .milliseconds(500)
                if half > 1 { _ = node.handle(.wake) }
                let age = isLiving ? 100 : 100 + 500 * half
                effects += node.answer(
                    .view(Self.view(generation, address, age: .milliseconds(age))))
            }
            let isRefused = address == "a:10" && generation < 10 && isLiving
            #expect(effects.contains(conflict) == isRefused, "\(generation) \(address)")
            #expect((node.life.generation == nil) == isRefused)
        }
    }

    @Test("S202 Late renewals of a node that died are no reason to refuse its successor")
    func lateRenewal() {
        var node = Node(owner: nil)
        for half in 1...40 as ClosedRange<Int64> {
            node.now = node.now + .milliseconds(500)
            if half > 1 { _ = node.handle(.wake) }
            // Its last calls were carried out four and eight seconds after the start.
            let last: Int64 = half < 8 ? 0 : half < 16 ? 8 : 16
            let age = Duration.milliseconds(100 + 500 * (half - last))
            let effects = node.answer(.view(Self.view(5, "a:10", age: age)))
            #expect(!effects.contains(.refused(.sameAddress("a:10"))), "\(half)")
        }
    }

    @Test("A renewal time centuries ahead, or long ago, stops no node and refuses none")
    func absurdAge() {
        for years in [-400, 400] {
            let age = Duration.seconds(years * 365 * 86_400)
            var node = Node(owner: nil)
            for half in 1...40 as ClosedRange<Int64> {
                node.now = node.now + .milliseconds(500)
                if half > 1 { _ = node.handle(.wake) }
                let view = Self.view(5, "a:10", age: age + .milliseconds(500 * half))
                let effects = node.answer(.view(view))
                #expect(!effects.contains(.refused(.sameAddress("a:10"))), "\(years) \(half)")
            }
        }
        var node = Node(owner: 20, term: 22)
        _ = node.pass(2, owner: 20, term: 22)
        #expect(node.handle(.portRefused(Self.number(20))) == [node.renewal])
        #expect(node.see(owner: 20, term: 22, age: .seconds(-400 * 365 * 86_400)) == [])
        #expect(node.life.nextDeadline == node.now + .milliseconds(500))
    }

    /// The view of node 10 while another node, with this address, is the writer.
    private static func view(_ other: UInt32, _ address: String, age: Duration) -> ClusterView {
        let members = [
            ClusterView.Member(generation: number(10), address: "a:10", age: .zero),
            ClusterView.Member(generation: number(other), address: address, age: age),
        ]
        return ClusterView(
            run: "r", ownerships: all(owner: other, term: 16), members: members,
            elapsed: .milliseconds(500), last: number(16))
    }

    @Test("A writer that Redis refuses steps down; one that is unsure of a write takes a new term")
    func fenced() {
        var node = Node(owner: nil)
        node.lead()
        #expect(node.handle(.fenced(.home, Self.number(20))) == [])
        #expect(
            node.handle(.fenced(.home, Self.number(21))) == [.stepDown(.home), node.renewal])

        node = Node(owner: nil)
        node.lead()
        #expect(node.handle(.uncertain(.home, Self.number(21))) == [node.renewal])
        let call = ClusterRegistryCall.takeNumber(atLeast: Self.number(22))
        #expect(node.see(owner: 10, term: 21) == [.ask(call)])
        let replaced = ShardOwnership(owner: Self.number(10), term: Self.number(21))
        let claim = ClusterRegistryCall.claim(
            Self.number(10), nonce: 7, term: Self.number(22), replacing: [.home: replaced])
        #expect(node.answer(.number(Self.number(22), run: "r")) == [.ask(claim)])
        var ownerships = Self.all(owner: 10, term: 21)
        ownerships[0] = ShardOwnership(owner: Self.number(10), term: Self.number(22))
        #expect(
            node.see(ownerships) == [.stepDown(.home), .lead(.home, Self.number(22))])
    }

    @Test("After its connection broke, or in another run of Redis, a writer takes a new term")
    func broken() {
        var node = Node(owner: nil)
        node.lead()
        #expect(node.handle(.broken) == [])
        #expect(node.handle(.ready) == [node.renewal])
        let call = ClusterRegistryCall.takeNumber(atLeast: Self.number(22))
        #expect(node.see(owner: 10, term: 21) == [.ask(call)])
        // A number of another run may come twice.
        #expect(node.answer(.number(Self.number(22), run: "other")) == [node.renewal])
    }

    @Test("S138 An error of Redis ends a node that has never joined; another one asks again")
    func failed() {
        var node = Node(owner: nil)
        #expect(node.answer(.failed("NOPERM no")) == [.refused(.failed("NOPERM no"))])
        #expect(node.life.nextDeadline == nil)

        node = Node(owner: 20, term: 22)
        node.now = node.now + .milliseconds(500)
        #expect(node.handle(.wake) == [node.renewal])
        #expect(node.answer(.failed("NOREPLICAS none")) == [])
        #expect(node.life.nextDeadline == node.now + .milliseconds(100))
    }

    @Test("A node that leaves steps down first, and does nothing more")
    func leaves() {
        var node = Node(owner: nil)
        node.lead()
        let call = ClusterRegistryCall.leave(Self.number(10), nonce: 7, heirs: [:])
        #expect(node.handle(.leave) == Self.stepDown + [.ask(call)])
        #expect(node.answer(.left) == [.left])
        #expect(node.handle(.ready) == [] && node.life.nextDeadline == nil)
    }

    @Test(
        "A refusal ends it for good, also in the middle of its life",
        arguments: [
            ClusterRefusal.newerFormat(3), .foreign("x"), .forgotten, .copying(isWhole: true),
        ])
    func ends(_ refusal: ClusterRefusal) {
        var node = Node(owner: nil)
        #expect(node.answer(.refused(refusal)) == [.refused(refusal)])
        #expect(node.handle(.ready) == [])

        node = Node(owner: nil)
        node.lead()
        node.now = node.now + .milliseconds(500)
        _ = node.handle(.wake)
        #expect(node.answer(.refused(refusal)) == Self.stepDown + [.refused(refusal)])
        #expect(node.life.nextDeadline == nil)
    }

    @Test("S310 The shards of a dead node fall to those with the fewest, of these to the youngest")
    func shares() {
        var node = Node(owner: nil)
        // Node 20 had all of them, and is gone; node 30 is new.
        let effects = node.see(Self.all(owner: 20, term: 22), others: [30])
        #expect(effects == [.ask(.takeNumber(atLeast: Self.number(31)))])
        let odd = Shard.all.filter { !$0.number.isMultiple(of: 2) }
        let replaced = odd.map {
            ($0, ShardOwnership(owner: Self.number(20), term: Self.number(22)))
        }
        let claim = ClusterRegistryCall.claim(
            Self.number(10), nonce: 7, term: Self.number(31),
            replacing: Dictionary(uniqueKeysWithValues: replaced))
        #expect(node.answer(.number(Self.number(31), run: "r")) == [.ask(claim)])
    }

    @Test("A claim that was won in part leads that part, and follows the winner of the rest")
    func wonInPart() {
        var node = Node(owner: nil)
        _ = node.see(owner: nil, term: 0)
        _ = node.answer(.number(Self.number(21), run: "r"))
        var ownerships = Self.all(owner: 10, term: 21)
        ownerships[3] = ShardOwnership(owner: Self.number(20), term: Self.number(22))
        let writer = ClusterMembership.Writer(
            generation: Self.number(20), term: Self.number(22), address: "a:20")
        let shard = Shard.all[3]
        let expected = Shard.all.map {
            $0 == shard
                ? .setWriter($0, writer) : ClusterMembership.Effect.lead($0, Self.number(21))
        }
        #expect(node.see(ownerships, others: [20]) == expected)
    }

    /// A node with all shards, beside node 30 without any, for so many half seconds.
    private static func beside(_ halves: Int) -> (Node, [ClusterMembership.Effect]) {
        var node = Node(owner: nil)
        node.lead()
        var effects: [ClusterMembership.Effect] = []
        for _ in 0..<halves {
            node.now = node.now + .milliseconds(500)
            _ = node.handle(.wake)
            effects += node.see(
                all(owner: 10, term: 21), others: [30], elapsed: .milliseconds(500))
        }
        return (node, effects)
    }

    @Test("S311 After ten calm seconds a node passes on a shard: the emptiest, and not the first")
    func passes() {
        #expect(Self.beside(20).1 == [])
        var (node, _) = Self.beside(20)
        let loads = Shard.all.map { ($0, $0.number == 6 ? 1 : 2) }
        _ = node.handle(.clientCounts(Dictionary(uniqueKeysWithValues: loads)))
        node.now = node.now + .milliseconds(500)
        _ = node.handle(.wake)
        let all = Self.all(owner: 10, term: 21)
        let shard = Shard.all[6]
        #expect(node.see(all, others: [30], elapsed: .milliseconds(500)) == [.close(shard)])
        // Until its writes are kept, the shard stays.
        #expect(node.life.owns(shard))
        let pass = ClusterRegistryCall.pass(
            shard, to: Self.number(30), by: Self.number(10), nonce: 7, term: Self.number(21))
        #expect(node.handle(.closed(shard)) == [.ask(pass)])
        #expect(!node.life.owns(shard))
        var later = all
        later[6] = ShardOwnership(owner: Self.number(30), term: Self.number(21))
        let writer = ClusterMembership.Writer(
            generation: Self.number(30), term: Self.number(21), address: "a:30")
        #expect(node.see(later, others: [30]) == [.setWriter(shard, writer)])
    }

    @Test("A renewal under way does not give a shard back that is on its way to another node")
    func passesBehindRenewal() {
        var (node, _) = Self.beside(21)
        let shard = Shard.all[15]
        node.now = node.now + .milliseconds(500)
        #expect(node.handle(.wake) == [node.renewal])
        #expect(node.handle(.closed(shard)) == [])
        let pass = ClusterRegistryCall.pass(
            shard, to: Self.number(30), by: Self.number(10), nonce: 7, term: Self.number(21))
        let all = Self.all(owner: 10, term: 21)
        #expect(node.see(all, others: [30], elapsed: .milliseconds(500)) == [.ask(pass)])
    }

    @Test("Beside a node that joins and leaves every nine seconds, no shard is passed on")
    func restless() {
        var (node, effects) = Self.beside(0)
        for half in 1...100 {
            node.now = node.now + .milliseconds(500)
            _ = node.handle(.wake)
            effects += node.see(
                Self.all(owner: 10, term: 21), others: half / 18 % 2 == 0 ? [30] : [],
                elapsed: .milliseconds(500))
        }
        #expect(effects.allSatisfy { if case .gone = $0 { true } else { false } })
    }

    @Test("A passage that Redis did not perform gives the shard back, under a new term")
    func passageFails() {
        var (node, _) = Self.beside(21)
        let shard = Shard.all[15]
        _ = node.handle(.closed(shard))
        #expect(node.handle(.unanswered) == [])
        node.now = node.now + .milliseconds(100)
        #expect(node.handle(.wake) == [node.renewal])
        let all = Self.all(owner: 10, term: 21)
        #expect(
            node.see(all, others: [30]) == [.ask(.takeNumber(atLeast: Self.number(31)))])
        _ = node.answer(.number(Self.number(31), run: "r"))
        var later = all
        later[15] = ShardOwnership(owner: Self.number(10), term: Self.number(31))
        #expect(node.see(later, others: [30]) == [.lead(shard, Self.number(31))])
    }

    @Test("S181 A shard that was passed on after a new connection to Redis prolongs no hold")
    func holdsAfterPassage() {
        var (node, effects) = Self.beside(21)
        let shard = Shard.all[15]
        #expect(effects == [.close(shard)])
        // All shards need a new term. The one on its way to another node gets none.
        effects = node.handle(.broken) + node.handle(.ready)
        #expect(effects == [node.renewal])
        let all = Self.all(owner: 10, term: 21)
        #expect(
            node.see(all, others: [30]) == [.ask(.takeNumber(atLeast: Self.number(31)))])
        _ = node.answer(.number(Self.number(31), run: "r"))
        var later = Self.all(owner: 10, term: 31)
        later[15] = all[15]
        _ = node.see(later, others: [30])
        #expect(node.life.ledTerms[.home] == Self.number(31))
        _ = node.handle(.closed(shard))
        later[15] = ShardOwnership(owner: Self.number(30), term: Self.number(21))
        _ = node.see(later, others: [30])
        #expect(!node.life.owns(shard))

        node.now = node.now + .milliseconds(500)
        #expect(node.handle(.wake) == [node.renewal])
        node.now = node.now + .milliseconds(1_900)
        #expect(node.handle(.wake) == [.hold])
        #expect(node.see(later, others: [30]).contains(.endHold))
    }

    @Test("S310 A node that leaves names the new owners of its shards")
    func heirs() {
        var (node, _) = Self.beside(1)
        let heirs = Dictionary(uniqueKeysWithValues: Shard.all.map { ($0, Self.number(30)) })
        #expect(
            node.handle(.leave)
                == Self.stepDown + [.ask(.leave(Self.number(10), nonce: 7, heirs: heirs))])
    }

    @Test("The number after the highest one is the highest one, so adding to it does not trap")
    func highestNumber() {
        let highest = Self.number(.max)
        #expect(highest.next == highest && Self.number(7).next == Self.number(8))
    }
}
