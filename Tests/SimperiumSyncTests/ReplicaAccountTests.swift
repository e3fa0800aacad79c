import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing

@Suite("Accounts")
struct ReplicaAccountTests {
    @Test("C23: auth 400/401 signs the user out and keeps the data", arguments: [400, 401])
    func rejected(code: Int) {
        var device = Device()
        device.start(with: #"{"id":"a","v":1,"d":{"n":1}}"#)
        device.edit(.update(key("a"), setting: ["n": 2]))
        device.loseConnection()
        device.handle(.goOnline)
        device.handle(.link(.opened(device.connection)))
        #expect(
            device.receive(#"auth:{"msg":"Log in again","code":\#(code)}"#) == [
                .link(.hangUp(device.connection, .goodbye)),
                .status(.unauthorized(reason: "Log in again")),
            ])
        device.handle(.link(.closed(device.connection, .lost)))
        #expect(device.handle(.goOnline) == [], "there is nobody to be")
        #expect(device.replica.nextDeadline == nil)
        #expect(device.object("a") == ["n": 2])

        let other = name(Token("fedcba9876543210fedcba9876543210"))
        #expect(device.handle(.signIn(other)).first == .link(.dial(device.connection)))
    }

    @Test("C23: auth 500 is reported and retried after a pause")
    func denied() {
        var device = Device()
        device.handle(.signIn(Device.token))
        device.handle(.goOnline)
        device.handle(.link(.opened(device.connection)))
        var retries = 0
        for _ in 0..<5 {
            let failure = AuthorizationFailure(.other(500), "No such bucket")
            #expect(
                device.receive(#"auth:{"msg":"No such bucket","code":500}"#).first
                    == tells(.error(.denied(failure))))
            let effects = device.wait(.seconds(19))
            retries += effects.filter { $0.text?.hasPrefix("0:init:") == true }.count
            device.receiveFrame("h:1")
        }
        #expect(retries == 5)
        #expect(device.connection == LinkID(rawValue: 1), "the others keep their connection")
    }

    @Test(
        """
        C27: Signing out reports the number of unsent edits; removal clears objects, ghosts, \
        cv and queue; late messages are dropped
        """
    )
    func signOut() {
        var device = Device(.durable)
        device.start(with: #"{"id":"a","v":1,"d":{"n":1}},{"id":"b","v":1,"d":{}}"#)
        device.edit(.update(key("a"), setting: ["n": 2]))
        #expect(device.replica.unsyncedKeys(in: Device.bucket) == [key("a")])
        let last = device.connection
        #expect(
            device.handle(.signOut(removingObjects: true)) == [
                .link(.hangUp(last, .goodbye)),
                stores(.forgetAll, .belong(to: nil), .move(to: nil)),
                tells(.pending(0)), .signedOut(unsent: 1),
                .status(.offline(retryAt: nil, because: nil)),
            ])
        #expect(device.disk == StoredReplicaBucket())
        device.receive(HubFrames.change("a", from: 1, to: 2, "{}", ccids: ccid(1)), causes: [])
        #expect(device.handle(.link(.closed(last, .lost))) == [])
        #expect(device.handle(.signOut(removingObjects: true)).last == .signedOut(unsent: 0))
        #expect(device.replica.keys(in: Device.bucket) == [])
        #expect(device.replica.nextDeadline == nil)
    }

    private static let lee: Token = name(Token("fedcba9876543210fedcba9876543210"))

