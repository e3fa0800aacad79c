// Without this, the functions for characters beyond ASCII are missing.
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <wchar.h>

// Mutable globals, which Swift 6 refuses to touch directly.
static inline WINDOW *ttt_stdscr(void) { return stdscr; }
static inline FILE *ttt_stdin(void) { return stdin; }
static inline FILE *ttt_file(int descriptor) { return fdopen(descriptor, "w"); }
static inline int ttt_colors(void) { return COLORS; }

// Cast macros, which Swift does not import.
static const uint32_t ttt_bold = WA_BOLD;
static const uint32_t ttt_dim = WA_DIM;
static const uint32_t ttt_reverse = WA_REVERSE;
static const uint32_t ttt_standout = WA_STANDOUT;
static const uint32_t ttt_underline = WA_UNDERLINE;

// A GNU extension, which Swift's Glibc module hides.
extern int memfd_create(const char *name, unsigned int flags);
static inline int ttt_memory_file(const char *name) {
    const unsigned int close_on_exec = 1;
    return memfd_create(name, close_on_exec);
}

// `ioctl` is variadic, which Swift cannot call.
static inline int ttt_window_size(int descriptor, struct winsize *size) {
    return ioctl(descriptor, TIOCGWINSZ, size);
}

// Writes a cell. Its text is an array inside a struct, which is simplest to fill in here. Pair
// numbers above 32767 need the extended form, which takes them by address.
static inline int ttt_put_cell(
    int row, int column, const wchar_t *text, uint32_t attributes, int pair) {
    cchar_t cell;
    if (setcchar(&cell, text, attributes, 0, &pair) != OK) return ERR;
    return mvwadd_wch(stdscr, row, column, &cell);
}
