import Glibc
import Visitors

/// Strangers who mean a door no good, all at once, until their time is over.
///
///     Attackers PORT SECONDS SOCKETS
///     Attackers hoard|flood|knock|beat|pipeline PORT SECONDS APP TOKEN
///
/// The second kind mean a server no good: see `Greed`.
///
/// `SOCKETS` is how many connections there are of each kind of stranger that speaks no ssh, which
/// come again when they are hung up on; a tenth as many come in by ssh and misbehave there. Says at
/// the end how often each was hung up on.
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
