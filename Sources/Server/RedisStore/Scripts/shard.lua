-- The beginning of all scripts.
--
-- KEYS[1] is a shard: a hash, whose name all other keys of the shard begin with. Its fields:
--   owner, term   the generation of the writer, and the number of its ownership
--   writes        the number of write scripts since the claim
--   run           the life of Redis that was claimed last
--   numbers       the last number of a bucket or an end
-- KEYS[2] is the first shard, home, which may be the same. The keys of nodes, users, bans, halls
-- and pending inserts begin with it, and it has these fields besides:
--   last          the last number that was given out
--   numbered      the life of Redis that gave it out
--   numbers       also the last number of a token, a link or a pending insert
--   format        the format of the data
--   unfinished    1 while the data is an incomplete copy
--   held          the end of the time that the data is reserved for a copy
--   bans          the number of changes of the list of bans
--
-- Positions in logs are 24 hex digits, so that their order is that of the bytes.
local S, H = KEYS[1], KEYS[2]

local function text(number) return string.format('%.0f', number) end

-- Returns the answer to a script of a former owner, or behind a script that was refused; nil if
-- the caller is the owner. ARGV: generation, term, number of writes.
local function refusal()
  local shard = redis.call('HMGET', S, 'owner', 'term', 'writes')
  if shard[1] ~= ARGV[1] or shard[2] ~= ARGV[2] then return {'FENCED'} end
  if shard[3] ~= ARGV[3] then return {'BEHIND'} end
end

local function nextNumber(shard) return redis.call('HINCRBY', shard, 'numbers', 1) end

-- A bucket is named APP/USER/NAME. It has a number, which its keys contain:
--   :e/N  hash    key -> version, position, 1 if removed, time, id of the last change
--   :j/N  hash    key -> JSON, of present objects
--   :i/N  zset    position and key of present objects
--   :r/N  zset    position and key of removed objects
--   :o/N  hash    key -> lease, session, restarts, secret, client id of the owner
--   :w/N  zset    keys of present objects with an owner
--   :g/N  hash    key -> sharing
--   :l/N  stream  the log; the ids are positions
--   :y/N  list    the ids of the last emptyings
--   :v/N/KEY hash version -> JSON of an earlier version
--   :c/N/KEY list ids of the earlier changes
-- The hash :b/APP/USER has the states of a user's buckets by their names; the zset :w all buckets
-- with owned objects; and the zset :f/APP/NAME the position and the user of each change in any
-- bucket of that name. At home the zset :logs has all APP/USER with buckets in any shard.
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

-- Returns version, position, removed, time and change id of an object.
local function objectRow(row) return string.match(row, '^(%d+) (%x+) (%d) (%-?%d+) (.*)$') end

local ZERO = string.rep('0', 24)

-- Returns the id of a position in a stream.
local function streamID(position)
  return text(tonumber(string.sub(position, 1, 8), 16))..'-'..
    text(tonumber(string.sub(position, 9), 16))
end
