import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Answer, call } from "./api.ts";
import { aCustomer, aToken } from "./builders.ts";
import { company, companyProvider, type Directory } from "./companyProvider.ts";
import { fragmentOf, type HttpBrowser, httpBrowser } from "./httpBrowser.ts";
import { identityCall, tokensIn } from "./people.ts";
import { testPulse, type TestPulse } from "./testPulse.ts";

interface Here {
  pulse: TestPulse;
  provider: Awaited<ReturnType<typeof companyProvider>>;
  /** Of the test at hand: a customer of its own, whose domain nobody else has. */
  customer: NewCustomer;
  administrator: string;
  domain: string;
  /** Whom the provider knows. */
  directory: Directory;
  redirectUri: string;
}

let serial = 0;

/** A Pulse with a company's provider beside it, and for each test a customer that has not set it up yet. */
export function companyDesk() {
  const here = { directory: {} } as Here;
  beforeAll(async () => {
    here.pulse = await testPulse({ PULSE_WEBHOOK_ALLOW: "127.0.0.1" });
    here.redirectUri = `${here.pulse.url}/sso/callback`;
    here.provider = await companyProvider(here.redirectUri, here.directory);
  });
  afterAll(async () => {
    here.provider.close();
    await here.pulse.stop();
  });
  beforeEach(async () => {
    here.domain = `company${++serial}.test`;
    here.customer = await aCustomer(here.pulse);
    here.administrator = await aToken(here.pulse, here.customer, "Administrator");
  });

  /** Sets the company's sign-in up; what is not given is reset. */
  const put = (more: object = {}, token = here.administrator, id = here.customer.id): Promise<Answer> =>
    call(here.pulse, "PUT", `customers/${id}/sso`, {
      token,
      body: {
        issuer: here.provider.issuer,
        client_id: company.clientId,
        client_secret: company.clientSecret,
        domains: [here.domain],
        role_claim: null,
        role_map: [],
        group_claim: null,
        group_map: [],
        default_role_id: null,
        default_group_id: null,
        ...more,
      },
    });

  /** Somebody at the company's provider. */
  const employee = (claims: Record<string, unknown> = {}): { login: string; email: string } => {
    const login = `person${++serial}`;
    const email = `${login}@${here.domain}`;
    here.directory[login] = { email, email_verified: true, given_name: "Anna", family_name: "Berg", ...claims };
    return { login, email };
  };

  /** What the page does with the ticket that it is handed. */
  const exchange = (browser: HttpBrowser, ticket: string | undefined) =>
    browser.post(`${here.pulse.url}/sso/redeem`, { ticket });

  /** Goes to the provider and back; what the page in the end is handed. */
  const comeBack = async (email: string, login: string, browser = httpBrowser()) => {
    const start = `${here.pulse.url}/sso/start?email=${encodeURIComponent(email)}`;
    const back = await browser.signInAt(start, login, here.pulse.url);
    return { back, browser, handed: fragmentOf((await browser.visit(back)).location) };
  };

  /** The id token that a code is redeemed for. */
  const redeem = async ({ user = "", code = "" }: Record<string, string>): Promise<string> => {
    const clientId = here.pulse.identity.pools.current.clientId;
    const begun = await identityCall(here.pulse, "InitiateAuth", {
      ClientId: clientId,
      AuthFlow: "CUSTOM_AUTH",
      AuthParameters: { USERNAME: user },
    });
    const { body } = await identityCall(here.pulse, "RespondToAuthChallenge", {
      ClientId: clientId,
      ChallengeName: "CUSTOM_CHALLENGE",
      Session: begun.body["Session"],
      ChallengeResponses: { USERNAME: user, ANSWER: code },
    });
    return tokensIn(body).idToken;
  };

  return {
    here,
    put,
    employee,
    comeBack,
    exchange,
    redeem,
    signIn: async (email: string, login: string): Promise<string> => {
      const { browser, handed } = await comeBack(email, login);
      return redeem((await exchange(browser, handed["ticket"])).content);
    },
    me: async (token: string) => (await call(here.pulse, "GET", "users/me", { token })).content,
    /** The refused sign-ins in the audit log of the customer. */
    failures: async () => {
      await here.pulse.settled();
      const rows = await here.pulse.db
        .selectFrom("audit_entries")
        .selectAll()
        .where("action", "=", "sign_in_failed")
        .where("customer_id", "=", here.customer.id)
        .execute();
      return rows;
    },
  };
}
