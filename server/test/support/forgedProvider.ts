import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { company, listening } from "./companyProvider.ts";

/** What an answer of the provider's token endpoint says. */
export interface Forgery {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  /** Signs with this instead of the provider's key: `none`, the client's secret, or a key of somebody else's. */
  signedWith?: "none" | "secret" | "foreignKey";
}

/**
 * A provider that answers as a test says: with tokens that are wrong in one thing, late, or with a failure. A real one
 * cannot be made to do that.
 */
export async function forgedProvider() {
  const own = await generateKeyPair("RS256", { extractable: true });
  const foreign = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "own", alg: "RS256", use: "sig" };
  let forgery: Forgery = {};
  let act: ((response: ServerResponse, path: string) => boolean) | null = null;
  let nonce = "";
  let issuer = "";

  const token = async (): Promise<string> => {
    const nowS = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: company.clientId,
      sub: "somebody",
      nonce,
      iat: nowS,
      exp: nowS + 300,
      email_verified: true,
      ...forgery.claims,
    };
    const { signedWith } = forgery;
    if (signedWith === "none") {
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${part({ alg: "none", typ: "JWT" })}.${part(claims)}.`;
    }
    const key =
      signedWith === "secret"
        ? Buffer.from(company.clientSecret)
        : (signedWith === "foreignKey" ? foreign : own).privateKey;
    const header = { alg: signedWith === "secret" ? "HS256" : "RS256", kid: "own", ...forgery.header };
    return new SignJWT(claims).setProtectedHeader(header).sign(key);
  };
  const answer = (response: ServerResponse, body: object): void => {
    response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    if (act?.(response, path)) return;
    if (path === "/.well-known/openid-configuration")
      return answer(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        // As careless as a provider can be.
        id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
      });
    if (path === "/jwks") return answer(response, { keys: [jwk] });
    request.resume();
    void token().then((idToken) =>
      answer(response, { access_token: "access", token_type: "Bearer", expires_in: 300, id_token: idToken }),
    );
  });
  await listening(server);
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    /** Makes the next tokens wrong in this. */
    forge: (next: Forgery): void => void (forgery = next),
    /** Answers requests instead of the provider while it returns true. */
    instead: (next: typeof act): void => void (act = next),
    /** The way back of a browser that was sent to this address of ours. */
    back: (sentTo: string): string => {
      const { searchParams } = new URL(sentTo);
      nonce = searchParams.get("nonce") ?? "";
      return `${searchParams.get("redirect_uri")}?code=a-code&state=${searchParams.get("state")}`;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
