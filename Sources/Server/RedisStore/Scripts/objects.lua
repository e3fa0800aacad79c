-- The writes to buckets. Each function of `writes` performs a case of `StoreWrite`, or a part.
local writes = {}

-- ARGV: the number of changes, and of removed objects, that a bucket keeps at least.
local logLength, mostRemovals = tonumber(ARGV[4]), tonumber(ARGV[5])
-- The number of excess changes from which on a log is trimmed.
local slack = math.min(logLength, 256)
local removalsPerTrim = 1024

local function saveState(bucket, s)
  local app, user, name = parts(bucket)
  redis.call('HSET', S..':b/'..app..'/'..user, name, table.concat({
    s.n, s.head, s.floor, text(s.count), text(s.mirrors), text(s.stamp), text(s.beginning),
    text(s.logged), s.cut
  }, ' '))
end

local function addBucket(bucket)
  local app, user = parts(bucket)
  redis.call('ZADD', H..':logs', 0, app..'/'..user)
  return {
    n = text(nextNumber(S)), head = ZERO, floor = ZERO, count = 0, mirrors = 0, stamp = 0,
    beginning = 1, logged = 0, cut = ZERO
  }
end

local function setOwned(bucket, n, key, isOwned)
  if isOwned then
    if redis.call('ZADD', S..':w/'..n, 0, key) == 1 then redis.call('ZADD', S..':w', 0, bucket) end
  elseif redis.call('ZREM', S..':w/'..n, key) == 1 then
    if redis.call('ZCARD', S..':w/'..n) == 0 then redis.call('ZREM', S..':w', bucket) end
  end
end

local function setOrDelete(hash, key, value)
  if value ~= '' then redis.call('HSET', hash, key, value) else redis.call('HDEL', hash, key) end
end

local function forgetObject(n, key)
  redis.call('HDEL', S..':e/'..n, key)
  redis.call('HDEL', S..':o/'..n, key)
  redis.call('HDEL', S..':g/'..n, key)
  redis.call('UNLINK', S..':c/'..n..'/'..key, S..':v/'..n..'/'..key)
end

-- Removes the first `count` changes of a log from the feed of all users. Returns the stream id of
-- the last of them; nil if the log is empty.
local function removeFromFeed(bucket, n, count)
  local app, user, name = parts(bucket)
  local first, last = '-', nil
  while count > 0 do
    -- A change may have a megabyte, so few are read at once.
    local changes = redis.call('XRANGE', S..':l/'..n, first, '+', 'COUNT', math.min(count, 16))
    if #changes == 0 then break end
    for _, change in ipairs(changes) do
      last = change[1]
      redis.call('ZREM', S..':f/'..app..'/'..name, positionOf(last)..user)
    end
    count = count - #changes
    first = '('..last
  end
  return last
end

-- Removes the changes of a log up to a stream id.
local function removeFromLog(n, last)
  local epoch, number = string.match(last, '^(%d+)-(%d+)$')
  redis.call('XTRIM', S..':l/'..n, 'MINID', epoch..'-'..text(tonumber(number) + 1))
end

local function trim(bucket, s)
  local excess = s.logged - logLength
  if excess < slack then return end
  local n = s.n
  local last = removeFromFeed(bucket, n, excess)
  local cut = positionOf(last)
  removeFromLog(n, last)
  s.logged = logLength
  if s.floor < cut then s.floor = cut end
  -- The versions of the objects whose removals were trimmed are no longer needed.
  local removed = redis.call('ZRANGEBYLEX', S..':r/'..n, '('..s.cut..'\255', '['..cut..'\255')
  for _, member in ipairs(removed) do
    redis.call('UNLINK', S..':v/'..n..'/'..string.sub(member, 25))
  end
  s.cut = cut
  excess = math.min(redis.call('ZCARD', S..':r/'..n) - mostRemovals, removalsPerTrim)
  if excess <= 0 then return end
  removed = redis.call(
    'ZRANGEBYLEX', S..':r/'..n, '-', '['..cut..'\255', 'LIMIT', 0, excess)
  for _, member in ipairs(removed) do
    local key = string.sub(member, 25)
    local version = objectRow(redis.call('HGET', S..':e/'..n, key))
    s.beginning = math.max(s.beginning, tonumber(version) + 1)
    forgetObject(n, key)
    redis.call('ZREM', S..':r/'..n, member)
  end
