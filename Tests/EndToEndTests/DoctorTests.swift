import Testing

@Suite("Doctor")
struct DoctorTests {
    @Test("It tells each setting and who set it, and finds no server where there is none")
    func origins() throws {
        let machine = try Machine()
        try machine.configure("# mine\ntheme = light\nname = lin\n")
        let settings = ["TICTACTOE_QUICK": "yes", "TICTACTOE_THEMES": "dark"]
        let talker = try Talker(
            ["doctor", "--server", "127.0.0.1:1"], on: machine, environment: settings)
        #expect(talker.hearsTheEnd() == 1)
        let lines = talker.heard.split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }
        for line in [
            "theme light \(machine.home)/.config/tictactoe/config:2",
            "name lin \(machine.home)/.config/tictactoe/config:3",
            "quick yes TICTACTOE_QUICK", "sound yes default",
            "server 127.0.0.1:1 command line",
            "TICTACTOE_THEMES means nothing: there is no such setting",
            "TERM=xterm: a screen, 16 colours, UTF-8",
            "ws://127.0.0.1:1/: nobody listens at the server's address",
        ] { #expect(lines.contains(line)) }
    }

    @Test("A wrong file is told with its line, and nothing is begun")
    func wrongFile() throws {
        let machine = try Machine()
        try machine.configure("name = lin\nthem = light\n")
        let talker = try Talker(["players"], on: machine)
        #expect(talker.hearsTheEnd() == 2)
        let place = "\(machine.home)/.config/tictactoe/config:2"
        #expect(
            talker.heard
                == "tictactoe: \(place): there is no setting \"them\"; did you mean theme?\n")
    }
}
