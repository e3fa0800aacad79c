#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast macro, which Swift does not import.
static inline sqlite3_destructor_type ttt_sqlite_transient(void) { return SQLITE_TRANSIENT; }

// An address that lasts, for a text of no characters: SQLite reads a null address as NULL.
static inline const char *ttt_empty_text(void) { return ""; }

// Takes variable arguments, which Swift does not import.
static inline int ttt_sqlite_leave_log(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
