import Play
import Testing

/// What a person sees, letter by letter, at each of the sizes that have a layout of their own.
@Suite("Screens")
struct ScreenTests {
    @Test("The table in a window of the usual size")
    func usualSize() {
        #expect(
            screen(rows: 24, columns: 80) == """
                 tictactoe ▸ two at this keyboard                                       round 1


                       ██   ██  │           │   █████
                        ██ ██   │           │  ██   ██       X TO MOVE
                         ███    │     2     │  ██   ██
                        ██ ██   │           │  ██   ██       O  circle                  0
                       ██   ██  │           │   █████        X  cross                   0
                     ───────────┼───────────┼───────────        draws                   0
                        █████   │   █████   │┌         ┐
                       ██   ██  │  ██   ██  │
                       ██   ██  │  ██   ██  │     6          MOVES
                       ██   ██  │  ██   ██  │                 1 O 5       2 X 1
                        █████   │   █████   │└         ┘      3 O 3       4 X 7
                     ───────────┼───────────┼───────────      5 O 4
                       ██   ██  │           │
                        ██ ██   │           │
                         ███    │     8     │     9
                        ██ ██   │           │
                       ██   ██  │           │

                 X in square 6: Enter places it.
                ────────────────────────────────────────────────────────────────────────────────
                 ←↓↑→ choose  Enter place  R resign  Esc back  q quit  t theme  ? help
                """)
    }

    @Test("The table in a quarter of the usual window")
    func compact() {
        #expect(
            screen(rows: 12, columns: 40) == """
                 O circle 0–0 cross X
                 X TO MOVE
                            ▚▞  │  2   │  ▛▜
                            ▞▚  │      │  ▙▟
                          ──────┼──────┼──────
                            ▛▜  │  ▛▜  │[ 6  ]
                            ▙▟  │  ▙▟  │[    ]
                          ──────┼──────┼──────
                            ▚▞  │  8   │  9
                            ▞▚  │      │
                 X in square 6: Enter places it.
                 ←↓↑→ choose  Enter place  R resign
                """)
    }

    @Test("The table where there is room for letters only")
    func tiny() {
        #expect(
            screen(rows: 8, columns: 20) == """
                X TO MOVE
                     X │ 2 │ O
                    ───┼───┼───
                     O │ O │[6]
                    ───┼───┼───
                     X │ 8 │ 9

                 ←↓↑→ Enter R Esc q
                """)
    }

    @Test("Too small a window says what is needed")
    func tooSmall() {
        #expect(screen(rows: 3, columns: 12) == "needs 20x8\n\n")
    }

    @Test("A round that is won shows its line")
    func won() {
        var robot = Robot(.table(.samePerson), rows: 18, columns: 44)
        for number in ["5", "1", "3", "2", "7"] { robot.press(number, "enter") }

        #expect(
            robot.screen == """
                 O circle 1–0 cross X
                 O WINS

                            █ █  │  █ █  │░░███░░
                             █   │   █   │░░█░█░░
                            █ █  │  █ █  │░░███░░
                          ───────┼───────┼───────
                                 │░░███░░│
                                 │░░█░█░░│
                                 │░░███░░│
                          ───────┼───────┼───────
                          ░░███░░│       │
                          ░░█░█░░│       │
                          ░░███░░│       │


                 Enter plays another round; the other side…
                 Enter next round  Esc back  q quit
                """)
    }

    private func screen(rows: Int, columns: Int) -> String {
        var robot = Robot(.table(.samePerson), rows: rows, columns: columns)
        for number in ["5", "1", "3", "7", "4"] { robot.press(number, "enter") }
        robot.press("6")
        return robot.screen
    }
}
