// Words that stand for each other in documentation of programming interfaces: English and of the trade, no engine's own.
// Promises a table to be read through, a line a meaning. Refuses names of products and of members.

/** Words of a line stand for each other. */
export const SAME = `
get retrieve fetch obtain read
set assign change modify edit alter adjust update
remove delete erase clear discard destroy
add insert append put attach
create make new build generate construct produce
copy duplicate clone replicate
show display visible reveal appear
hide hidden invisible conceal
open launch
close quit exit dismiss
run execute invoke call perform evaluate
begin start launch
stop abort cancel halt interrupt terminate
find search seek locate lookup
replace substitute swap exchange
select choose pick selection chosen selected
convert turn transform change
merge combine join unite union concatenate concat
split divide separate break
cut trim crop clip
check test verify validate
enable allow permit activate enabled allowed
disable forbid prevent deny disabled
block refuse reject deny prevent
wait delay sleep pause timeout
resume continue proceed
repeat loop iterate repetition
save store write persist
load import open
send post transmit submit upload deliver
receive accept incoming
draw paint render
resize scale rescale
enlarge grow magnify zoom expand increase
shrink reduce compress decrease
rotate rotation turn orientation angle
flip mirror reverse invert
align alignment justify justification
center middle
sort order arrange
count number total quantity length
undo revert restore
redo repeat
lock protect readonly locked
unlock release
compare equal same identical
match correspond
maximum max highest largest limit
minimum min lowest smallest
big large
first initial
last final end
next following
previous prior preceding
parent container owner
child children nested sub
ancestor parent
error exception failure problem fail failed
warning caution
message notification alert
dialog window box popup panel
picture image photo graphic bitmap
color colour hue tint
brightness lightness luminosity
transparent transparency opacity opaque alpha translucent
border stroke outline edge
thickness width weight
letter character glyph char
uppercase capital capitals caps capitalization
font typeface
text string
width wide
height tall high
size dimension dimensions extent
depth deep
position location coordinates place
coordinate point
directory folder
date time day timestamp
duration length
speed rate velocity pace
user person people author
password secret credential
authentication auth login
url address uri link
link hyperlink
comment note annotation remark
array list collection
item element object entry
tooltip tip hint help
label caption title name
header heading title
settings preferences options configuration
setting preference option
temporary temp tmp
current active
kind type sort category class
sound audio
volume loudness
video movie clip film media
animation motion animate
transition effect
background backdrop
shape path vector polygon
margin padding spacing gap
space blank whitespace
program application app process
email mail
signature sign signed
embed embedded attached
exist exists available present
whole entire full all every
quality resolution
ask prompt question request
answer reply response respond
permission privilege rights
security permission
log console trace dump
dropdown combo popup choice
checkbox tick checked
ticked checked
press click pressed
identifier id key
random arbitrary
listener handler callback
react listener event handler
subscribe listen observe watch
computer machine system
keyboard key
mouse cursor pointer
group bundle
order sequence
mark marker
rule constraint
accept confirm
measure measurement unit
web internet online
monitor screen display
argument parameter
function callback method routine
module library
plugin extension addon
synchronize sync
refresh update reload redraw
automatic automatically auto
manual manually
horizontal horizontally
vertical vertically
print printing printer
empty blank
page sheet
table grid
row line
paragraph text
beginning start
template preset
default standard initial
code script source
content contents text
markup tag
field input control
region area rectangle
version release revision
frequency rate
rounded radius corner
curve bezier
tangent handle direction
preview thumbnail
percent percentage
average mean
sum total
round floor ceil
exponent power pow
visible shown
unique distinct
optional required
public shared
private local
remote server
client browser
connect connection connected
disconnect close
network internet
port socket
domain host
encode encoding
decode decoding
encrypt encryption cipher
hash digest checksum
compress zip archive
extract unpack
parse interpret
serialize stringify
escape quote
substring part
prefix begin start
suffix ending end
newline line break
tab indent
join connect
attribute property
property attribute field member
constant value
variable value
enumeration constants
instance object
inherit extend
interface api
debug trace
breakpoint debug
exit quit end
status state condition
mode state
ready complete loaded
finish complete done end
progress percent
busy loading
idle inactive
focus activate active
blur unfocus
hover rollover over
drag move
drop release
scroll scrolling
zoom magnification scale
pan scroll
screenshot capture snapshot
capture grab record
play playback
mute silent
frame picture
layer level
front top foreground
back bottom background
above over top
below under beneath bottom
inside within inner into
outside outer
left before
right after
near close proximity
overlap intersect
intersection intersect
subtract minus difference
negative minus
positive plus
invert negate
odd even
half middle
single one individual
several multiple many
pair two double
version edition
language locale
translation localization language
country region
currency money
spell spelling dictionary
grammar spelling
hyphen hyphenate hyphenation
bullet list
footer bottom
column field
cell table
chapter section
index contents
bookmark outline
attachment attached file embedded
metadata information properties
tag label
category group
filter criteria condition
condition conditional if
schedule task timer
timer interval timeout
period interval duration
today now date
history recent previous
recent last latest
latest newest last recent
old previous
original initial source
source origin
destination target goal
target destination
redirect forward
navigate navigation goto go
visit open goto
home root
trash recycle delete
hidden secret
theme appearance style
appearance look style
format style
bold weight
italic oblique
underline underlined
strikethrough crossed
superscript raised
subscript lowered
kerning tracking spacing
gradient blend
blend mix mixing
shadow glow
mask matte
texture pattern
brush pen pencil
eraser erase
fill paint color
pixel px
inch inches
degrees angle
radian angle
ratio proportion proportional
proportional constrain aspect
distribute spread spacing
snap stick attach
guide ruler
fit adapt adjust
stretch scale
distort skew warp
bend curve
smooth soft
sharp hard
solid flat
dashed dash dotted
arrow arrowhead
circle ellipse oval round
square rectangle
triangle polygon
vertex point corner node
segment section part
upper top
lower bottom low
voice speaker speech speak
node child element
end close
method algorithm
computer system
book publication
column field
hyperlink url
`;
