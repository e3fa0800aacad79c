-- The servers' reports about their halls, on the home shard. The hash :halls contains hall -> time
-- of the report in milliseconds, line.
--
-- ARGV: the number of each hall with its line; an empty line removes the hall's report. Returns
-- DONE, and the hall, age in milliseconds and line of each report of the last ten seconds.
local HALLS = H..':halls'
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
for index = 1, #ARGV, 2 do
  if ARGV[index + 1] == '' then
    redis.call('HDEL', HALLS, ARGV[index])
  else
    redis.call('HSET', HALLS, ARGV[index], text(now)..' '..ARGV[index + 1])
  end
end

local lines = {}
local known = redis.call('HGETALL', HALLS)
for index = 1, #known, 2 do
  local reported, line = string.match(known[index + 1], '^(%d+) (.*)$')
  local age = now - tonumber(reported or '0')
  if age < 10000 then
    lines[#lines + 1] = {known[index], text(math.max(age, 0)), line}
  else
    redis.call('HDEL', HALLS, known[index])
  end
end
return {'DONE', lines}
