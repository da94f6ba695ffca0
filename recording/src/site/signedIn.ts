import type { Json, Recording } from "../format.ts";

/** The storage key and the form of the app's own session (web/src/session/sessionStore.ts). */
const sessionKey = "cognito_token";
const siteKey = "activeSite";
/** Each page begins a new session, so that it never ends while somebody looks. Timers of a browser reach 24 days. */
const lifeS = 20 * 24 * 3600;

const encoded = (value: Readonly<Record<string, Json>>): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** A token with these claims that nobody has signed: only this site's worker takes it. */
export function unsignedToken(claims: Readonly<Record<string, Json>>, nowMs: number): string {
  const iat = Math.floor(nowMs / 1000);
  return [encoded({ alg: "none" }), encoded({ ...claims, iat, auth_time: iat, exp: iat + lifeS }), "recording"].join(
    ".",
  );
}

/** Signs the recorded person in, at the site that was recorded first unless another one is open. */
export function signIn(
  storage: Pick<Storage, "getItem" | "setItem">,
  { idClaims, accessClaims, firstSiteId, streamFiles }: Recording,
  nowMs: number,
): void {
  const session = {
    accessToken: unsignedToken(accessClaims, nowMs),
    idToken: unsignedToken(idClaims, nowMs),
    idTokenExpiry: nowMs + lifeS * 1000,
    refreshToken: "recording",
  };
  storage.setItem(sessionKey, JSON.stringify(session));
  if (!(storage.getItem(siteKey) ?? "" in streamFiles)) storage.setItem(siteKey, firstSiteId);
}
