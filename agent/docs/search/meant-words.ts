// What people say where documentation of programming interfaces writes another word: words of English and of the trade,
// no engine's own. Promises a table to be read through, a line a meaning. Refuses names of products and of members.

/** The documentation's word, and what people say where they mean it; not the other way round. */
export const MEANT = `
visible visibility: hide hidden invisible seen unseen
enabled enable: disable disabled forbid gray inactive
count length number num total: many much
title name caption: rename called call naming name
author creator: who wrote written
user: who somebody someone person account people member
position location: where place move corner
bounds: where size position move area box rectangle wide tall
path: where location file
date time: when
size: big small large tiny huge wide tall long resize bytes
width: wide narrow broad thin thick resize big
height: tall high low short resize big
depth: deep
weight: heavy bold thick thin
duration: long
speed: fast slow quick
volume: loud quiet
modified changed: edited touched altered unsaved
dirty: unsaved modified changed
created creation: made born
bold italic style: slanted fat
case: uppercase lowercase capitals small caps upper lower
opacity: transparent see fade faded half alpha
render: screenshot picture image capture export draw
interactive interaction: silently silent quietly dialogs ask
purge flush: free empty clear throw
prune unused: throw unneeded clean
timeout: wait later seconds delay long
interval: every periodically regularly often repeatedly seconds
cache: remember keep stored
store storage persist: remember keep
reset: restore default factory original
default defaults: factory normally
copy: backup same another second again
reverse: backwards opposite other
items: choices entries fill list
password: asterisks stars hidden masked login secret protect
keystroke: typed typing types key
input: typed typing enter entered text field
outline outlines: convert shapes curves path
radius: rounded round corner corners
rotate rotation: turn spin degrees angle tilt upright
angle: tilt slant degrees turn
skew shear: slant tilt lean
color: paint red green blue black white dark light
brightness: darken lighten dark light
link: clickable click url jump
url: website site web address online
spawn exec: external program command process shell start
args arguments: parameters command passed
env environment: variables path
platform os: system windows mac linux operating
status: missing installed state happened result ok valid whether
valid: missing broken deleted exists exist expired ok still
exists: there missing found already
active current: now which presently selected
selected selection: highlighted marked chosen current
index: loop nth position order number
all every: each everything whole throughout across
detect: guess recognize find
complete: finished done ready ended
end: finished done over until
begin: before starts first
load loaded: ready opened started begins
progress: far percent bar
error: wrong fails crash crashed broken failed
undo history: back mistake revert
back: previous history undo return
forward: next
goto go: jump navigate switch leave
scroll: down up far
picker chooser: choose select dialog
prompt: ask question type enter
alert: tell warn message ok box
confirm: yes no ask sure
notify notification: tell toast inform message
menu: item command entry context
shortcut accelerator: hotkey key combination
spacing gap: distance space between apart
indent: move inward tab
leading: line spacing distance lines
gutter: gap columns between space
delimiter separator: comma between tab
json: object serialize
parse: read string into
stringify: string text into
element node: tag
markup tag: html xml
abs round floor: number whole
locale language: country translation spoken english
currency: money price
children: nested tree inside contains below under direct
parent: contains belongs above around owner enclosing
owner: belongs whose
descendants: nested deep recursively all
recursive recursively: everything inside subfolders tree deep
sibling: next beside
proximity: near close together
nearest closest: near snap
intersect overlap: touching collide hit collision inside
crop clip trim: cut part
mask: clip hidden part reveal shape
stretch: scale longer slower faster
gradient: fade colors ramp transition
resolution: dpi ppi pixels sharp quality
ink stroke: freehand pen handwriting drawn draw
stroke: border outline line edge thick around
fill: background inside color
background: behind color
swatch: color
palette: colors
whole: words entire
regex regexp grep: pattern expression regular
pattern: regular expression wildcard
match: find equal
replace: change find
insert: put place between into
append: put end add after
prepend: put begin front before
append child add insert: put into
place import: put insert picture image load
import load: bring take read from
export: save convert write as
save write: keep disk store file
open: show load edit
close: leave shut finish
quit exit: end leave
focus: cursor into activate jump
caret cursor: insertion blinking
insertion: cursor caret between
apply: use give
assign: give use
use: apply with
override: own different local
lock: fixed prevent protect movable cannot
readonly: nobody change fixed cannot edit locked protect
required mandatory: must filled obligatory
optional: may
min: least smallest limit
max: most largest limit
limit: restrict most only
range: from between to part some
from: start begin since
to: until end
since: from
until: end
before: about just prior
after: once when then finished
event: happens when react
on: when happens
listener handler: react when happens event
action: happens does click clicked
trigger triggered: starts when happens by
enter: mouse moves over
leave exit: mouse moves
click: pressed clicked mouse button
press: held down
modifier shift: held down
down: pressed held
drag drop: dropped pull move mouse
hover rollover: mouse over
wheel: scroll
touch: finger tap
gesture: finger swipe
tab: order next
zoom magnification: closer bigger percent zoomed view
view: look shown
viewport: visible part window seen screen
full screen: whole presentation maximize
maximize: whole full large
minimize: small hide
restore: back normal again
refresh: again update
reload: again
sync synchronize: same keep update
merge: one together
group: together one
ungroup: apart separate
union: together one join
subtract: cut away minus
flatten: merge one
separate split: apart into pieces
section: part
break: new line page force
wrap: around lines multiple long
overflow overset overflows: fit much too long
truncate ellipsis: long cut dots fit
fit fitting: adapt size inside big
auto: automatically itself own
manual: hand yourself
constraint constrain: keep limit
align: left right center edge line
justify: even both
baseline: line
superscript subscript: raised lowered small
hyphenate hyphenation: word break syllable
orphan widow: lines last first alone together
drop cap: big first letter initial
footnote endnote: reference bottom
bookmark: jump place remember
toc: table contents
index: alphabetical keywords
heading: title
caption: description below
bullet numbering: list
numbering: list count numbers start
section: numbering part
master template: same every page
page: sheet
spread facing: double left right
margin: edge border space around
bleed: edge beyond outside
orientation: portrait landscape turned
landscape: wide
binding: book left right
duplex: both sides double
copies: many print times
tray: paper
printer: print device
layer: level hidden on
visible: on off shown
guide ruler: help line
grid: lines raster
snap: stick jump align
symbol component: reusable
instance: copy use
variant: version kind
library: shared team
publish: share available
team: share others people
share: others together
cloud: online server
sync: server
permission: allowed may can allow rights
trusted privilege privileged: raised allow secure safe rights
restrict restriction: forbid limit only
encrypt encryption: protect secret secure password
certificate: identity trust
signature sign: signed
digest hash: fingerprint checksum
cookie: remembered site
header: http request
body: content
timeout: hang slow
proxy: network
agent: browser identify
redirect: another page
navigation: leave page link going
resource request: download network file loads
abort: stop cancel block
response: answer server came
method: how kind
console: print output log
log: record write print output
stdout stdin: console terminal print
stream: read write data
buffer: bytes memory
encoding charset: characters utf umlauts unicode bytes
binary: bytes raw
base64: text encode
temp: temporary
working: current directory
absolute relative: path full
basename name: without path
extension: ending suffix type
symlink link: alias shortcut
alias: shortcut link
move rename: another place
copy: another place same
list: files contents all
size: big bytes large
modified: when changed last
writable readable: may allowed
touch: empty create
version: which number release
build: number version
license: serial registered
locale: language
random: dice chance
sort: order alphabetical ascending descending
filter: only matching
map: each convert relation
reduce: sum one
slice: part copy
splice: remove insert middle
push: end add
pop shift: remove last first
unshift: front add begin
includes contains: has inside whether
indexof: where position find
keys: names all
values: all
entries: pairs
has: whether exists contains
is: whether check
can: whether possible allowed
toggle: switch on off
switch: change toggle go other
swap: exchange
clear: empty remove all
empty: nothing blank without
null: nothing none empty
none: no without nothing
unique: once double
temporary: short while
permanent permanently: forever good always
persistent: restart keep remember stay
global: everywhere shared all
local: only here
shared: between other
custom: own my self
user: own my
standard: normal usual
normal: usual regular plain
simple: easy
advanced: expert
expand collapse: fold open closed tree
collapse: fold shut
level: deep how nested
hierarchy: tree order above
tree: nested
checkbox checked: tick box on
radio: one several choice
slider: drag value
dropdown combo list: choose menu choices
button: press click
edit text: type input write
multiline: several lines multiple long
password noecho: hidden dots characters
tooltip help tip: hover hint explain
icon image: picture symbol
label: text name tag
text: letters words
direction: way
frequency: wavy often
panel: sidebar dock window
toolbar: buttons icons
tab: panel page
preferred: wanted size
resizable: resize drag corner
modal: block wait dialog
progress: bar percent far
spinner: number up down
keyframe: animation point time
ease easing: smooth slow soft speed
interpolation: between smooth linear
expression: formula script calculate
calculate compute: formula sum result
recalculate: again update formula
format: show display look pattern date number
validate validation: check allowed invalid reject accept
mask: pattern
template: pattern
frame rate: fps second
frame: picture image
duration: long time
marker cue: label point time
volume level: loud quiet sound
mute: sound off
play: start video sound
pause: hold stop
loop repeat: again endless forever times
reverse: backwards
camera: view perspective
light: shine lamp
shadow cast: dark behind
blur: soft unsharp
sharpen: crisp
noise grain: dust
glow: shine light
reflection reflect: shiny mirror
specular shininess: shiny gloss
opacity: strength
intensity: strong strength how
amount: strong how much
threshold: limit sensitive
tolerance: exact limit
quality: good best draft
compression: smaller quality
thumbnail: small picture preview icon
preview: look before small
export preset: settings
queue: waiting list
render: final output movie
output: result file
background: while meanwhile
thread worker: parallel background
async: wait background later
promise: later
callback: later when done
`;
