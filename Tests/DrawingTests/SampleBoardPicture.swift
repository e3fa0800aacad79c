import Drawing
import DrawingSamples

/// The picture of a board in play on 80 × 24 cells.
enum SampleBoardPicture {
    static let canvas = SampleBoard().draw()

    static let text = """
         tictactoe ▸ match        lin (X) against okafor (O)           ● in sync  41 ms
        ────────────────────────────────────────────────────────────────────────────────
              ██   ██  │           │   █████
               ██ ██   │           │  ██   ██       YOUR MOVE            clock 18 s
                ███    │     2     │  ██   ██
               ██ ██   │           │  ██   ██       X  lin    ██ ██ ·     2
              ██   ██  │           │   █████        O  okafor ██ ·  ·     1   ● here
            ───────────┼───────────┼───────────        first to 3     draws 4
                       │  ██   ██  │
                       │   ██ ██   │                MOVES
                 4     │    ███    │     6           1  X 5     2  O 3
                       │   ██ ██   │                 3  X 1     4  O 7
                       │  ██   ██  │
            ───────────┼───────────┼───────────     WATCHING  6
               █████   │           │┌         ┐      fatou, tomas + 4 guests
              ██   ██  │           │
              ██   ██  │     8     │     9           okafor: well played
              ██   ██  │           │
               █████   │           │└         ┘

         Move 5: X in cell 9, Enter places it. Nothing is sent before Enter.
        ────────────────────────────────────────────────────────────────────────────────
         ←↑↓→ or 1-9 choose   Enter place   R resign   d draw
         v who is watching   Esc lobby   ? help   q quit
        """
}
