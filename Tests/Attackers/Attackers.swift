import Glibc
import Visitors

/// A program that attacks an SSH door or a server with many connections for a given time.
///
///     Attackers PORT SECONDS SOCKETS
///     Attackers hoard|flood|knock|beat|pipeline PORT SECONDS APP TOKEN
///     Attackers guess PORT SECONDS KEY NAME...
///
/// The first form attacks a door. `SOCKETS` is the number of connections for each `Greeting`; a
/// tenth as many sign in by ssh and misbehave there. A connection that the door closes is opened
/// again. The second form attacks a server with one kind of `Greed`.
///
/// At the end it prints the number of closed connections for each kind.
@main
struct Attackers {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        let all = CommandLine.arguments
        if all.count == 6, let greed = Greed(rawValue: all[1]), let port = UInt16(all[2]),
            let seconds = Int(all[3])
        {
            return hoard(greed, port: port, seconds: seconds, app: all[4], token: all[5])
        }
        if all.count > 5, all[1] == "guess", let port = UInt16(all[2]), let seconds = Int(all[3]) {
            return guess(port: port, seconds: seconds, key: all[4], victims: Array(all[5...]))
        }
        let words = all.dropFirst().compactMap { UInt16($0) }
        guard words.count == 3 else { return print("Attackers PORT SECONDS SOCKETS") }
        var strangers = Greeting.allCases.flatMap { greeting in
            (0..<Int(words[2])).map { _ in Stranger(greeting, port: words[0]) }
        }
        var rowdies = Mischief.allCases.flatMap { mischief in
            (0..<max(1, Int(words[2]) / 10)).map { _ in Rowdy(mischief, port: words[0]) }
        }
        let end = ContinuousClock.now + .seconds(Int(words[1]))
        while ContinuousClock.now < end {
            for place in strangers.indices { strangers[place].act() }
            for place in rowdies.indices { rowdies[place].act() }
            usleep(5_000)
        }
        for greeting in Greeting.allCases {
            let ends = strangers.filter { $0.greeting == greeting }.map(\.ends).reduce(0, +)
            print("\(greeting.rawValue): hung up on \(ends) times")
        }
        for mischief in Mischief.allCases {
            let ends = rowdies.filter { $0.mischief == mischief }.map(\.ends).reduce(0, +)
            print("\(mischief.rawValue): hung up on \(ends) times")
        }
    }
}
