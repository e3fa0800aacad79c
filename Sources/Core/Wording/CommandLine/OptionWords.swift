/// What each option is for, and what holds without it: `--help`, the manual and the completions say
/// so.
package enum OptionWords {
    package static let server = "play on this server, not on the one of this machine"
    package static let port = "the port of this machine's server, if none is named"
    package static let name = "what the others call you"
    package static let vs = "challenge this person as soon as they are there"
    package static let lobbyTokenFile = "the token of a closed lobby is in this file"
    package static let insecureAccount =
        "send passwords to another machine unencrypted, where anybody may listen"
    package static let passwordFile = "the password is the first line of this file"
    package static let force = "sign out though something was not sent"
    package static let theme = "how it looks, by a name or ./FILE; the key t tries them all"
    package static let key = "do this with another key, as in resign=Q; several times"
    package static let ascii = "draw with ASCII characters only"
    package static let color = "do without colours"
    package static let mouse = "leave the mouse to the terminal"
    package static let sound = "stay silent when it is your move"
    package static let quick = "a number places at once, without Enter"
    package static let keypad = "number the squares as a keypad, with 7 8 9 on top"
    package static let plain = "talk in lines of text: for screen readers and scripts"
    package static let quiet = "leave no line behind at the end"
    package static let follow = "stay, and tell every change"
    package static let json = "one JSON object per line, for programs"
    package static let format = "how the round is written down"
    package static let listen = "serve here; may be given several times"
    package static let ssh = "let guests in by ssh here"
    package static let door = "let nobody in by ssh"
    package static let store = "keep everything in this file, or nowhere"
    package static let app = "serve this app, too; may be given several times"
    package static let tlsCert = "serve TLS with this certificate"
    package static let tlsKey = "the certificate's key"
    package static let log = "how the lines of the log are written"
    package static let idleExit = "leave when nobody has been here for N seconds"
    package static let maxConnections = "at most this many connections"
    package static let maxPerAddress = "the same from one address"
    package static let maxMemory = "at most so many bytes wait for readers, all together"
    package static let status = "tell how the server on this machine is doing"
    package static let stop = "end the server on this machine"
    package static let hostKey = "the key that shows guests it is still us"
    package static let bans = "keep out whom this file names, by address or key"
    package static let trustedProxy =
        "believe proxies at these addresses for whom they speak; several times"
    package static let allowOrigin =
        "let pages of this site use a server that is for this machine only; several times"
    package static let keys = "the keys of the apps are in this file"
    package static let doorTokenFile = "what a door on another machine is known by is in this file"
    package static let maxGuests = "at most this many guests by ssh"
    package static let maxGuestsPerAddress = "the same from one address"
    package static let players = "how many play"
    package static let watchers = "how many watch"
    package static let movesPerSecond = "how many moves they make together"
    package static let breaksPerMinute = "how often a line breaks, a program stops or is killed"
    package static let seconds = "for how long"
    package static let config = "read this instead of your own configuration file"
    package static let record =
        "record all that happens in this new file; a server and a door take a folder"
    package static let replay = "say whether all that was recorded in this file comes out the same"
    package static let help = "tell about a command"
    package static let version = "tell which version this is"
}

extension OptionWords {
    /// What holds if nothing is said, where it depends on something else.
    package enum Usual {
        package static let name = "as you are called on this machine"
        package static let theme = "dark, or what suits the terminal's background"
        package static let ascii = "as the locale says"
        package static let color = "as the terminal can"
        package static let listen = "everywhere, at --port"
        package static let partOfMachine = "an eighth of what the machine has, at least 67108864"
        package static let inDataFolder = "in the data directory"
    }
}
