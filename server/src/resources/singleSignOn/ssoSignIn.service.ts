import { createHash, randomBytes } from "node:crypto";
import { type SsoFailure, ssoFailures } from "@pulse/contract/sso";
import type { AuditLog } from "../../platform/audit/audit.service.ts";
import type { Origin } from "../../platform/http/origin.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";
import type { ClientSecrets } from "./clientSecrets.ts";
import type { IdentityProviders, ProviderClient } from "./provider.ts";
import type { SsoAttempt, SsoRepository, StoredSso } from "./sso.repository.ts";
import { confirmedPerson } from "./ssoClaims.ts";
import type { SsoPeople } from "./ssoPeople.ts";
import { SsoRefusal } from "./ssoRefusal.ts";

export type SsoSignInService = ReturnType<typeof ssoSignInService>;

/** What came back, and where to go on. */
export type SsoOutcome =
  | { kind: "signedIn"; ticket: string }
  | { kind: "tested"; customerId: string; email: string; role: string | null; group: string | null }
  | { kind: "refused"; failure: SsoFailure; email: string | null; testedCustomerId: string | null };

/** Long enough for a password, a second factor and a phone that has to be found. */
export const attemptLifeMs = 10 * 60_000;
/** Long enough for a page to load over a slow connection. */
export const ticketLifeMs = 60_000;

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");
const newToken = (): string => randomBytes(32).toString("base64url");