    @Test("C28, L-1: Another user who takes the objects over never uploads old ghosts")
    func takingObjects() {
        var device = Device(.durable)
        device.start(with: #"{"id":"a","v":7,"d":{"n":1}},{"id":"b","v":2,"d":{}}"#)
        device.edit(.update(key("a"), setting: ["n": 2]))
        device.edit(.delete(key("b")))
        device.handle(.signOut(removingObjects: false))
        device.handle(.link(.closed(device.connection, .lost)))
        device.handle(.signIn(Self.lee, others: .take))
        device.handle(.link(.opened(device.connection)))
        device.receive("auth:lee@example.org")
        #expect(
            device.disk.objects
                == [key("a"): StoredReplicaObject(draft: .object(["n": 2]), turn: 1)])
        device.receive("cv:?")
        let effects = device.receive(#"i:{"current":"\#(Device.cv1)","index":[]}"#)
        #expect(
            effects.frames
                == [
                    device.sendsChange("a", #"{"n":{"o":"+","v":2}}"#, ccid(3))
                ].frames)

        // The same with another token, without signing out.
        device = Device(.durable)
        device.start(with: #"{"id":"a","v":7,"d":{"n":1}}"#)
        device.handle(.signIn(Self.lee, others: .take))
        device.handle(.link(.closed(device.connection, .lost)))
        device.handle(.link(.opened(device.connection)))
        let sent = device.receive("auth:lee@example.org")
        #expect(sent.frames == [device.sends("i:1:::500")].frames)
        #expect(device.disk.owner == UserName("lee@example.org"))
        device.receive("cv:?")
        let last = device.receive(
            #"i:{"current":"\#(Device.cv2)","index":[{"id":"b","v":1,"d":{}}]}"#)
        #expect(
            last.frames
                == [
                    device.sendsChange("a", #"{"n":{"o":"+","v":1}}"#, ccid(1))
                ].frames)
    }

    @Test("L-1: Objects of another user are refused or removed, and never sent")
    func othersObjects() {
        var device = Device(.durable)
        device.start(with: #"{"id":"a","v":7,"d":{"n":1}}"#)
        device.edit(.put(key("b"), [:]))
        device.loseConnection()
        let before = device.disk
        device.handle(.signIn(Self.lee))
        device.handle(.goOnline)
        device.handle(.link(.opened(device.connection)))
        let refused = device.receive("auth:lee@example.org")
        #expect(
            refused == [
                .link(.hangUp(device.connection, .goodbye)),
                .status(.unauthorized(reason: "the objects here belong to kim@example.org")),
            ])
        #expect(device.disk == before && device.replica.owner?.text == "kim@example.org")
        device.handle(.link(.closed(device.connection, .lost)))

        device.handle(.signIn(Self.lee, others: .remove))
        device.handle(.link(.opened(device.connection)))
        let removed = device.receive("auth:lee@example.org")
        #expect(removed.contains(tells(.deleted(key("a"), .index))))
        #expect(removed.contains(tells(.deleted(key("b"), .index))))
        #expect(device.disk.objects.isEmpty && device.disk.owner?.text == "lee@example.org")
        device.receive("cv:?")
        let page = device.receive(#"i:{"current":"\#(Device.cv1)","index":[]}"#)
        #expect(page.allSatisfy { $0.text?.contains(":c:") != true })
    }

    @Test(
        "L-1: Presence objects of another user are removed, and the program is notified",
        arguments: [OtherUsersObjectPolicy.refuse, .remove, .take])
    func othersPresenceObjects(others: OtherUsersObjectPolicy) {
        var device = Device(.presence)
        device.start(with: #"{"id":"a","v":1,"d":{}}"#)
        device.handle(.signIn(Self.lee, others: others))
        device.handle(.link(.closed(device.connection, .lost)))
        device.handle(.link(.opened(device.connection)))
        let effects = device.receive("auth:lee@example.org")
        #expect(effects.contains(tells(.deleted(key("a"), .index))))
        #expect(effects.frames == [device.sends("i:1:::500")].frames)
        #expect(device.object("a") == nil)
    }

    @Test(
        "L-1: Objects made before the first sign-in become that user's, also without a connection")
    func claimed() {
        var device = Device(.durable)
        device.edit(.put(key("a"), [:]))
        device.handle(.signIn(Device.token, named: UserName("Kim@example.org")))
        #expect(device.disk.owner?.text == "Kim@example.org")
        device.handle(.signIn(Self.lee, named: UserName("lee@example.org")))
        device.handle(.goOnline)
        device.handle(.link(.opened(device.connection)))
        let refused = device.receive("auth:lee@example.org")
        #expect(
            refused.contains(
                .status(.unauthorized(reason: "the objects here belong to Kim@example.org"))))
    }

    @Test("Another token, or going offline, ends the connection; the next one resumes")
    func otherToken() {
        var device = Device()
        device.start()
        let first = device.connection
        let other = name(Token("fedcba9876543210fedcba9876543210"))
        #expect(device.handle(.signIn(Device.token)) == [], "the same token")
        #expect(
            device.handle(.signIn(other)) == [
                .link(.hangUp(first, .goodbye)), .status(.connecting),
            ])
        #expect(device.handle(.link(.closed(first, .lost))) == [.link(.dial(device.connection))])

        device = Device()
        device.start()
        let second = device.connection
        #expect(
            device.handle(.goOffline) == [
                .link(.hangUp(second, .goodbye)), .status(.offline(retryAt: nil, because: nil)),
            ])
        device.edit(.put(key("a"), [:]))
        device.handle(.link(.closed(second, .lost)))
        device.handle(.goOnline)
        device.handle(.link(.opened(device.connection)))
        device.receive("auth:kim@example.org")
        #expect(device.receive("c:[]").frames.count == 1)
    }
}
