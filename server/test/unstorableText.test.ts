import { endpoints } from "@pulse/contract/endpoints";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "@pulse/contract/errors";
import { endpointWire } from "../src/platform/http/endpointWire.ts";
import { call } from "./support/api.ts";
import { aCustomer, aSite, aToken, type TestSite } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

/** NUL, and halves of a surrogate pair: PostgreSQL holds none of them in text and jsonb. */
const unstorable: [name: string, text: string][] = [
  ["U+0000", "a\0b"],
  ["U+D83D", "a\ud83d"],
  ["U+DE00", "\ude00a"],
];

interface Described {
  $ref?: string;
  $defs?: Record<string, Described>;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Described[];
  oneOf?: Described[];
  allOf?: Described[];
  properties?: Record<string, Described>;
  additionalProperties?: Described | boolean;
  items?: Described;
}

/** For each text that a schema knows, its path as in a refusal, and a value with `text` there and nothing else. */
function eachText(schema: z.ZodType | undefined, text: string): { path: string; value: unknown }[] {
  if (schema === undefined) return [];
  const whole = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Described;
  const walk = (part: Described, path: string, put: (value: unknown) => unknown, depth: number): Found[] => {
    if (depth > 12) return [];
    if (part.$ref !== undefined) return walk(whole.$defs![part.$ref.replace("#/$defs/", "")]!, path, put, depth + 1);
    const inside = [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.allOf ?? [])].flatMap((one) =>
      walk(one, path, put, depth + 1),
    );
    if (part.type === "string" && part.enum === undefined && part.const === undefined)
      inside.push({ path, value: put(text) });
    for (const [key, one] of Object.entries(part.properties ?? {})) {
      const wireKey = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const at = path === "" ? wireKey : `${path}.${wireKey}`;
      inside.push(...walk(one, at, (value) => put({ [wireKey]: value }), depth + 1));
    }
    if (part.items !== undefined) inside.push(...walk(part.items, `${path}[0]`, (value) => put([value]), depth + 1));
    return inside;
  };
  const found = walk(whole, "", (value) => value, 0);
  return [...new Map(found.map((one) => [one.path, one])).values()];
}
interface Found {
  path: string;
  value: unknown;
}

