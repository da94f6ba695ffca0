/** A reason that people read is no longer than this. */
const maxChars = 300;

/**
 * An error as one line that may be shown: with the cause that a failed `fetch` only names inside, and without the login of
 * the address that was called.
 * @param address the address, whose user and password are left out
 */
export function oneLine(error: unknown, address = ""): string {
  const outer = error instanceof Error ? error : new Error(String(error));
  const cause = outer.cause instanceof Error ? outer.cause : null;
  // Several addresses of a host were tried: the first of them speaks for all.
  const inner = cause instanceof AggregateError && cause.errors[0] instanceof Error ? cause.errors[0] : cause;
  const found =
    outer.name === "TimeoutError" ? "no answer in time" : (inner ?? outer).message || codeOf(inner ?? outer);
  const line = found.replaceAll(/\s+/g, " ").trim().slice(0, maxChars);
  return secretsOf(address).reduce((text, secret) => text.replaceAll(secret, "…"), line);
}

const codeOf = (error: Error & { code?: string }): string => error.code ?? error.name;

function secretsOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { username, password } = new URL(address);
  const texts = [password, username].flatMap((text) => [text, decodeURIComponent(text)]);
  const encoded = [`${username}:${password}`, `\u0000${username}\u0000${password}`].map((text) =>
    Buffer.from(decodeURIComponent(text)).toString("base64"),
  );
  return password === "" ? [] : [...encoded, ...texts.filter((text) => text.length > 2)];
}
