import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Answer, call } from "./support/api.ts";
import { aCustomer, aSite, aToken } from "./support/builders.ts";
import { killableProcess } from "./support/killableProcess.ts";
import { hasMailServer, mailServer } from "./support/mailServer.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";
import { webhookReceiver } from "./support/webhookReceiver.ts";

// Reports by mail through a real server, Debian's Exim: also one that is away, one that refuses, and a process that is
// killed.
test.runIf(process.env["CI"] === "true")("the mail server is installed in CI", () => {
  expect(hasMailServer).toBe(true);
});
if (!hasMailServer)
  process.stderr.write("Skipped: reports by SMTP, as Debian's exim4-daemon-light is not installed.\n");

type Box = Awaited<ReturnType<typeof mailServer>>;
const from = "Pulse <pulse@pulse.test>";
const patience = { timeout: 20_000 };

async function world(pulse: TestPulse) {
  const customer = await aCustomer(pulse);
  const site = await aSite(pulse, customer);
  const token = await aToken(pulse, customer, "Manager");
  const email = String((await call(pulse, "GET", "users/me", { token })).content["email"]);
  return { siteId: site.id, token, email };
}
type World = Awaited<ReturnType<typeof world>>;

const span = "start_time_utc=2026-10-24T00:00:00Z&end_time_utc=2026-10-25T00:00:00Z";
async function ask(pulse: TestPulse, { siteId, token, email }: World): Promise<string> {
  const { content } = await call(pulse, "POST", `reports/asset-history?site_id=${siteId}&${span}`, {
    token,
    body: { formats_list: ["csv"], deliveries_list: [{ type: "email", user_email: email }] },
  });
  return String(content["id"]);
}
const look = (pulse: TestPulse, { token }: World, id: string): Promise<Answer> =>
  call(pulse, "GET", `reports/${id}`, { token });
const idsIn = (box: Box): string[] => box.delivered().map(({ id }) => id);

describe.skipIf(!hasMailServer)("over SMTP", () => {
  let box: Box;
  let pulse: TestPulse;
  let person: World;
  /** The product's clock runs ahead by this, ms. */
  let aheadMs = 0;
  beforeAll(async () => {
    box = await mailServer();
    const settings = { PULSE_SMTP_URL: box.url, PULSE_MAIL_FROM: from };
    pulse = await testPulse(settings, { now: () => Date.now() + aheadMs });
    person = await world(pulse);
  });
  afterAll(async () => {
    await pulse.stop();
    await box.stop();
  });

  test("a report by SMTP waits for a mail server that is down, and is mailed once, with its file, when it is back", async () => {
    const id = await ask(pulse, person);
    const stored = () => pulse.db.selectFrom("reports").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    await vi.waitFor(async () => expect((await stored()).mail_attempts).toBe(1), patience);
    expect((await look(pulse, person, id)).content).toMatchObject({ state: "done", mailed_at: null, reason: null });
    await box.start();
    // An hour later the next report starts the work.
    aheadMs = 3600_000;
    const next = await ask(pulse, person);
    await vi.waitFor(() => expect(idsIn(box).toSorted()).toEqual([id, next].toSorted()), patience);
    const mail = box.delivered().find((each) => each.id === id)!;
    expect(mail.text).toContain(`To: ${person.email}`);
    expect(mail.text).toContain("From: Pulse <pulse@pulse.test>");
    expect(mail.text).toMatch(/Content-Type: text\/csv; name=asset-history_/);
    await vi.waitFor(async () => expect((await stored()).mailed_at).not.toBeNull(), patience);
  });

  test("a permanently refused mail address is not tried again, and the report says so and stays", async () => {
    box.refuse(person.email);
    const id = await ask(pulse, person);
    await vi.waitFor(
      async () => expect((await look(pulse, person, id)).content).toMatchObject({ reason: "mail_refused" }),
      patience,
    );
    const { content } = await look(pulse, person, id);
    expect(content).toMatchObject({ state: "done", mailed_at: null });
    expect((await call(pulse, "GET", `reports/${id}/file`, { token: person.token })).status).toBe(200);
    const { mail_attempts: attempts } = await pulse.db
      .selectFrom("reports")
      .select("mail_attempts")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(attempts).toBe(0);
    box.refuse("nobody@pulse.test");
  });
});

test.skipIf(!hasMailServer)(
  "a process killed while it writes a report and posts to a webhook starts both again, and mails once",
  async () => {
    const [box, receiver] = [await mailServer(), await webhookReceiver()];
    await box.start();
    const settings = { PULSE_SMTP_URL: box.url, PULSE_MAIL_FROM: from, PULSE_WEBHOOK_ALLOW: "127.0.0.1" };
    const killed = await killableProcess(world, settings);
    const pulse = killed as unknown as TestPulse;
    const { token, siteId } = killed;
    try {
      await killed.start();
      // It accepts posts and does not answer.
      receiver.answer(() => undefined);
      const hook = { name: "Hook", url: receiver.url, kinds: ["asset"] };
      expect((await call(pulse, "POST", "webhooks", { token, body: hook })).status).toBe(201);
      await call(pulse, "POST", `assets?site_id=${siteId}`, { token, body: { name: "Cart", type: "Cart" } });
      await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patience);
      await killed.dieAt({ nth: 1, when: "before", text: `update "reports" set "progress"` });
      const id = await ask(pulse, killed);
      await killed.died();
      receiver.answer((response) => void response.writeHead(204).end());
      await killed.start();
      const stored = async () =>
        (await killed.rows<{ state: string; attempts: number }>(`select * from reports where id = '${id}'`))[0]!;
      expect(await stored()).toMatchObject({ state: "running", attempts: 1 });
      // A minute later the claims of the process that died have ended.
      for (const table of ["reports", "webhook_deliveries"])
        await killed.rows(`update ${table} set claimed_until = now() - interval '1 second'`);
      const next = await ask(pulse, killed);
      await vi.waitFor(() => expect(idsIn(box).toSorted()).toEqual([id, next].toSorted()), patience);
      expect(await stored()).toMatchObject({ state: "done", attempts: 2 });
      expect((await call(pulse, "GET", `reports/${id}/file`, { token })).status).toBe(200);
      const posted = () => killed.rows<{ state: string }>("select state from webhook_deliveries");
      await vi.waitFor(async () => expect(await posted()).toEqual([{ state: "done" }]), patience);
      expect(receiver.received.map((one) => one.id)).toEqual([receiver.received[0]!.id, receiver.received[0]!.id]);
    } finally {
      await killed.remove();
      await box.stop();
      receiver.close();
    }
  },
);

test("a report whose sender is killed before its mail has gone is mailed by the next process within half a minute, once", async () => {
  const killed = await killableProcess(world);
  const pulse = killed as unknown as TestPulse;
  try {
    await killed.start();
    await killed.dieAt({ nth: 1, when: "before", text: `insert into "outbox"` });
    const id = await ask(pulse, killed);
    await killed.died();
    await killed.start();
    const startedMs = Date.now();
    await vi.waitFor(async () => expect((await look(pulse, killed, id)).content["mailed_at"]).not.toBeNull(), {
      timeout: 60_000,
      interval: 200,
    });
    process.stderr.write(`a report whose sender was killed was mailed ${Date.now() - startedMs} ms after the start\n`);
    expect(await killed.rows(`select id from outbox where id = '${id}'`)).toHaveLength(1);
  } finally {
    await killed.remove();
  }
});
