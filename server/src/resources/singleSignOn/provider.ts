import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  type Configuration,
  customFetch,
  type CustomFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  ResponseBodyError,
} from "openid-client";
import { decodeProtectedHeader } from "jose";
import { ProviderUnreachable } from "./providerFetch.ts";
import { SsoRefusal } from "./ssoRefusal.ts";
import type { Claims } from "./ssoClaims.ts";

/** The client that a company has registered for Pulse at its provider. */
export interface ProviderClient {
  issuer: string;
  clientId: string;
  /** Null: a public client. */
  clientSecret: string | null;
}

/** What the way back is checked against. */
export interface Proofs {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export type IdentityProviders = ReturnType<typeof identityProviders>;

/** A provider's metadata and keys are read again after this. */
const metadataLifeMs = 10 * 60_000;
/** Two clocks that are set by the network differ by less. */
const toleranceS = 60;
/** An ID token is made while the person waits; one of another time shows that a clock is wrong. */
const tokenAgeS = 10 * 60;
/** Signatures with a key pair of the provider's. `none` and HS256, whose key is the client's secret, prove nothing. */
const algorithms = /^((RS|PS|ES)(256|384|512)|EdDSA|Ed25519)$/;

/**
 * OpenID Connect with companies' providers: authorization code flow with PKCE, state and nonce. ID tokens are checked for
 * issuer, audience, nonce, times and, although they come over TLS, for their signature.
 */
export function identityProviders(parts: { fetch: CustomFetch; redirectUri: string; now(): number }) {
  const configurations = new Map<string, { untilMs: number; client: Promise<Configuration> }>();

  const discover = (client: ProviderClient, authentication: ClientAuth): Promise<Configuration> => {
    const skewS = Math.round((parts.now() - Date.now()) / 1000);
    const isPlain = new URL(client.issuer).protocol === "http:";
    return discovery(
      new URL(client.issuer),
      client.clientId,
      { [clockSkew]: skewS, [clockTolerance]: toleranceS },
      authentication,
      {
        [customFetch]: parts.fetch,
        execute: isPlain ? [allowInsecureRequests, enableNonRepudiationChecks] : [enableNonRepudiationChecks],
      },
    );
  };

  const configurationOf = (client: ProviderClient): Promise<Configuration> => {
    const key = JSON.stringify([client.issuer, client.clientId, client.clientSecret]);
    const entry = configurations.get(key);
    if (entry && entry.untilMs > parts.now()) return entry.client;
    if (configurations.size > 1000) configurations.clear();
    const authentication = client.clientSecret === null ? None() : ClientSecretBasic(client.clientSecret);
    const fresh = { untilMs: parts.now() + metadataLifeMs, client: discover(client, authentication) };
    configurations.set(key, fresh);
    fresh.client.catch(() => configurations.get(key) === fresh && configurations.delete(key));
    return fresh.client;
  };

  /** Codes are redeemed in both ways in which a client can be registered; a refused client has not used the code up. */
  const withClientAuthentication = async <T>(client: ProviderClient, act: (of: Configuration) => Promise<T>) => {
    const configuration = await configurationOf(client);
    try {
      return await act(configuration);
    } catch (error) {
      const isRefusedClient = error instanceof ResponseBodyError && error.error === "invalid_client";
      if (!isRefusedClient || client.clientSecret === null) throw error;
      return act(await discover(client, ClientSecretPost(client.clientSecret)));
    }
  };

  return {
    /** Asks the provider for its metadata. Throws an SsoRefusal. */
    check: async (client: ProviderClient): Promise<void> => {
      await configurationOf(client).catch(refusing);
    },

    /** Where to send the browser, and what its way back is checked against. Throws an SsoRefusal. */
    begin: async (
      client: ProviderClient,
      state: string,
      loginHint: string | null,
    ): Promise<{ url: URL; proofs: Proofs }> => {
      const configuration = await configurationOf(client).catch(refusing);
      const proofs = { state, nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: parts.redirectUri,
        scope: "openid email profile",
        response_type: "code",
        state,
        nonce: proofs.nonce,
        code_challenge: await calculatePKCECodeChallenge(proofs.codeVerifier),
        code_challenge_method: "S256",
        ...(loginHint === null ? {} : { login_hint: loginHint }),
      });
      return { url, proofs };
    },

    /**
     * Redeems the code of a way back for what the provider says about the person.
     * @param search the query of the address that the browser came back to
     * @throws {SsoRefusal}
     */
    finish: async (client: ProviderClient, search: string, proofs: Proofs): Promise<Claims> => {
      const backUrl = new URL(parts.redirectUri);
      backUrl.search = search;
      try {
        return await withClientAuthentication(client, async (configuration) => {
          const tokens = await authorizationCodeGrant(configuration, backUrl, {
            pkceCodeVerifier: proofs.codeVerifier,
            expectedState: proofs.state,
            expectedNonce: proofs.nonce,
            idTokenExpected: true,
          });
          const claims = checkedClaims(configuration, tokens.claims(), tokens.id_token, parts.now());
          const hasAll = typeof claims["email"] === "string";
          if (hasAll || !configuration.serverMetadata().userinfo_endpoint) return claims;
          // Some providers put only the subject into the ID token; the library checks that both name the same one.
          return { ...(await fetchUserInfo(configuration, tokens.access_token, String(claims["sub"]))), ...claims };
        });
      } catch (error) {
        return refusing(error);
      }
    },
  };
}

function checkedClaims(
  configuration: Configuration,
  claims: object | undefined,
  idToken: string | undefined,
  nowMs: number,
): Claims {
  if (claims === undefined || idToken === undefined) throw new SsoRefusal("token_invalid", "there is no ID token");
  const { alg = "none" } = decodeProtectedHeader(idToken);
  if (!algorithms.test(alg)) throw new SsoRefusal("token_invalid", `the ID token is signed with ${alg}`);
  const read = claims as Claims;
  // The library lets the issuer of a shared address vary by tenant; ours is one company's.
  if (read["iss"] !== configuration.serverMetadata().issuer)
    throw new SsoRefusal("token_invalid", `the ID token is from ${String(read["iss"])}`);
  const ageS = nowMs / 1000 - Number(read["iat"]);
  if (!(Math.abs(ageS) <= tokenAgeS))
    throw new SsoRefusal("clock_differs", `the ID token is ${Math.round(ageS)} s old by our clock`);
  return read;
}

/** Turns whatever the library throws into a refusal with a sentence. */
function refusing(error: unknown): never {
  if (error instanceof SsoRefusal) throw error;
  const causes = causesOf(error);
  const unreachable = causes.find((cause) => cause instanceof ProviderUnreachable);
  if (unreachable) throw new SsoRefusal("provider_unreachable", unreachable.message, { cause: error });
  const detail = causes.map(detailOf).filter(Boolean).join(": ");
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    throw new SsoRefusal("provider_refused", detail, { cause: error });
  if (error instanceof ClientError && error.code === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED")
    throw new SsoRefusal("clock_differs", detail, { cause: error });
  // Whatever else it is, the provider's answer could not be used; there is no other input.
  throw new SsoRefusal("token_invalid", detail, { cause: error });
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at);
  return causes;
}

function detailOf(error: Error): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return [error.error, error.error_description].filter(Boolean).join(", ");
  return error.message;
}