/** Sign-in with the company's account: to the provider and back. */
export function ssoSignInService(parts: {
  stored: SsoRepository;
  people: SsoPeople;
  providers: IdentityProviders;
  secrets: ClientSecrets;
  audit: Pick<AuditLog, "record">;
  unit: UnitOfWork;
  issueSignInCode(sub: string): Promise<string>;
  now(): number;
}) {
  const { stored, providers, secrets, now } = parts;

  const clientOf = (settings: StoredSso): ProviderClient => ({
    issuer: settings.issuer,
    clientId: settings.client_id,
    clientSecret:
      settings.client_secret_sealed === null ? null : secrets.open(settings.client_secret_sealed, settings.customer_id),
  });

  const note = (
    refusal: SsoRefusal,
    about: { origin: Origin; email: string | null; customerId: string | null },
  ): SsoRefusal => {
    parts.audit.record({
      action: "sign_in_failed",
      origin: about.origin,
      person: about.email === null ? null : { email: about.email },
      ...(about.customerId === null ? {} : { customerId: about.customerId }),
      changes: [
        { field: "sso", before: null, after: ssoFailures[refusal.failure] },
        ...(refusal.detail === "" ? [] : [{ field: "reason", before: null, after: refusal.detail }]),
      ],
      outcome: "refused",
    });
    return refusal;
  };
  /** Runs a step; a refusal makes one entry of the audit log. */
  const withRefusalNote = async <T>(
    about: { origin: Origin; email: string | null; customerId: string | null },
    act: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      throw error instanceof SsoRefusal ? note(error, about) : error;
    }
  };

  const beginAttempt = async (settings: StoredSso, browser: string, testerId: string | null, hint: string | null) => {
    const state = newToken();
    const { url, proofs } = await providers.begin(clientOf(settings), state, hint);
    await stored.sweep(new Date(now()));
    await stored.addAttempt({
      state_hash: hashOf(state),
      customer_id: settings.customer_id,
      browser_hash: hashOf(browser),
      nonce: proofs.nonce,
      code_verifier_sealed: secrets.seal(proofs.codeVerifier, settings.customer_id),
      tester_id: testerId,
      expires_at: new Date(now() + attemptLifeMs),
    });
    return url.href;
  };

  const settingsOf = async (customerId: string | null): Promise<StoredSso> => {
    const settings = customerId === null ? null : await stored.find(customerId);
    if (settings === null) throw new SsoRefusal("not_configured");
    return settings;
  };

  const complete = async (
    attempt: SsoAttempt,
    state: string,
    search: string,
    origin: Origin,
  ): Promise<Exclude<SsoOutcome, { kind: "refused" }>> => {
    const settings = await settingsOf(attempt.customer_id);
    const claims = await providers.finish(clientOf(settings), search, {
      state,
      nonce: attempt.nonce,
      codeVerifier: secrets.open(attempt.code_verifier_sealed, settings.customer_id),
    });
    const person = confirmedPerson(claims, settings.domains);
    const { customer_id: customerId, version } = settings;
    if (attempt.tester_id !== null) {
      const user = await parts.people.find(customerId, person);
      const names = await parts.people.names(customerId, await parts.people.placeOf(settings, claims, user));
      await parts.unit.commit({ person: { userId: attempt.tester_id }, origin }, async (trx) => {
        await stored.markTested(trx, customerId, version, new Date(now()));
        const changes = [{ field: "sso.test", before: null, after: person.email }];
        const entity = { id: customerId, name: settings.customerName };
        return { content: null, records: [{ kind: "customer", action: "update", customerId, entity, changes }] };
      });
      return { kind: "tested", customerId, email: person.email, ...names };
    }
    const sub = await parts.people.enter(settings, person, claims, origin);
    await stored.markTested(null, customerId, version, new Date(now()));
    const ticket = newToken();
    await stored.addTicket({
      ticket_hash: hashOf(ticket),
      customer_id: customerId,
      browser_hash: attempt.browser_hash,
      identity_sub: sub,
      expires_at: new Date(now() + ticketLifeMs),
    });
    return { kind: "signedIn", ticket };
  };

  return {
    /**
     * The address of the provider for somebody with this e-mail address.
     * @param browser the secret of the cookie that the browser gets
     * @throws {SsoRefusal}
     */
    start: (email: string, browser: string, origin: Origin): Promise<string> => {
      const about = { origin, email, customerId: null as string | null };
      return withRefusalNote(about, async () => {
        about.customerId = await stored.customerOf(email.slice(email.lastIndexOf("@") + 1));
        return beginAttempt(await settingsOf(about.customerId), browser, null, email);
      });
    },

    /** A ticket with which a browser begins a trial. Throws an SsoRefusal if the provider does not answer. */
    ticket: async (viewer: Viewer, settings: StoredSso): Promise<string> => {
      await providers.check(clientOf(settings));
      const ticket = newToken();
      await stored.addAttempt({
        state_hash: hashOf(`ticket ${ticket}`),
        customer_id: settings.customer_id,
        browser_hash: "",
        nonce: "",
        code_verifier_sealed: "",
        tester_id: viewer.userId,
        expires_at: new Date(now() + attemptLifeMs),
      });
      return ticket;
    },

    /** The same as `start`, with a ticket. */
    startTest: (ticket: string, browser: string, origin: Origin): Promise<string> => {
      const about = { origin, email: null, customerId: null as string | null };
      return withRefusalNote(about, async () => {
        const attempt = await stored.takeAttempt(hashOf(`ticket ${ticket}`), new Date(now()));
        if (attempt === null) throw new SsoRefusal("state_unknown");
        about.customerId = attempt.customer_id;
        return beginAttempt(await settingsOf(attempt.customer_id), browser, attempt.tester_id, null);
      });
    },

    /**
     * Takes the way back from the provider.
     * @param search the query of its address
     * @param browser the secret in the browser's cookie; null: it has none
     */
    callback: async (search: string, browser: string | null, origin: Origin): Promise<SsoOutcome> => {
      const state = new URLSearchParams(search).get("state") ?? "";
      const attempt = await stored.takeAttempt(hashOf(state), new Date(now()));
      // Another browser's way back would sign its owner in as somebody else.
      const isOwn = attempt !== null && browser !== null && attempt.browser_hash === hashOf(browser);
      const about = { origin, email: null, customerId: attempt?.customer_id ?? null };
      try {
        return await withRefusalNote(about, async () => {
          if (!isOwn) throw new SsoRefusal("state_unknown");
          return complete(attempt, state, search, origin);
        });
      } catch (error) {
        if (!(error instanceof SsoRefusal)) throw error;
        const testedCustomerId = attempt?.tester_id ? attempt.customer_id : null;
        return { kind: "refused", failure: error.failure, email: null, testedCustomerId };
      }
    },

    /**
     * Exchanges a ticket for the code that the identity provider takes.
     * @param browser the secret in the browser's cookie; null: it has none
     * @throws {SsoRefusal} `state_unknown`
     */
    redeem: async (ticket: string, browser: string | null, origin: Origin): Promise<{ user: string; code: string }> => {
      const claim = await stored.takeTicket(hashOf(ticket), new Date(now()));
      // Somebody else's ticket would sign this browser's owner in as them.
      if (claim === null || browser === null || claim.browser_hash !== hashOf(browser))
        throw note(new SsoRefusal("state_unknown"), { origin, email: null, customerId: claim?.customer_id ?? null });
      // The account's own user name: the provider may have renamed the person.
      return { user: claim.identity_sub, code: await parts.issueSignInCode(claim.identity_sub) };
    },
  };
}
