// Endings that tell a file's name from a member of an object. Promises the kinds of files that projects have, of any engine or
// language. Refuses endings that members have as often, unless the name before them says enough.

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** With these a word is a file's name. */
export const FILE_ENDINGS = set(
  "js mjs cjs jsx ts mts cts tsx json jsonc json5 jsonl ndjson geojson topojson webmanifest html htm xhtml shtml css scss sass less " +
    "styl pcss md mdx mdown markdown rst adoc asciidoc txt rtf org tex bib sty csv tsv xlsx xls ods docx odt pptx pdf parquet xml xsd " +
    "xsl xslt wsdl dtd rng svg yml yaml toml ini cfg conf cnf properties plist png jpg jpeg gif webp avif ico bmp tiff tif psd eps " +
    "mp3 wav ogg flac mp4 webm mov ttf otf woff woff2 eot zip tar gz tgz rar wasm wat py pyi pyx pyw ipynb rb erb haml slim rake " +
    "gemspec php phtml twig java jar kt kts groovy gradle scala sbt clj cljs cljc edn swift xib storyboard pbxproj entitlements dart " +
    "arb lua luau cpp cxx hpp hxx hh ipp inl mm cs csproj fsproj vbproj sln xaml resx cshtml razor vue svelte astro hbs handlebars " +
    "mustache ejs pug jade njk liquid latte sql psql ddl sh bash zsh fish ksh ps1 psm1 psd1 bat cmd vbs vba bas rs ex exs eex heex leex " +
    "erl hrl hs lhs cabal purs elm ml mli mll mly fsx fsi jl rmd qmd rproj pl pod nim nims zig pas dpr lpr dfm f90 f95 adb ads asm " +
    "sv svh vhd vhdl tcl lisp lsp scm rkt gd tscn tres gdshader godot unity prefab asmdef uasset umap uproject uplugin blend fbx glb " +
    "gltf dae glsl vert frag geom wgsl hlsl cginc shader metal usd usda urdf xacro ino pde proto thrift avsc capnp fbs graphql gql " +
    "prisma tf tfvars hcl nomad bicep cue rego nix dhall cmake mk ninja bazel bzl dockerfile ahk au3 applescript scpt jsxbin jsxinc jsfl " +
    "mxml ks gs po pot ftl xliff xlf diff sol vy cairo stan lean idr csl jsp jspx aspx ascx asp cfm cgi htaccess lockfile gyp gypi tpl tmpl " +
    "j2 jinja jinja2 http snap tmx tmj ldtk aseprite rpy rpyc ink yarnproject wren gml yy yyp rbxl rbxlx rbxm uc nut sma sp pwn " +
    "pawn lsl esp esm psc mel zsc acs mcfunction mcmeta nbt dts dtsi kdl ron sparql ttl n3 owl shex tptp smt2 dot gv puml plantuml mmd drawio " +
    "pro m4 ac am axaml rbs mjml opam pc ebuild cron vim nu reg inf iss nsi wxs podspec aidl hql cql dbml ru marko stylus sss icns mtl bak orig " +
    "nb wl bst avro pkl npy h5 onnx ckpt sav dta sas sps cob cbl cpy jcl rpg abap pls pks pkb trg scl awl gcode scad awk sed lex g4 peg pegjs " +
    "lalrpop pest odin hx coffee litcoffee agda thy gleam fnl janet carp f77 pp cu cuh ispc tesc wit ll ld kicad_pcb sch brd xdc sdc qml qrc qss " +
    "rc glade vala wiki textile srt vtt ass wsf hta cfc dockerignore nginx vcl sls pkr",
);

/** With these it is one where it has a folder before it, or a name that no object of a program has. */
export const DOUBTFUL_ENDINGS = set(
  "c h m r d v s t f q l y go vb fs as el cl ss sc st log lock map env data config text lib bin dat cls frm mod sum work pm do cr props targets meta asset mat anim " +
    "obj strings service timer socket desktop launch msg srv rules feature spec test patch tab tm info man import out tmp res re ui ls pt exp nc cr ne di in comp exe dll key pem crt cert",
);

