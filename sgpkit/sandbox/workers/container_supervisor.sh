# Arguments: $1 address space and $2 file size in KiB, $3 processor seconds of the tree, $4 open files, $5 seconds to live,
# or "input" to live until the end of input, $6 bytes of the archive of files, $7 maximum number of files to collect,
# $8 number of patterns, then the patterns, the program and its arguments. The first line of input is the mark, which must
# not appear in a command line. The script refuses to run unless it is the first process of a container, because its
# `kill -1` would end all processes of a user.
#
# It writes to standard error: samples of the usage while the program runs; then the mark, the exit status, the number of
# processes killed for lack of memory, and the microseconds used; then the files, as `bubblewrap_process` reports them.
# `clock` counts microseconds, at most one second per sample, so that a program does not seem idle because the machine was
# suspended or this shell had to wait. Samples equal to the last one are sent at growing intervals, and none after a quarter
# of an hour, when the clock stops too, because no one reads them while a service has no request.
[[ $$ == 1 ]] || { echo 'not the first process of a container' >&2; exit 125; }
IFS= read -r mark || exit 125
cpu=$3 life=$5 most=$7 count=$8
fail() { printf '%s failed %s\n' "$mark" "$1" >&2; exit 125; }
[[ $cpu == unlimited ]] || { ulimit -S -t "$cpu" && ulimit -H -t "$((cpu + 1))"; } || fail limits
ulimit -c 0 && ulimit -v "$1" && ulimit -f "$2" && ulimit -n "$4" || fail limits
mkdir -p "$WORK" && cd "$WORK" || fail folder
(($6 == 0)) || head --bytes="$6" | tar --extract --file=- || fail files
patterns=("${@:9:count}")
shift $((8 + count))
[[ -n $(type -P -- "$1") ]] || fail missing
exec {errors}>&2 2>/dev/null
feeder= grouped=
[[ ! -r /sys/fs/cgroup/cpu.stat ]] || grouped=1
used() { # sets `usage` since `before` in microseconds, `own`, `waited` and `state`, without this shell and the feeder
  local folder process task fields line ran delayed
  usage=0 own= waited= state=0
  for folder in /proc/[0-9]*; do
    process=${folder##*/}
    IFS= read -r -d '' line <"$folder/stat"
    fields=(${line##*) })
    ((${#fields[@]} > 14)) || continue
    ((usage += 10000 * (fields[13] + fields[14])))
    [[ $process != 1 && $process != "$feeder" ]] || continue
    ((usage += 10000 * (fields[11] + fields[12])))
    own+=$process:$((fields[11] + fields[12])),
    for task in "$folder"/task/[0-9]*; do
      read -r ran delayed line <"$task/schedstat" && waited+=${task##*/}:$((delayed / 1000)),
      IFS= read -r -d '' line <"$task/stat"
      [[ ${line##*) } != R* ]] || state=1
    done
  done
  if [[ -n $grouped ]]; then
    while read -r line ran; do [[ $line != usage_usec ]] || usage=$ran; done </sys/fs/cgroup/cpu.stat
    read -r ran line </proc/1/schedstat && ((usage -= ran / 1000))
  fi
  ((usage -= before, usage >= 0)) || usage=0
}
before=0
used
before=$usage
exec {never}<> <(:) || fail pipes # nothing is ever written there: reading it with a timeout is how the loop sleeps
last=$life
if [[ $life == input ]]; then
  exec {given}< <(exec cat)
  feeder=$! last=
else
  exec {given}<&0
fi
printf '%s ready\n' "$mark" >&$errors
"$@" <&$given 2>&$errors {errors}>&- {given}<&- {never}<&- &
program=$!
exec {given}<&-
pauses=(0.002 0.005 0.01 0.02 0.05 0.1)
clock=0 same=0 due=0 sent=
now() { instant=${EPOCHREALTIME/[.,]/}; [[ -n $instant ]] || instant=$((SECONDS * 1000000)); }
now
while kill -0 "$program"; do
  read -r -t "${pauses[turn++]:-0.2}" -u "$never"
  if [[ -n $feeder ]] && ! kill -0 "$feeder"; then
    feeder= last=$((SECONDS + $GRACE))
  fi
  used
  earlier=$instant
  now
  passed=$((instant - earlier))
  ((passed > 0)) || passed=0
  ((passed <= 1000000)) || passed=1000000
  sample="$state o$own w$waited"
  [[ $sample == "$sent" ]] && ((same += passed)) || same=0 due=0
  if ((same < 900000000)); then
    ((clock += passed))
    if ((same >= due)); then
      ((due = same + same / 20))
      sent=$sample
      printf '%s t %s %s %s\n' "$mark" "$clock" "$usage" "$sample" >&$errors
    fi
  fi
  [[ -z $last ]] || ((SECONDS < last)) || kill -9 -1
  [[ $cpu == unlimited ]] || ((usage <= cpu * 1000000)) || kill -9 -1
done
wait "$program"
status=$?
kill -9 -1
used
killed=0
if [[ -r /sys/fs/cgroup/memory.events ]]; then
  while read -r name value; do [[ $name != oom_kill ]] || killed=$value; done </sys/fs/cgroup/memory.events
fi
printf '%s %s %s %s\n' "$mark" "$status" "$killed" "$usage" >&$errors
((count)) || exit 0
shopt -s nullglob globstar dotglob
IFS=
chosen=()
for pattern in "${patterns[@]}"; do
  for path in $pattern; do
    [[ -f $path && ! -L $path ]] || continue
    chosen+=("./$path")
    ((${#chosen[@]} <= most)) || { printf 'many\n' >&$errors; exit 0; }
  done
done
((${#chosen[@]})) || exit 0
exec tar --create --file=- --format=gnu --no-recursion --hard-dereference -- "${chosen[@]}" >&$errors
