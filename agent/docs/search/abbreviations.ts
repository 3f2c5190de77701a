// Words that names of code cut short, and how. Promises what programmers of any trade write. Refuses cuts that are words
// of their own.

export const ABBREVIATIONS = `
number num
document doc
property prop
reference ref
source src
destination dest dst
image img
button btn
message msg
error err
string str
value val
index idx
length len
configuration config cfg
context ctx
previous prev
attribute attr
parameter param
argument arg
character char
integer int
boolean bool
object obj
element elem
function func fn
directory dir
environment env
command cmd
information info
authentication auth
administrator admin
position pos
rectangle rect
column col
description desc
separator sep
calculate calc
permission perm
application app
library lib
option opt
preference pref
selection sel
window win
interface ui
navigation nav
animation anim
format fmt
version ver
composition comp
annotation annot
expression expr
condition cond
temporary tmp
statistics stats
specification spec
developer development dev
device dev
identifier ident
address addr
buffer buf
package pkg
`;
