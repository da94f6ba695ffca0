/** A line is cut off after this many characters. */
const maxChars = 300;

/** What may be a secret or names a person, and what is shown instead. */
const hidden: readonly [RegExp, string][] = [
  // The login in an address: `postgres://pulse:secret@host`.
  [/(\/\/)[^\s/@]*@/g, "$1…@"],
  // What an address asks for: signed links have their secret there.
  [/(https?:\/\/[^\s?"']+)\?[^\s"']+/g, "$1?…"],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, "$1 …"],
  [/\b(whsec|pulse)_[A-Za-z0-9+/=]{16,}/g, "$1_…"],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]+)?/g, "…"],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, "…@…"],
  [/\+\d[\d ()-]{6,}\d/g, "+…"],
  [/\b(\d{1,3}\.){3}\d{1,3}\b/g, "…"],
  // What somebody has sent, as the database quotes it: `Key (email)=(nora@…)`.
  [/=\([^)]*\)/g, "=(…)"],
];

/** A line of the log without addresses of people and machines, logins, tokens and links with secrets. */
export function withoutSecrets(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const shown = hidden.reduce((part, [pattern, instead]) => part.replaceAll(pattern, instead), line);
  return shown.length > maxChars ? `${shown.slice(0, maxChars)}…` : shown;
}
