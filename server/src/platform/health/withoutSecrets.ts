import { isIPv6 } from "node:net";

/** A line is cut off after this many characters. */
const maxChars = 300;
/** What follows is not even looked at: somebody may have sent a line of megabytes. */
const maxReadChars = 4 * maxChars;

/** What may be a secret or names a person, and what is shown instead. */
const hidden: readonly [pattern: RegExp, instead: string][] = [
  // The login in an address: `postgres://pulse:secret@host`.
  [/(\/\/)[^\s/@]*@/g, "$1…@"],
  // What an address asks for: signed links have their secret there.
  [/(https?:\/\/[^\s?"']+)\?[^\s"']+/g, "$1?…"],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, "$1 …"],
  [/\b(pass(?:word|phrase|wd)?|secret|token|api[_-]?key|cookie)(["']?\s*[:=]\s*["']?)[^\s"',;)]+/gi, "$1$2…"],
  [/\b(whsec|pulse)_[A-Za-z0-9+/=]{16,}/g, "$1_…"],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]+)?/g, "…"],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, "…"],
  // Keys and digests; an id has 36 characters at most.
  [/(?<![\w+-])[\w+-]{40,}=*/g, "…"],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, "…@…"],
  [/\+\d[\d ()-]{6,}\d/g, "+…"],
  [/\b(\d{1,3}\.){3}\d{1,3}\b/g, "…"],
  // What somebody has sent, as the database and JSON.parse quote it.
  [/=\([^)]*\)/g, "=(…)"],
  [/( input (?:syntax|value) for [^:]*: )".*"/g, '$1"…"'],
  [/, (?:\.\.\.)?".*"(?:\.\.\.)?( is not valid JSON)/g, ", …$1"],
];

/** A line of the log without addresses of people and machines, logins, tokens and links with secrets. */
export function withoutSecrets(text: string): string {
  const line = start(text).replaceAll(/\s+/g, " ").trim();
  const shown = hidden
    .reduce((part, [pattern, instead]) => part.replaceAll(pattern, instead), line)
    .replaceAll(/[\da-f:]*:[\da-f:.]*[\da-f:]/gi, (found) => (isIPv6(found) ? "…" : found));
  return shown.length > maxChars ? `${shown.slice(0, maxChars)}…` : shown;
}

/** The words that are looked at. A word that is cut through is left out: half a secret does not look like one. */
function start(text: string): string {
  return text.length <= maxReadChars ? text : `${text.slice(0, maxReadChars).replace(/\S*$/, "")}…`;
}
