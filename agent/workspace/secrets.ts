// Which names look like secrets. Promises a verdict by the name alone, under every spelling that a file system
// may fold. Refuses to look inside: a name that looks like a secret is one.

import { foldName } from "./fold-name.ts";

const FOLDERS = new Set([".ssh", ".aws", ".gnupg", ".azure", ".kube", ".gcloud"]);
const NAMES = new Set([
  ".npmrc",
  ".netrc",
  "_netrc",
  ".pypirc",
  ".git-credentials",
  ".htpasswd",
  ".pgpass",
  ".dockercfg",
]);
const ENDINGS = /\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|p8|keytab|env|tfvars|tfstate)$/;
const KEY_FILES = /^id_(rsa|dsa|ecdsa|ed25519)/;
// Code that deals with tokens (`tokens.js`, `credentials.ts`) is no secret; data of that name is.
const WORDS =
  /^(.*[-_.])?(secrets?|credentials?|passwords?|passwd|service[-_]account|client[-_]secret|api[-_]?keys?)([-_.].*)?$/;
const TOKENS = /^((.*[-_.])?(access|api|auth|bot|refresh)[-_.])?tokens?(\..*)?$/;
const DATA = /^[^.]*$|^\.?[^.]*\.(json|jsonc|txt|ya?ml|ini|toml|cfg|conf|env|xml|properties|csv|db|enc|bak)$/;

export function isSecretPath(path: string): boolean {
  const names = path.split("/").map(foldName);
  const last = names.at(-1) ?? "";
  if (names.slice(0, -1).some((name) => FOLDERS.has(name))) return true;
  if (last.startsWith(".env") || NAMES.has(last) || ENDINGS.test(last) || KEY_FILES.test(last)) return true;
  return (WORDS.test(last) || TOKENS.test(last)) && DATA.test(last);
}