/** What a reader refuses, as `code path`; null: it accepts the value. */
function refusal(read: (given: unknown) => unknown, value: unknown): string | null {
  try {
    read(value);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.status} ${error.details[0]?.code} ${error.details[0]?.path}: ${error.message}`;
  }
}

describe.each(unstorable)("%s", (name, text) => {
  const refused = (path: string): string => `400 char_not_allowed ${path}: ${name} is not allowed`;

  test("is refused in every text of every endpoint's query and body, by its path", () => {
    let texts = 0;
    for (const endpoint of endpoints) {
      const wire = endpointWire(endpoint);
      for (const part of ["query", "body"] as const)
        for (const { path, value } of eachText(endpoint[part], text)) {
          texts++;
          expect([endpoint.id, part, path, refusal(wire[part], value)]).toEqual([
            endpoint.id,
            part,
            path,
            refused(path),
          ]);
        }
    }
    // The walk has found them: nearly every endpoint has some.
    expect(texts).toBeGreaterThan(endpoints.length);
  });
});

describe("over HTTP", () => {
  let pulse: TestPulse;
  let site: TestSite;
  let token: string;
  let superadmin: string;
  beforeAll(async () => {
    pulse = await testPulse();
    const customer = await aCustomer(pulse);
    site = await aSite(pulse, customer);
    token = await aToken(pulse, customer, "Administrator");
    superadmin = await aToken(pulse, null, null);
  });
  afterAll(() => pulse.stop());

  const lists = endpoints.filter(({ method, path, query }) => method === "GET" && !path.includes(":") && query);
  const texts = lists.flatMap((endpoint) =>
    eachText(endpoint.query, "a\0b")
      .map(({ path }) => path)
      .filter((key) => key !== "site_id" && key !== "customer_id")
      .map((key) => [endpoint.path, key, endpoint.access === "superadmin"] as const),
  );
  test.each(texts)("GET %s with NUL in %s is a bad request that names it", async (path, key, isForSuperadmin) => {
    const answer = await call(pulse, "GET", `${path}?site_id=${site.id}&${key}=a%00b`, {
      token: isForSuperadmin ? superadmin : token,
    });
    expect([answer.status, answer.content["code"]]).toEqual([400, "char_not_allowed"]);
    expect(answer.content["details"]).toMatchObject([{ path: key, message: "U+0000 is not allowed" }]);
  });

  const named = endpoints.filter(({ path, params }) => path.includes(":") && params !== undefined);
  test.each(named.map(({ method, path }) => [method, path] as const))(
    "%s %s with NUL in its address is no failure of the server",
    async (method, path) => {
      const address = path.replaceAll(/:\w+/g, "a%00b");
      const body = method === "GET" || method === "DELETE" ? {} : { body: {} };
      const { status } = await call(pulse, method, `${address}?site_id=${site.id}`, { token: superadmin, ...body });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );

  test("a name with NUL or half a character is refused and nothing is written", async () => {
    for (const [, text] of unstorable) {
      const answer = await call(pulse, "POST", `assets?site_id=${site.id}`, { token, body: { name: text } });
      expect([answer.status, answer.content["code"]]).toEqual([400, "char_not_allowed"]);
    }
    const { metadata } = await call(pulse, "GET", `assets/search?site_id=${site.id}`, { token });
    expect(metadata["total_count"]).toBe(0);
  });

  test("a whole character above U+FFFF is stored as it is", async () => {
    const answer = await call(pulse, "GET", `assets/search?site_id=${site.id}&search=%F0%9F%98%80`, { token });
    expect(answer.status).toBe(200);
  });

  test.each(["", "&dry_run=true"])(
    "a CSV import%s refuses the cell that holds NUL, by its row and column",
    async (how) => {
      const body = new FormData();
      body.append("file", new Blob(["name,type\nFork\0lift,Forklift\n"]), "things.csv");
      const answer = await call(pulse, "POST", `assets/import?site_id=${site.id}${how}`, { token, body });
      expect(answer.status).toBe(how === "" ? 400 : 200);
      expect(answer.text).toContain('"column":"name"');
      expect(answer.text).toContain("U+0000 is not allowed");
    },
  );

  test.each(["a&#0;b", "a&#xD83D;b", "a\0b"])(
    "a KML file with the name %j is no failure of the server",
    async (name) => {
      const ring = "<coordinates>4.4,51.9 4.5,51.9 4.5,52 4.4,51.9</coordinates>";
      const shape = `<Polygon><outerBoundaryIs><LinearRing>${ring}</LinearRing></outerBoundaryIs></Polygon>`;
      const kml = `<kml><Document><Placemark><name>${name}</name>${shape}</Placemark></Document></kml>`;
      const body = new FormData();
      body.append("file", new Blob([kml]), "fences.kml");
      const { status } = await call(pulse, "POST", `geofences?site_id=${site.id}&type=kml`, { token, body });
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
    },
  );

  test.each(["InitiateAuth", "SignUp", "ForgotPassword", "ConfirmSignUp"])(
    "the identity endpoint's %s refuses NUL and half a character as a bad request",
    async (action) => {
      for (const [, text] of unstorable) {
        const { clientId } = pulse.identity.pools.current;
        const answer = await fetch(`${pulse.url}/identity/`, {
          method: "POST",
          headers: {
            "content-type": "application/x-amz-json-1.1",
            "x-amz-target": `AWSCognitoIdentityProviderService.${action}`,
          },
          body: JSON.stringify({
            ClientId: clientId,
            Username: `${text}@pulse.test`,
            Password: "Some-password-1",
            ConfirmationCode: "123456",
            AuthFlow: "USER_PASSWORD_AUTH",
            AuthParameters: { USERNAME: `${text}@pulse.test`, PASSWORD: "Some-password-1" },
            UserAttributes: [{ Name: "email", Value: `${text}@pulse.test` }],
          }),
        });
        expect([text, answer.status]).toEqual([text, 400]);
      }
    },
  );
});
