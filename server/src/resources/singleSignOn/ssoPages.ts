import { randomBytes } from "node:crypto";
import { Email } from "@pulse/contract/names";
import type { FastifyInstance, FastifyReply } from "fastify";
import { originOf } from "../../platform/http/origin.ts";
import type { AddressLimit } from "../../platform/http/addressLimit.ts";
import type { BrowserCookie } from "./browserCookie.ts";
import { SsoRefusal } from "./ssoRefusal.ts";
import type { SsoOutcome, SsoSignInService } from "./ssoSignIn.service.ts";

/** The page of the web app where people begin and end the sign-in with their company's account. */
const page = "/signin/company";

/**
 * The two addresses that a browser visits: `/sso/start` leads to the provider, `/sso/callback` back. What a page needs is
 * handed over in the fragment, which no server's log sees.
 * @param publicUrl where the provider sends people back to, so it is where they have to begin
 */
export function ssoPages(
  app: FastifyInstance,
  parts: { signIn: SsoSignInService | null; publicUrl: string; cookie: BrowserCookie; limit: AddressLimit },
): void {
  const { signIn, publicUrl, cookie, limit } = parts;
  const publicHost = new URL(publicUrl).host;

  app.get("/sso/start", async (request, reply) => {
    await limit(originOf(request).ip);
    const query = request.query as Record<string, unknown>;
    const text = (name: string): string => (typeof query[name] === "string" ? query[name] : "");
    // The cookie has to be of the address that people come back to. Once is enough: a proxy may hide the address.
    if (request.host !== publicHost && text("at") === "") {
      const search = new URLSearchParams({ ...pick(query), at: "public" });
      return reply.redirect(`${publicUrl}/sso/start?${search.toString()}`);
    }
    const email = Email.safeParse(text("email")).data ?? "";
    const browser = cookie.read(request) ?? randomBytes(32).toString("base64url");
    try {
      if (signIn === null) throw new SsoRefusal("not_configured");
      const origin = originOf(request);
      const url =
        text("test") === ""
          ? await signIn.start(email, browser, origin)
          : await signIn.startTest(text("test"), browser, origin);
      return reply.header("set-cookie", cookie.header(browser)).redirect(url);
    } catch (error) {
      return redirectRefused(reply, error, email);
    }
  });

  app.get("/sso/callback", async (request, reply) => {
    await limit(originOf(request).ip);
    if (signIn === null) return redirectRefused(reply, new SsoRefusal("not_configured"), "");
    const search = request.raw.url?.split("?")[1] ?? "";
    return reply.redirect(addressOf(await signIn.callback(search, cookie.read(request), originOf(request))));
  });
}

/** Where a browser goes on; relative, so that people stay where they are. */
function addressOf(outcome: SsoOutcome): string {
  const fragment = (values: Record<string, string>): string => new URLSearchParams(values).toString();
  if (outcome.kind === "signedIn") return `${page}#${fragment({ ticket: outcome.ticket })}`;
  if (outcome.kind === "tested") {
    const { customerId, email, role, group } = outcome;
    const result = { test: "ok", email, role: role ?? "", group: group ?? "" };
    return `/access/sso?customer=${customerId}#${fragment(result)}`;
  }
  const { failure, testedCustomerId } = outcome;
  if (testedCustomerId === null) return `${page}#${fragment({ error: failure })}`;
  return `/access/sso?customer=${testedCustomerId}#${fragment({ test: failure })}`;
}

function redirectRefused(reply: FastifyReply, error: unknown, email: string): FastifyReply {
  if (!(error instanceof SsoRefusal)) throw error;
  return reply.redirect(`${page}#${new URLSearchParams({ error: error.failure, email }).toString()}`);
}

function pick(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    ["email", "test"].flatMap((name) => (typeof query[name] === "string" ? [[name, query[name]]] : [])),
  ) as Record<string, string>;
}
