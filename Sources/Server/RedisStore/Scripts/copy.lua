-- The writes of a copy: parts of another store, in the order of `StoreCopyPart`.

-- Inserts a bucket. Does nothing if the bucket exists, because a copy may send a bucket twice.
function writes.keepBucket(bucket, head, floor, count, mirrors, stamp, beginning, emptyings)
  if bucketState(bucket) then return end
  local s = addBucket(bucket)
  s.head, s.floor, s.cut = head, floor, floor
  s.count, s.mirrors, s.stamp = tonumber(count), tonumber(mirrors), tonumber(stamp)
  s.beginning = tonumber(beginning)
  for _, change in ipairs(emptyings) do redis.call('RPUSH', S..':y/'..s.n, change) end
  saveState(bucket, s)
end

-- Inserts an object, or replaces it, because a copy may send a key twice. The last element of
-- `changes` is the id of the last change.
function writes.keepObject(
  bucket, key, version, position, removed, stamp, object, owner, sharing, changes
)
  local n = bucketState(bucket).n
  local last = table.remove(changes)
  redis.call('UNLINK', S..':c/'..n..'/'..key)
  for _, change in ipairs(changes) do redis.call('RPUSH', S..':c/'..n..'/'..key, change) end
  redis.call('HSET', S..':e/'..n, key, table.concat({version, position, removed, stamp, last}, ' '))
  setOrDelete(S..':j/'..n, key, object)
  redis.call('ZADD', S..(removed == '1' and ':r/' or ':i/')..n, 0, position..key)
  setOrDelete(S..':o/'..n, key, owner)
  setOrDelete(S..':g/'..n, key, sharing)
  setOwned(bucket, n, key, owner ~= '' and removed == '0')
end

-- Adds the positions of a shared object's copies to its sharing. Data of versions up to 0.2 lacks
-- them.
function writes.joinCopies(bucket, key)
  local app, _, name = parts(bucket)
  local sharings = S..':g/'..bucketState(bucket).n
  local lines = {}
  for line in string.gmatch(redis.call('HGET', sharings, key), '[^\n]+') do
    local user, right, position = string.match(line, '^(%S+) (%S+) (%S+)$')
    local copies = bucketState(app..'/'..user..'/'..name)
    local row = copies and redis.call('HGET', S..':e/'..copies.n, key)
    if row then _, position = objectRow(row) end
    lines[#lines + 1] = table.concat({user, right, position}, ' ')
  end
  redis.call('HSET', sharings, key, table.concat(lines, '\n'))
end

function writes.keepVersion(bucket, key, version, object)
  redis.call('HSET', S..':v/'..bucketState(bucket).n..'/'..key, version, object)
end

function writes.keepChange(bucket, key, position, version, previous, change, entry, author)
  local app, user, name = parts(bucket)
  local s = bucketState(bucket)
  local last = redis.call('XREVRANGE', S..':l/'..s.n, '+', '-', 'COUNT', 1)[1]
  local id = streamID(position)
  if last and last[1] == id then return end
  redis.call('XADD', S..':l/'..s.n, id, 'k', key, 'v', version, 'p', previous, 'c', change,
    'e', entry, 'a', author)
  redis.call('ZADD', S..':f/'..app..'/'..name, 0, position..user)
  s.logged = s.logged + 1
  saveState(bucket, s)
end

function writes.keepBan(target, line)
  redis.call('HSET', H..':bans', target, line)
  redis.call('HINCRBY', H, 'bans', 1)
end
