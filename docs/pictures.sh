#!/usr/bin/env bash
# Makes the pictures of the README from the real program, run in tmux on the machine of
# world.txtar. It touches nothing but the pictures. Usage: docs/pictures.sh
set -euo pipefail
cd "$(dirname "$0")"

for tool in go tmux node chromium pngquant; do
	command -v "$tool" >/dev/null || { echo "$tool is missing; docs/shot/README.md says what is needed" >&2; exit 1; }
done
[ -d shot/node_modules ] || { echo 'first: cd docs/shot && npm ci --ignore-scripts' >&2; exit 1; }

cols=110 rows=30
work=$(mktemp -d)
terminal() { tmux -u -S "$work/tmux" -f /dev/null "$@"; }
trap 'terminal kill-server 2>/dev/null || true; rm -rf "$work"' EXIT

go build -o "$work/knack" ..

# unpack DIR: the files of world.txtar, below DIR.
unpack() {
	awk -v dir="$1" '
		/^-- .* --$/ {
			close(file)
			file = dir "/" substr($0, 4, length($0) - 6)
			folder = file; sub("/[^/]*$", "", folder)
			system("mkdir -p \"" folder "\"")
			next
		}
		file { print > file }' world.txtar
}

# start THEME: the program in a fresh terminal, on a fresh machine.
start() {
	terminal kill-server 2>/dev/null || true
	rm -rf "$work/home"
	unpack "$work/home"
	terminal new-session -d -x $cols -y $rows -c "$work/home/tideline/shop" \
		env -i HOME="$work/home" PATH="$PATH" LANG=C.UTF-8 TERM=xterm-256color COLORTERM=truecolor \
		"$work/knack" --no-history --theme "$1"
}

# keys NAME...: as tmux calls them. text STRING: letter by letter.
keys() { terminal send-keys "$@"; }
text() { terminal send-keys -l "$1"; }

# see TEXT...: waits until all of them are on the screen, and the screen is at rest.
see() {
	local deadline=$((SECONDS + 20)) before='' now=''
	while :; do
		before=$now now=$(terminal capture-pane -p)
		[ "$now" = "$before" ] && holds "$now" "$@" && return
		if ((SECONDS > deadline)); then
			printf 'waited in vain for: %s\nthe screen:\n%s\n' "$*" "$now" >&2
			exit 1
		fi
		sleep 0.05
	done
}

holds() {
	local screen=$1 wanted
	shift
	for wanted; do [[ $screen == *"$wanted"* ]] || return 1; done
}

# shoot PICTURE [--light]
shoot() {
	terminal capture-pane -peN >"$work/capture"
	grep -q $'\e\\[[0-9;]*38;2;' "$work/capture" || { echo "$1: the colours are not true colours" >&2; exit 1; }
	shot/shot.mjs --cols $cols --rows $rows --scale 2 "${@:2}" "$work/capture" "$work/full.png"
	pngquant --force --strip --speed 1 --quality 90-100 --output "$1" "$work/full.png" # a third of the size
	echo "docs/$1: $(($(wc -c <"$1") / 1000)) kB"
}

list() {
	start "$1"
	see '▌api-endpoint' '? help'
	keys j j j j j j j j
	see '▌flaky-test' '─ flaky-test ─' 'Never add a sleep'
}

list light
shoot list-light.png --light
list dark
shoot list.png

start dark
see '▌api-endpoint' '? help'
text '/service'
see '▌deploy' '─ deploy ─'
keys Enter
keys a
see '$service' '$env' '$reason'
text basket
keys Tab
text staging
keys Tab
text 'faster coupons'
see 'Deploy basket to staging' 'is faster coupons worth the weekend'
shoot prompt.png

start dark
see '▌api-endpoint' '? help'
text '/newsletter'
see '▌launch-note' '─ launch-note ─'
keys Enter
keys w
see 'This copy of launch-note is shadowed' 'inside knack'
shoot why.png

start dark
see '▌api-endpoint' '? help'
text '4'
see 'What it costs, in tokens' 'The budget for the lines'
shoot model.png

start dark
see '▌api-endpoint' '? help'
text '/test body:sleep'
see 'text: ' ' of '
shoot find.png
