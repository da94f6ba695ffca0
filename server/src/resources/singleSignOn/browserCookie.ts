import type { FastifyRequest } from "fastify";
import { attemptLifeMs, ticketLifeMs } from "./ssoSignIn.service.ts";

/** As long as a sign-in may take from its beginning to the ticket that its page exchanges. */
const lifeS = (attemptLifeMs + ticketLifeMs) / 1000;

/**
 * The cookie that binds a sign-in to the browser that began it. `HttpOnly`: no script reads it. `Lax`: the provider's
 * redirect brings it along, a form on another site does not. `__Host-` where there is TLS: no other host of the domain
 * can set it (RFC 6265bis section 4.1.3).
 */
export function browserCookie(publicUrl: string) {
  const isSecure = publicUrl.startsWith("https:");
  const name = isSecure ? "__Host-pulse_sso" : "pulse_sso";
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`);
  return {
    /** The secret in this browser's cookie; null: it has none of ours. */
    read: (request: FastifyRequest): string | null => pattern.exec(request.headers.cookie ?? "")?.[1] ?? null,

    /** The value of a `Set-Cookie` header with this secret, 43 base64url characters. */
    header: (secret: string): string =>
      `${name}=${secret}; Path=/; Max-Age=${lifeS}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`,
  };
}

export type BrowserCookie = ReturnType<typeof browserCookie>;
