-- Answers the queries of a copy from data of versions up to 0.2 (format 1). The answers have the
-- form of those of `read.lua`. The script only reads.
--
-- ARGV: three unused words; the name of the query, and its arguments.
--
-- The names of a log's keys begin with s1{APP/USER}. The key of this name is a hash. Its fields:
--   b/BUCKET  head, floor, beginning, bytes and time of a bucket
--   m/BUCKET  the number of copies of other users' objects in the bucket
--   q         exists while copies of shared objects are not written yet
--   z         exists if the user was deleted
-- Positions are ids of streams.
local former = {}
local F = string.match(H, '^(.*)2{s00}$')..'1'

local function log(bucket)
  local app, user, name = parts(bucket)
  return F..'{'..app..'/'..user..'}', name
end

-- Returns the bytes of a value in hex. A dash stands for no bytes.
local function bytes(hex)
  if hex == '-' then return '' end
  return (string.gsub(hex, '%x%x', function(pair) return string.char(tonumber(pair, 16)) end))
end

local function words(row)
  local list = {}
  for word in string.gmatch(row, '%S+') do list[#list + 1] = word end
  return list
end

-- Returns a user's row. A row of 0.2.0 has no generation and no places.
local function user(name, row)
  local app, id = string.match(name, '^([^/]*)/(.*)$')
  local w = words(row)
  local places = (w[12] or '-') == '-' and '' or string.gsub(w[12], ',', ' ')
  return {app, id, {
    'name', bytes(w[1]), 'folded', bytes(w[2]), 'rounds', w[3], 'blockSize', w[4], 'lanes', w[5],
    'salt', bytes(w[6]), 'result', bytes(w[7]), 'standing', w[8], 'until', w[9], 'since', w[10],
    'generation', w[11] or '1', 'places', places
  }}
end

function former.allUsers(last)
  local names, rows = {}, {}
  for _, name in ipairs(redis.call('HKEYS', F..'{accounts}:u')) do
    if name > last then names[#names + 1] = name end
  end
  table.sort(names)
  for index = 1, math.min(#names, 1000) do
    rows[index] = user(names[index], redis.call('HGET', F..'{accounts}:u', names[index]))
  end
  return rows
end

-- Returns a user's tokens. A row of 0.2.0 has only the user and the last use.
function former.tokens(app, id)
  local rows = {}
  local issued = redis.call('HGET', F..'{accounts}:k', app..'/'..id) or ''
  for _, digest in ipairs(words(issued)) do
    local w = words(redis.call('HGET', F..'{accounts}:t', digest))
    rows[#rows + 1] = {digest, {
      'app', app, 'user', id, 'used', w[2], 'since', w[3] or '0', 'device', bytes(w[4] or '-'),
      'address', bytes(w[5] or '-')
    }}
  end
  return rows
end

function former.links(app, id)
  local rows = {}
  local ids = redis.call('HGET', F..'{accounts}:l', app..'/'..id) or ''
  for number, link in ipairs(words(ids)) do
    local w = words(redis.call('HGET', F..'{accounts}:r', app..'/'..id..'/'..link))
    rows[#rows + 1] = link
    rows[#rows + 1] = table.concat(
      {text(number), w[4], string.sub(w[1], 1, 1), w[2], bytes(w[3])}, ' ')
  end
  return rows
end

-- Returns all remaining owners at once, because format 1 has no list of them.
function former.owners(last)
  local rows = {}
  for _, key in ipairs(redis.call('KEYS', F..'{*/*}')) do
    local name = string.match(key, '^[^{]*{([^/{}]*/[^/{}]*)}$')
    if name and name > last then rows[#rows + 1] = name end
  end
  table.sort(rows)
  return rows
end

function former.buckets(app, id)
  local key = F..'{'..app..'/'..id..'}'
  local names = {}
  -- A copy of a shared object that is not written yet would be lost.
  if redis.call('HEXISTS', key, 'q') == 1 then error({err = 'PENDING inserts into other logs'}) end
  if redis.call('HEXISTS', key, 'z') == 1 then return names end
  for _, field in ipairs(redis.call('HKEYS', key)) do
    local name = string.match(field, '^b/(.*)$')
    if name then names[#names + 1] = name end
  end
  return names
end

function former.bucket(bucket)
  local key, name = log(bucket)
  local row = redis.call('HGET', key, 'b/'..name) or '0-0 0-0 1 0 0'
  local head, floor, beginning, _, stamp =
    string.match(row, '^(%S+) (%S+) (%d+) (%d+) (%d+)$')
  local mirrors = tonumber(redis.call('HGET', key, 'm/'..name) or '0')
  return {
    positionOf(head), positionOf(floor),
    text(redis.call('HLEN', key..':o/'..name) - mirrors), text(mirrors), stamp, beginning
  }, redis.call('LRANGE', key..':y/'..name, 0, -1)
end

function former.keys(bucket, cursor)
  local key, name = log(bucket)
  local found = redis.call('HSCAN', key..':h/'..name, cursor, 'COUNT', 100)
  local keys = {}
  for index = 1, #found[2], 2 do keys[#keys + 1] = found[2][index] end
  return keys, found[1]
end

-- Returns the owner of an object by the object's lease. The row has three lines: the holder with
-- other values, the secret, the client id. The secret has a kind, a bucket and a digest.
local function owner(key, lease)
  local row = lease ~= '-' and redis.call('HGET', key..':s', lease)
  if not row then return false end
  local secret, client = string.match(row, '^[^\n]*\n([^\n]*)\n(.*)$')
  local kind, digest = string.match(secret, '^(%a+)/[^/]*/(%x*)$')
  local seat = kind == 'seat' and '1' or '0'
  return table.concat({positionOf(lease), seat, '0', digest or '-', client}, ' ')
end

function former.objects(bucket, limit, ...)
  local key, name = log(bucket)
  local rows, sum = {}, 0
  for _, object in ipairs({...}) do
    local head = redis.call('HGET', key..':h/'..name, object)
    if not head then return false end
    local version, position, removed, lease, _, stamp, change =
      string.match(head, '^(%d+) (%S+) (%d) (%S+) (%S+) (%d+) (%S+)$')
    local json = redis.call('HGET', key..':o/'..name, object)
    sum = sum + (json and #json or 0)
    if #rows > 0 and sum > tonumber(limit) then break end
    rows[#rows + 1] = {
      object, table.concat({version, positionOf(position), removed, stamp, change}, ' '), json,
      owner(key, lease), redis.call('HGET', key..':a/'..name, object),
      redis.call('LRANGE', key..':c/'..name..'/'..object, -199, -1),
      redis.call('HKEYS', key..':v/'..name..'/'..object)
    }
  end
  return rows
end

function former.version(bucket, version, object)
  local key, name = log(bucket)
  return redis.call('HGET', key..':v/'..name..'/'..object, version)
end

local function fields(list)
  local found = {}
  for index = 1, #list, 2 do found[list[index]] = list[index + 1] end
  return found
end

function former.changes(bucket, position, entries, limit)
  local key, name = log(bucket)
  local rows, sum, id = {}, 0, streamID(position)
  while true do
    local changes = redis.call('XRANGE', key..':l/'..name, '('..id, '+', 'COUNT', 16)
    for _, change in ipairs(changes) do
      local f = fields(change[2])
      sum = sum + #f.e
      if #rows > 0 and (#rows >= tonumber(entries) or sum > tonumber(limit)) then return rows, 1 end
      id = change[1]
      local previous = string.find(f.p or '', '^%d+%-%d+$') and positionOf(f.p) or ''
      -- An author's name follows an equals sign.
      local author = string.match(f.a or '', '^=(.*)$') or ''
      rows[#rows + 1] = {id, {
        'k', f.k, 'v', f.v, 'p', previous, 'c', f.c, 'e', f.e, 'a', author
      }}
    end
    if #changes < 16 then return rows, 0 end
  end
end

function former.bans()
  return redis.call('HGETALL', F..'{nodes}:b')
end

local arguments = {}
for index = 5, #ARGV do arguments[index - 4] = ARGV[index] end
return {'DONE', former[ARGV[4]](unpack(arguments))}
