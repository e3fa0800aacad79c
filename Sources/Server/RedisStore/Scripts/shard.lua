-- The beginning of all scripts.
--
-- KEYS[1] is the hash of a shard. The names of the shard's other keys begin with the name of this
-- hash. Its fields:
--   owner, term   the generation of the owner, and the number of its ownership
--   writes        the number of write scripts since the claim
--   run           the run of Redis in which the shard was last claimed
--   numbers       the last number of a bucket or of a session's end
-- KEYS[2] is the hash of the first shard, home; it may be the same hash. The names of the keys of
-- nodes, users, bans, halls and pending inserts begin with its name. Its additional fields:
--   last          the last number that a node received
--   numbered      the run of Redis in which `last` was set
--   numbers       also the last number of a token, a link or a pending insert
--   format        the format of the data
--   unfinished    1 while the data is an incomplete copy
--   held          the time until which the data is reserved for a copy
--   bans          the number of changes to the list of bans
--
-- A position in a log has 24 hex digits, so the order of the bytes is the order of the positions.
local S, H = KEYS[1], KEYS[2]

local function text(number) return string.format('%.0f', number) end

-- Returns FENCED if the caller is not the owner, BEHIND if an earlier script of the caller is
-- missing, and otherwise nil. ARGV: generation, term, number of writes.
local function refusal()
  local shard = redis.call('HMGET', S, 'owner', 'term', 'writes')
  if shard[1] ~= ARGV[1] or shard[2] ~= ARGV[2] then return {'FENCED'} end
  if shard[3] ~= ARGV[3] then return {'BEHIND'} end
end

local function nextNumber(shard) return redis.call('HINCRBY', shard, 'numbers', 1) end

-- A bucket is named APP/USER/NAME. It has a number N, which its keys contain:
--   :e/N  hash    key -> version, position, 1 if removed, time, id of the last change
--   :j/N  hash    key -> JSON, of present objects
--   :i/N  zset    position and key of present objects
--   :r/N  zset    position and key of removed objects
--   :o/N  hash    key -> lease, session, restarts, secret and client id of the owner
--   :w/N  zset    keys of present objects with an owner
--   :g/N  hash    key -> sharing
--   :l/N  stream  the log; the ids are positions
--   :y/N  list    the ids of the last emptyings
--   :v/N/KEY hash version -> JSON of an earlier version
--   :c/N/KEY list ids of the earlier changes
-- The hash :b/APP/USER contains the states of a user's buckets, by name. The zset :w contains the
-- buckets with owned objects. The zset :f/APP/NAME contains the position and the user of each
-- change in the buckets of that name. On the home shard, the zset :logs contains each APP/USER that
-- has buckets in any shard.
local function parts(bucket) return string.match(bucket, '^([^/]*)/([^/]*)/(.*)$') end

-- Returns the state of a bucket; nil if it does not exist.
local function bucketState(bucket)
  local app, user, name = parts(bucket)
  local row = redis.call('HGET', S..':b/'..app..'/'..user, name)
  if not row then return nil end
  local n, head, floor, count, mirrors, stamp, beginning, logged, cut =
    string.match(row, '^(%d+) (%x+) (%x+) (%-?%d+) (%-?%d+) (%-?%d+) (%d+) (%d+) (%x+)$')
  return {
    n = n, head = head, floor = floor, count = tonumber(count), mirrors = tonumber(mirrors),
    stamp = tonumber(stamp), beginning = tonumber(beginning), logged = tonumber(logged),
    cut = cut
  }
end

-- Returns the version, position, removal flag, time and change id in an object's row.
local function objectRow(row) return string.match(row, '^(%d+) (%x+) (%d) (%-?%d+) (.*)$') end

local ZERO = string.rep('0', 24)

-- Returns the stream id of a position.
local function streamID(position)
  return text(tonumber(string.sub(position, 1, 8), 16))..'-'..
    text(tonumber(string.sub(position, 9), 16))
end

-- Returns the position of a stream id.
local function positionOf(id)
  local epoch, number = string.match(id, '^(%d+)-(%d+)$')
  return string.format('%08x%016x', tonumber(epoch), tonumber(number))
end
