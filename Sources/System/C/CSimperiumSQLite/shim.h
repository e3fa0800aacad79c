#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast macro, which Swift does not import.
static inline sqlite3_destructor_type ttt_sqlite_transient(void) { return SQLITE_TRANSIENT; }

// Returns a lasting address for an empty text: SQLite reads a null address as NULL.
static inline const char *ttt_empty_text(void) { return ""; }

// Takes variable arguments, which Swift does not import.
static inline int ttt_sqlite_leave_log(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

// Must come before anything else of SQLite.
static inline int ttt_sqlite_count_no_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// Reads the write-ahead log and writes the same bytes again, then syncs them.
static inline int ttt_sqlite_rewrite_journal(sqlite3 *database) {
    sqlite3_file *file = 0;
    char page[4096];
    sqlite3_int64 size = 0;
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
    if (code != SQLITE_OK || !file || !file->pMethods) return code;
    code = file->pMethods->xFileSize(file, &size);
    for (sqlite3_int64 at = 0; code == SQLITE_OK && at < size; at += sizeof page) {
        int count = size - at < (sqlite3_int64)sizeof page ? (int)(size - at) : (int)sizeof page;
        code = file->pMethods->xRead(file, page, count, at);
        if (code == SQLITE_OK) code = file->pMethods->xWrite(file, page, count, at);
    }
    return code == SQLITE_OK ? file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) : code;
}