end

-- Appends a change. `outdated` contains versions, separated by commas. `previous`, `object`,
-- `owner`, `sharing` and `author` may be empty.
function writes.append(
  bucket, key, position, version, previous, change, entry, author, removed, object, owner, stamp,
  sharing, outdated
)
  local app, user, name = parts(bucket)
  local s = bucketState(bucket) or addBucket(bucket)
  local n = s.n
  -- This is the only command that may fail: if the position is not above the last one.
  redis.call('XADD', S..':l/'..n, streamID(position), 'k', key, 'v', version, 'p', previous,
    'c', change, 'e', entry, 'a', author)
  redis.call('ZADD', S..':f/'..app..'/'..name, 0, position..user)
  local row = redis.call('HGET', S..':e/'..n, key)
  if row then
    local oldVersion, oldPosition, wasRemoved, _, oldChange = objectRow(row)
    if wasRemoved == '1' then
      redis.call('ZREM', S..':r/'..n, oldPosition..key)
    else
      redis.call('ZREM', S..':i/'..n, oldPosition..key)
      if not string.find(outdated..',', ','..oldVersion..',', 1, true) then
        redis.call('HSET', S..':v/'..n..'/'..key, oldVersion, redis.call('HGET', S..':j/'..n, key))
      end
    end
    local changes = S..':c/'..n..'/'..key
    if redis.call('RPUSH', changes, oldChange) > 199 then redis.call('LTRIM', changes, -199, -1) end
    for old in string.gmatch(outdated, '%d+') do
      redis.call('HDEL', S..':v/'..n..'/'..key, old)
    end
  end
  redis.call('HSET', S..':e/'..n, key,
    table.concat({version, position, removed, stamp, change}, ' '))
  if removed == '1' then
    redis.call('HDEL', S..':j/'..n, key)
    redis.call('ZADD', S..':r/'..n, 0, position..key)
  else
    redis.call('HSET', S..':j/'..n, key, object)
    redis.call('ZADD', S..':i/'..n, 0, position..key)
  end
  setOrDelete(S..':o/'..n, key, owner)
  setOrDelete(S..':g/'..n, key, sharing)
  setOwned(bucket, n, key, owner ~= '' and removed == '0')
  local difference = (removed == '1' and 0 or 1) - (previous == '' and 0 or 1)
  local counter = string.sub(sharing, 1, 1) == '=' and 'mirrors' or 'count'
  s[counter] = s[counter] + difference
  s.head, s.stamp, s.logged = position, math.max(s.stamp, tonumber(stamp)), s.logged + 1
  trim(bucket, s)
  saveState(bucket, s)
end

function writes.forgetHistory(bucket, change)
  local s = bucketState(bucket)
  if not s then return end
  s.floor = s.head
  redis.call('RPUSH', S..':y/'..s.n, change)
  redis.call('LTRIM', S..':y/'..s.n, -20, -1)
  saveState(bucket, s)
end

function writes.forgetVersions(bucket, key)
  local s = bucketState(bucket)
  if s then redis.call('UNLINK', S..':v/'..s.n..'/'..key) end
end

local function changeOwner(bucket, key, change)
  local s = bucketState(bucket)
  local row = s and redis.call('HGET', S..':o/'..s.n, key)
  if not row then return end
  local lease, seat, restarts, secret, client =
    string.match(row, '^(%x+) (%d+) (%d+) (%S+) (.*)$')
  seat, restarts, secret = change(seat, restarts, secret)
  redis.call('HSET', S..':o/'..s.n, key,
    table.concat({lease, seat, restarts, secret, client}, ' '))
end

function writes.hold(bucket, key, seat, secret)
  changeOwner(bucket, key, function() return seat, '0', secret end)
end

function writes.countRestart(bucket, key)
  changeOwner(bucket, key, function(seat, restarts, secret)
    return seat, text(tonumber(restarts) + 1), secret
  end)
end

-- Changes the sharing of an object, unless the object is removed.
function writes.share(bucket, key, sharing)
  local s = bucketState(bucket)
  local row = s and redis.call('HGET', S..':e/'..s.n, key)
  if not row then return end
  local _, _, removed = objectRow(row)
  if removed == '0' then setOrDelete(S..':g/'..s.n, key, sharing) end
end

