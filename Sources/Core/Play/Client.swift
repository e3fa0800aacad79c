package import Clockwork
package import Commands
package import Drawing
internal import Game

/// A player's whole program as one value: keys and time in, pictures and wishes out.
package struct Client: Sendable {
    package enum Event: Hashable, Sendable {
        case key(KeyEvent)
        case resized(Size)
        /// The time of `nextDeadline` has come.
        case wake
        /// Somebody outside wants the program to end, or its terminal is gone.
        case hangUp
    }

    package enum Effect: Hashable, Sendable {
        case useTheme(Theme)
        /// Paint everything anew: the screen may not show what was painted.
        case redraw
        /// Give the terminal back until the program is told to go on.
        case suspend
        /// End the program, with this line left on the terminal.
        case leave(ExitStatus, lastLine: String?)
    }

    /// What the program opens with.
    package enum Opening: Hashable, Sendable {
        case menu
        case table(Table.Opponent)
    }

    enum Scene: Hashable {
        case menu(Menu)
        case table(Table)
    }

    private(set) var scene: Scene
    private(set) var isHelpShown = false
    private(set) var size: Size
    private(set) var theme: Theme
    private var random: SeededRandom
    private let opening: Opening

    package init(opening: Opening, size: Size, theme: Theme = .dark, seed: UInt64) {
        self.opening = opening
        self.size = size
        self.theme = theme
        random = SeededRandom(seed: seed)
        switch opening {
        case .menu: scene = .menu(Menu())
        case .table(let opponent):
            scene = .table(Table(against: opponent, seed: random.next()))
        }
    }

    package var nextDeadline: Instant? {
        switch scene {
        case .menu: nil
        case .table(let table): table.nextDeadline
        }
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .key(let event): return press(event, at: now)
        case .resized(let size):
            self.size = size
            return []
        case .wake:
            if case .table(var table) = scene {
                table.wake(at: now)
                scene = .table(table)
            }
            return []
        case .hangUp: return [leave]
        }
    }
}

extension Client {
    private mutating func press(_ event: KeyEvent, at now: Instant) -> [Effect] {
        switch event {
        case .key(let key, let modifiers):
            guard let intent = intent(of: KeyStroke(key, modifiers)) else { return [] }
            return perform(intent, at: now)
        case .mouse(.press(.left), let point, _):
            click(point, at: now)
            return []
        // A paste never plays moves, and there is nothing yet to type a text into.
        case .mouse, .paste: return []
        }
    }

    private func intent(of stroke: KeyStroke) -> Intent? {
        keyRows.lazy.compactMap { $0.intent(of: stroke) }.first
    }

    private mutating func perform(_ intent: Intent, at now: Instant) -> [Effect] {
        switch intent {
        case .help:
            isHelpShown.toggle()
            return []
        case .quit where isHelpShown, .back where isHelpShown:
            isHelpShown = false
            return []
        case .quit: return [leave]
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .nextTheme:
            theme = theme.next
            return [.useTheme(theme)]
        case .move, .nextItem, .previousItem, .choose, .confirm, .nextRound, .resign, .back:
            isHelpShown = false
            return performInScene(intent, at: now)
        }
    }

    private mutating func performInScene(_ intent: Intent, at now: Instant) -> [Effect] {
        switch scene {
        case .menu(let menu): return perform(intent, in: menu)
        case .table(var table):
            if intent == .back, table.question == nil {
                guard opening == .menu else { return [leave] }
                scene = .menu(Menu())
                return []
            }
            table.handle(intent, at: now)
            scene = .table(table)
            return []
        }
    }

    private mutating func perform(_ intent: Intent, in menu: Menu) -> [Effect] {
        var menu = menu
        switch intent {
        case .move(.up), .previousItem: menu.step(-1)
        case .move(.down), .nextItem: menu.step(1)
        case .confirm:
            guard let opponent = menu.chosen.opponent else { return [leave] }
            scene = .table(Table(against: opponent, seed: random.next()))
            return []
        // Esc never ends the program.
        case .back, .move(.left), .move(.right), .choose, .nextRound, .resign, .help, .nextTheme,
            .redraw, .suspend, .quit:
            break
        }
        scene = .menu(menu)
        return []
    }

    private mutating func click(_ point: Point, at now: Instant) {
        guard case .table(var table) = scene, !isHelpShown else { return }
        guard let square = TableScreen(table, size: size).square(at: point) else { return }
        table.point(at: square, at: now)
        scene = .table(table)
    }

    private var leave: Effect {
        guard case .table(let table) = scene else { return .leave(.done, lastLine: nil) }
        return .leave(.done, lastLine: table.resultLine)
    }
}

extension Theme {
    /// The next of the themes that come with the program, after the last one the first.
    fileprivate var next: Theme {
        let index = Theme.builtIn.firstIndex { $0.name == name } ?? -1
        return Theme.builtIn[(index + 1) % Theme.builtIn.count]
    }
}
