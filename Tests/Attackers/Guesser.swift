import Glibc
import Visitors

/// The calls of guessers who try to get into accounts.
enum Guess: String, CaseIterable {
    case password
    case code = "code of the operator"
    case signUp = "sign-up"
    case reset
    case link = "code of a link"

    /// The path of the call, and its body. `number` makes each guess a new one.
    fileprivate func call(of name: String, _ number: Int) -> (path: String, body: String) {
        switch self {
        case .password:
            ("authorize", "{\"username\":\"\(name)\",\"password\":\"wrong guess \(number)\"}")
        case .code:
            (
                "authorize",
                "{\"username\":\"\(name)\",\"code\":\"\(number)\","
                    + "\"new_password\":\"mine now \(number)\"}"
            )
        case .signUp:
            (
                "create",
                "{\"username\":\"\(number.isMultiple(of: 2) ? name : "g\(number)")\","
                    + "\"password\":\"correct horse\"}"
            )
        case .reset:
            ("reset_password", "{\"username\":\"\(name)\",\"new_password\":\"mine now \(number)\"}")
        case .link: ("link/\(1_000_000_000 + number)", "{\"device\":\"mine\"}")
        }
    }
}

/// An attacker at an address of its own, who makes one call after the other.
struct Guesser {
    /// The pause before the next call.
    private static let pause = Duration.milliseconds(20)
    private static let fields = "Content-Type: application/json\r\nHost: localhost\r\n"

    private let host: UInt32
    private let port: UInt16
    private let key: String
    private let victims: [String]
    private var number: Int
    private var socket: CInt = -1
    private var answer: [UInt8] = []
    /// The call without an answer so far, and its victim.
    private var open: (guess: Guess, victim: String)?
    private var next = ContinuousClock.now
    /// The statuses of answers, each with its number.
    private(set) var statuses: [Guess: [Int: Int]] = [:]
    /// The passwords that the server compared, by name.
    private(set) var compared: [String: Int] = [:]
    /// The attempts that were not refused for their number.
    private(set) var attempts = 0

    init(_ index: Int, port: UInt16, key: String, victims: [String]) {
        host = 0x7F00_0101 + UInt32(index)
        self.port = port
        self.key = key
        self.victims = victims
        number = index * 100_000
    }

    mutating func act() {
        if open != nil { return readAnswer() }
        guard next <= .now else { return }
        next = .now + Self.pause
        if socket < 0 { connectAgain() }
        guard socket >= 0 else { return }
        number += 1
        let guess = Guess.allCases[number % Guess.allCases.count]
        let victim = victims[number / Guess.allCases.count % victims.count]
        let (path, body) = guess.call(of: victim, number)
        let words = Array(
            """
            POST /1/tictactoe/\(path)/ HTTP/1.1\r\nX-Simperium-API-Key: \(key)\r\n\(Self.fields)\
            Content-Length: \(body.utf8.count)\r\n\r\n\(body)
            """.utf8)
        guard unsafe send(socket, words, words.count, CInt(MSG_NOSIGNAL)) == words.count else {
            return hangUp()
        }
        open = (guess, victim)
    }

    private mutating func connectAgain() {
        guard let descriptor = connectLocally(from: host, to: port) else { return }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        socket = descriptor
    }

    private mutating func hangUp() {
        close(socket)
        (socket, open, answer) = (-1, nil, [])
    }

    /// Reads the answer as far as it has come.
    private mutating func readAnswer() {
        var room = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe recv(socket, &room, room.count, 0)
        if count < 0, errno == EAGAIN { return }
        guard count > 0 else { return hangUp() }
        answer += room.prefix(count)
        let text = String(decoding: answer, as: UTF8.self)
        guard let end = text.firstRange(of: "\r\n\r\n") else { return }
        let head = text[..<end.lowerBound].lowercased()
        let length = head.firstRange(of: "content-length: ").flatMap {
            Int(head[$0.upperBound...].prefix { $0.isNumber })
        }
        guard text[end.upperBound...].utf8.count >= length ?? 0 else { return }
        if let status = Int(head.dropFirst(9).prefix(3)) { addAnswer(status) }
        if head.contains("connection: close") { return hangUp() }
        (open, answer) = (nil, [])
    }

    private mutating func addAnswer(_ status: Int) {
        guard let (guess, victim) = open else { return }
        statuses[guess, default: [:]][status, default: 0] += 1
        // A reset with the wrong key guesses nothing, and a code counts against the address alone.
        guard guess != .reset, status != 429, status != 503 else { return }
        if !(guess == .signUp && status == 200) { attempts += 1 }
        if guess == .password { compared[victim, default: 0] += 1 }
    }
}

/// Has fifty addresses guess until their time is over, and prints the results.
func guess(port: UInt16, seconds: Int, key: String, victims: [String]) {
    var guessers = (0..<50).map { Guesser($0, port: port, key: key, victims: victims) }
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
        for index in guessers.indices { guessers[index].act() }
        usleep(2_000)
    }
    for guess in Guess.allCases {
        var counts: [Int: Int] = [:]
        for guesser in guessers {
            counts.merge(guesser.statuses[guess] ?? [:], uniquingKeysWith: +)
        }
        let words = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value) times" }
        print("\(guess.rawValue): \(words.joined(separator: ", "))")
    }
    var names: [String: Int] = [:]
    for guesser in guessers { names.merge(guesser.compared, uniquingKeysWith: +) }
    print("most attempts of an address: \(guessers.map(\.attempts).max() ?? 0)")
    print("most guesses at a name: \(names.values.max() ?? 0)")
}
