#define NCURSES_WIDECHAR 1
#include <curses.h>

// `stdscr` is a mutable global, which Swift 6 refuses to touch directly.
static inline WINDOW *ttt_stdscr(void) { return stdscr; }
