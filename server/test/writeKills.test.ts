import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Answer, call } from "./support/api.ts";
import { aCustomer, aGateway, aSite, aToken } from "./support/builders.ts";
import { killableProcess, type KillableProcess } from "./support/killableProcess.ts";
import type { StopPoint } from "./support/killedWriter.ts";
import { newcomer } from "./support/newcomers.ts";
import type { TestPulse } from "./support/testPulse.ts";

// A process is killed at any statement of a write. The retry under the same key gets the truth: it is done once, and noted.
const kills = Number(process.env["PULSE_KILLS"] ?? 2);

let killed: KillableProcess & Awaited<ReturnType<typeof seed>>;

async function seed(pulse: TestPulse) {
  const customer = await aCustomer(pulse, "Killed");
  const site = await aSite(pulse, customer);
  const gateway = await aGateway(pulse, customer, site, { x: 1, y: 1 });
  const [token, viewer] = [await aToken(pulse, customer, "Administrator"), await aToken(pulse, customer, "Viewer")];
  return { customer, gateway, token, viewer };
}

beforeAll(async () => {
  killed = await killableProcess(seed);
  await killed.start();
});
afterAll(() => killed.remove());

interface Sent {
  method: string;
  path: string;
  body?: object;
  /** What the log calls it. */
  action: string;
  /** The thing as the log names it. */
  name: string;
}

let serial = 0;
const asked = (sent: Sent, key: string): Promise<Answer> =>
  call(killed as unknown as TestPulse, sent.method, sent.path, {
    token: killed.token,
    headers: { "idempotency-key": key },
    ...(sent.body ? { body: sent.body } : {}),
  });
const invitation = () => newcomer(killed.customer, { email: `killed${++serial}@pulse.test` });
const invited = async () => {
  const body = invitation();
  const sent = { method: "POST", path: "users", body, action: "create", name: body.email };
  const made = await asked(sent, `before-${serial}`);
  return { id: String(made.content["id"]), email: body.email };
};

/** One of each kind: only rows; an account made, changed or ended with its row; and a password that is shown once. */
const writes: Record<string, () => Promise<Sent>> = {
  "an invitation": async () => {
    const body = invitation();
    return { method: "POST", path: "users", body, action: "create", name: body.email };
  },
  "a new role": async () => {
    const body = { name: `Killed ${++serial}`, operation_ids: [] };
    return { method: "POST", path: "roles", body, action: "create", name: body.name };
  },
  "a change of somebody": async () => {
    const { id, email } = await invited();
    return { method: "PUT", path: `users/${id}`, body: { given_name: "Changed" }, action: "update", name: email };
  },
  "new credentials": async () => {
    const { id } = killed.gateway;
    const [row] = await killed.rows<{ name: string }>(`select name from hardwares where id = '${id}'`);
    await killed.rows(`delete from audit_entries where entity_id = '${id}'`);
    await killed.rows(`delete from events where entity_id = '${id}'`);
    return { method: "POST", path: `hardwares/${id}/mqtt-credentials`, action: "credentials_reset", name: row!.name };
  },
  "a deletion of somebody": async () => {
    const { id, email } = await invited();
    return { method: "DELETE", path: `users/${id}`, action: "delete", name: email };
  },
};

/** Asks until the answer is no longer to wait. */
async function toldInTheEnd(sent: Sent, key: string): Promise<Answer> {
  const waited: string[] = [];
  const answer = await vi.waitFor(
    async () => {
      const told = await asked(sent, key);
      if (told.headers.has("retry-after")) waited.push(`${told.status} ${String(told.content["message"])}`);
      expect([told.status, told.headers.get("retry-after")]).toEqual([told.status, null]);
      return told;
    },
    { timeout: 30_000, interval: 250 },
  );
  for (const text of waited) expect(text).toMatch(/^409 Still working on this/);
  return answer;
}

/** What is left of a write when all is over, as the checker expects it: once. */
async function left({ action, name }: Sent) {
  const of = (table: string, where: string) => `select count(*)::int as n from ${table} where ${where}`;
  const count = async (query: string): Promise<number> => (await killed.rows<{ n: number }>(query))[0]!.n;
  return {
    entries: await count(of("audit_entries", `entity_name = '${name}' and action = '${action}' and outcome = 'ok'`)),
    events: await count(of("events", `entity_name = '${name}' and operation like '${action.slice(0, 5)}%'`)),
    notes: await count(of("account_work", "true")),
    people: await count(of("users", `email = '${name}'`)),
    accounts: await count(of("identity_users", `email = '${name}'`)),
  };
}

const whens: StopPoint["when"][] = ["before", "sent", "after"];
const kinds = Object.keys(writes);
/** Spread over kinds, statements and moments, the same in every run. */
const runs = Array.from({ length: kills }, (_, nth) => {
  const [round, kind] = [Math.floor(nth / kinds.length), nth % kinds.length];
  const part = (((nth + 1) * 0.618) % 1) * 0.98 + 0.01;
  return { nth, kind: kinds[kind]!, when: whens[(round + kind) % whens.length]!, part };
});

test.each(runs)(
  "write $nth of $kind, killed $when one of its statements, is done once",
  async ({ nth, kind, when, part }) => {
    const prepare = writes[kind]!;
    // How many statements it takes, so that the kill happens during one of them.
    const whole = await prepare();
    const before = await killed.statements();
    const fine = await asked(whole, `whole-${nth}`);
    expect(fine.status).toBeLessThan(300);
    const takes = (await killed.statements()) - before;

    const sent = await prepare();
    await killed.dieAt({ nth: Math.max(1, Math.round(part * takes)), when });
    const first = await asked(sent, `key-${nth}`).catch(() => null);
    await killed.kill();
    await killed.start();

    const told = await toldInTheEnd(sent, `key-${nth}`);
    expect([kind, told.status, told.text]).toEqual([kind, fine.status, told.text]);
    if (first) expect(told.text).toBe(first.text);
    const isPerson = sent.name.includes("@");
    const stays = isPerson && sent.action !== "delete" ? 1 : 0;
    await vi.waitFor(
      async () => expect(await left(sent)).toEqual({ entries: 1, events: 1, notes: 0, people: stays, accounts: stays }),
      { timeout: 10_000, interval: 100 },
    );
    // Whoever asks once more gets the same answer, including the password that is shown once.
    expect((await asked(sent, `key-${nth}`)).text).toBe(told.text);
  },
  120_000,
);

test("an answered refusal is in the log even if the process is killed at once", async () => {
  const name = "Not for you";
  const refused = await call(killed as unknown as TestPulse, "PUT", `roles/${killed.customer.roleIds.Manager}`, {
    token: killed.viewer,
    body: { name },
  });
  await killed.kill();
  expect(refused.status).toBe(403);
  await killed.start();
  const query = "select action, outcome from audit_entries where outcome = 'refused' and action = 'update'";
  const entry = { action: "update", outcome: "refused" };
  await vi.waitFor(async () => expect(await killed.rows(query)).toEqual([entry]), { timeout: 10_000 });
});