-- Drops a bucket. Later writes remove its remaining rows, by the bucket's number.
function writes.drop(bucket)
  local s = bucketState(bucket)
  if not s then return end
  local app, user, name = parts(bucket)
  redis.call('HDEL', S..':b/'..app..'/'..user, name)
  if redis.call('EXISTS', S..':b/'..app..'/'..user) == 0 then
    redis.call('ZREM', H..':logs', app..'/'..user)
  end
  redis.call('ZREM', S..':w', bucket)
  for _, kind in ipairs({'j', 'i', 'r', 'o', 'w', 'g', 'y'}) do
    redis.call('UNLINK', S..':'..kind..'/'..s.n)
  end
  redis.call('RPUSH', S..':garbage', s.n..' '..bucket)
end

-- Removes some rows of the first dropped bucket.
local function collectGarbage()
  local garbage = redis.call('LINDEX', S..':garbage', 0)
  if not garbage then return end
  local n, bucket = string.match(garbage, '^(%d+) (.*)$')
  local last = removeFromFeed(bucket, n, 64)
  if last then removeFromLog(n, last) end
  local keys = redis.call('HRANDFIELD', S..':e/'..n, 64)
  for _, key in ipairs(keys) do forgetObject(n, key) end
  if not last and #keys == 0 then
    redis.call('UNLINK', S..':l/'..n)
    redis.call('LPOP', S..':garbage')
  end
end

-- The ends of sessions: the hash :ends contains them by session, the zset :end in their order.
local function endPosition(stamp, number) return string.format('%015.0f%012.0f', stamp, number) end

function writes.endSeat(session, stamp, why, outcome, forgotten)
  local old = redis.call('ZRANGEBYLEX', S..':end', '-', '('..endPosition(forgotten + 1, 0))
  for _, member in ipairs(old) do
    redis.call('HDEL', S..':ends', string.sub(member, 28))
    redis.call('ZREM', S..':end', member)
  end
  local row = redis.call('HGET', S..':ends', session)
  if row then
    local oldStamp, oldNumber = string.match(row, '^(%-?%d+) (%d+) ')
    redis.call('ZREM', S..':end', endPosition(oldStamp, oldNumber)..session)
  end
  local number = nextNumber(S)
  redis.call('HSET', S..':ends', session,
    table.concat({stamp, text(number), why, outcome}, ' '))
  redis.call('ZADD', S..':end', 0, endPosition(stamp, number)..session)
end

-- The pending inserts of all shards, on the home shard. The hash :d/APP/USER/NAME contains the
-- inserts into a bucket by key, the zset :due the inserts that are due, in their order. A shard may
-- add an insert again after home has settled it. Then home settles it again.
local function duePosition(number, bucket, key)
  return string.format('%012.0f', number)..bucket..'/'..key
end

local function pendingRow(row) return string.match(row, '^(%d+) (%d) (.*)$') end

local function removePending(bucket, key)
  local row = redis.call('HGET', H..':d/'..bucket, key)
  if not row then return end
  redis.call('HDEL', H..':d/'..bucket, key)
  redis.call('ZREM', H..':due', duePosition(pendingRow(row), bucket, key))
end

local function addPending(bucket, key, number, isDue, object)
  redis.call('HSET', H..':d/'..bucket, key, table.concat({number, isDue, object}, ' '))
  if isDue == '1' then redis.call('ZADD', H..':due', 0, duePosition(number, bucket, key)) end
end

function writes.owe(bucket, key, isDue, object)
  if redis.call('HEXISTS', H..':d/'..bucket, key) == 1 then return end
  addPending(bucket, key, text(nextNumber(H)), isDue, object)
end

function writes.assign(bucket, other)
  local rows = redis.call('HGETALL', H..':d/'..bucket)
  for index = 1, #rows, 2 do
    local key = rows[index]
    local number, _, object = pendingRow(rows[index + 1])
    removePending(bucket, key)
    removePending(other, key)
    addPending(other, key, number, '1', object)
  end
end

function writes.settle(bucket, key)
  local s = bucketState(bucket)
  if s and redis.call('HEXISTS', S..':e/'..s.n, key) == 1 then removePending(bucket, key) end
end

-- Removes a pending insert, or all pending inserts of the bucket if the key is empty.
function writes.forgive(bucket, key)
  if key ~= '' then return removePending(bucket, key) end
  for _, each in ipairs(redis.call('HKEYS', H..':d/'..bucket)) do removePending(bucket, each) end
end
