import Commands
import Testing

@Suite("Help")
struct HelpTests {
    @Test("It fits into 80 columns", arguments: CommandName.allCases.map(Optional.some) + [nil])
    func width(command: CommandName?) {
        for line in HelpText(command).text.split(separator: "\n") { #expect(line.count <= 80) }
    }

    @Test("It looks like this")
    func looks() {
        #expect(
            HelpText(.bot).text == """
                tictactoe bot: play a bot: easy, medium, hard or perfect

                usage: tictactoe bot [LEVEL] [OPTION]...

                  --demo              have two bots play each other
                  --quick             a number places at once, without Enter
                  --theme THEME       how it looks, by a name or ./FILE; the key t tries them
                                      all (dark, or what suits the terminal's background)
                  --key PURPOSE=KEY   do this with another key, as in resign=Q; several times
                  --keypad            number the squares as a keypad, with 7 8 9 on top
                  --ascii             draw with ASCII characters only (as the locale says)
                  --no-color          do without colours (as many as the terminal has)
                  --no-mouse          leave the mouse to the terminal
                  --no-motion         have pieces and rows appear at once, not in steps
                  --plain             talk in lines of text: for screen readers and scripts
                  -q, --quiet         leave no line behind at the end
                  --record FILE       record all that happens in this new file; a server and a
                                      door take a folder
                  --config FILE       read this instead of your own configuration file
                  -h, --help          tell about a command

                For example: tictactoe bot perfect
                """)
    }
}