/** What has a height, a colour or a centre. */
const SHAPES =
  /^(?:this|self|that|e|ev|evt|event|el|elem|element|node|obj|object|item|it|rect|box|size|pos|point|color|colour|window|sprite|image|img|canvas|cell|row|col|circle|shape|tile|entity|body|bounds|frame|rgb|rgba|hsl|hsv|screen|player|camera|view|ball|enemy)$/i;
const OBJECTS =
  /^(?:this|self|that|e|ev|evt|event|el|elem|element|node|obj|object|item|it|rect|box|size|pos|point|vec|vector|color|window|document|console|math|logger|process|import|module|router|route|history|navigator|array|arr|list|string|str|number|response|request|res|req|ctx|context|options|opts|config|settings|state|props|data|result|value|parent|child|app|global|globalthis|game|scene|player|sprite|image|img|canvas|grid|cell|row|sheet|date|mutex|user|view|model|store|db|fs|path|url|form|input|button|table|query|params|args|cfg|env|android|java|system|net|io|np|pd|torch|tf|sys|os|re)$/i;

/** Of the doubtful ones these are seldom a member's. */
const FILE_OF_DOUBT = set(
  "c h m d r v s f vb fs log env el as dat pem crt st pm ss cl comp man import asset mat tmp strings desktop ls nc cr di cls",
);

/** Names that are files whatever their ending says. */
const WHOLE =
  /^(?:(?:cargo|yarn|gemfile|poetry|composer|podfile|pipfile|flake|mix|pubspec|package|uv|bun|deno)\.lock|go\.(?:mod|sum|work)|(?:web|app|nuget|packages)\.config|[\w.-]+\.(?:js|css|mjs)\.map|[\w.-]+\.(?:png|jpg|prefab|cs|unity|fbx|asset|mat)\.meta)$/i;

/** Whether a name with a doubtful ending is a file's all the same; small letters alone, as files have. */
export function isFileAnyway(base: string, hasFolder: boolean): boolean {
  if (hasFolder || WHOLE.test(base)) return true;
  const stem = base.slice(0, base.indexOf("."));
  const ending = base.slice(base.lastIndexOf(".") + 1);
  if (ending === "go") return !/^(?:router|history|navigator|window|this|self|browser|page)$/.test(stem);
  if (!FILE_OF_DOUBT.has(ending)) return false;
  if (ending.length > 1) return !OBJECTS.test(stem);
  return (/[ch]/.test(ending) || stem.length > 2) && !SHAPES.test(stem);
}

const PLAIN =
  /^(?:makefile|dockerfile|readme|changelog|Makefile|GNUmakefile|Dockerfile|Containerfile|LICENSE|LICENCE|README|CHANGELOG|CONTRIBUTING|CODEOWNERS|NOTICE|AUTHORS|Procfile|Gemfile|Rakefile|Guardfile|Vagrantfile|Jenkinsfile|Brewfile|Podfile|Fastfile|Justfile|justfile|Pipfile|Caddyfile|BUILD|WORKSPACE|CMakeLists|Kconfig|Kbuild|SConstruct|SConscript|PKGBUILD|wscript|dune|dune-project|meson\.build|[Dd]ockerfile\.\w+|[Mm]akefile\.\w+)$/;
const DOTTED =
  /^\.(?:git[a-z]*|env(?:\.\w+)*|[a-z]+rc(?:\.\w+)?|[a-z]+ignore|editorconfig|htaccess|htpasswd|nvmrc|node-version|ruby-version|python-version|tool-versions|profile|bash_\w+|vimrc|zshrc|clang-format|clang-tidy|browserslist|flake8|coveragerc|travis|gitlab-ci)$/i;

/** Files without an ending, and files that are all ending. */
export const isPlainName = (base: string): boolean => PLAIN.test(base) || DOTTED.test(base);

/** "Node.js" */
export const PRODUCTS =
  /^(?:node|vue|next|nuxt|three|d3|express|react|angular|ember|backbone|chart|p5|alpine|socket|moment|require|underscore|knockout|electron|discord|phantom|paper|matter|pixi|babylon|tensorflow|deno|bun|core|normalize|anime|popper|mathjax|handlebars|mustache|lodash|jquery|asp|solid|nest|ext|fabric|konva|plotly|leaflet|stimulus)\.(?:js|io|net|land)$/i;
