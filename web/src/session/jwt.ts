/** The claims of a JWT, unverified: the server verifies, the browser only reads its own times and name. Null for anything else. */
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

/** A whole-second claim such as `exp`, in milliseconds; null where it is missing. */
export function claimMs(token: string, name: "exp" | "iat"): number | null {
  const seconds = readClaims(token)?.[name];
  return typeof seconds === "number" ? seconds * 1000 : null;
}
