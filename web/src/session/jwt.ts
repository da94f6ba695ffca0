/** The claims of a JWT, null for anything else. Not verified: the server does that, the browser only reads times and name. */
export function readClaims(token: string): Readonly<Record<string, unknown>> | null {
  const payload = token.split(".")[1];
  if (payload === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (sign) =>
      sign.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === "object" && claims !== null ? (claims as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** A whole-second claim such as `exp`, in milliseconds; null if it is missing. */
export function claimMs(token: string, name: "exp" | "iat"): number | null {
  const seconds = readClaims(token)?.[name];
  return typeof seconds === "number" ? seconds * 1000 : null;
}
