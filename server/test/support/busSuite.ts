import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { noCounts } from "../../src/pipeline/ingest/messageCounts.ts";
import type { Bus, SightingBatch } from "../../src/platform/bus/bus.ts";
import { type Changed, everythingChanged } from "../../src/platform/bus/changed.ts";
import type { LiveGateway } from "../../src/platform/bus/requests.ts";

const [here, elsewhere] = ["0198c1b2-0000-7000-8000-00000000000a", "0198c1b2-0000-7000-8000-00000000000b"];

const batch = (siteId: string, gatewayId: string): SightingBatch => ({
  siteId,
  gatewayId,
  position: 1,
  receivedMs: 1,
  sightings: [{ trackerId: "tracker", rssi: -60, atMs: 1 }],
});
const siteChanged = (siteId: string | null): Changed => ({ kind: "site", ids: [], siteId, customerId: null });
const gateway: LiveGateway = {
  connected: true,
  left: false,
  lastMessageMs: 1,
  firmware: null,
  underperforming: false,
  swappedWith: null,
  trackersInRange: 0,
  diagnostics: { ...noCounts(), clockOffsetMs: null, connections: 0, shared: false },
};

/** A promise that the test settles. */
function held(): { promise: Promise<void>; let: () => void } {
  let release = (): void => undefined;
  const promise = new Promise<void>((resolve) => (release = resolve));
  return { promise, let: release };
}

/**
 * What every bus must do, in one process or between many.
 * @param open a new bus for each test, with the problems that it reports
 */
export function busSuite(name: string, open: () => Promise<{ bus: Bus; problems: unknown[]; close(): Promise<void> }>) {
  let bus: Bus;
  let problems: unknown[];
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ bus, problems, close } = await open());
  });
  afterEach(() => close());

  /** Waits for a condition, as messages may take their time. */
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
  };

  describe(`a message on ${name}`, () => {
    test("reaches everyone who listens, as plain data", async () => {
      const heard: unknown[] = [];
      bus.subscribe("sightings", (message) => heard.push(message));
      bus.subscribe("sightings", (message) => heard.push(message));
      bus.publish("sightings", batch(here, "g1"));
      await until(() => heard.length === 2);
      expect(heard).toEqual([JSON.parse(JSON.stringify(batch(here, "g1"))), batch(here, "g1")]);
    });

    test("comes in the order of publishing, to a slow listener one at a time", async () => {
      const heard: string[] = [];
      let atWork = 0;
      bus.subscribe("sightings", async ({ gatewayId }) => {
        expect((atWork += 1)).toBe(1);
        // The earlier ones take longer.
        for (let turn = Number(gatewayId); turn < 20; turn++) await Promise.resolve();
        heard.push(gatewayId);
        atWork -= 1;
      });
      const sent = Array.from({ length: 20 }, (_, nth) => String(nth));
      for (const id of sent) bus.publish("sightings", batch(here, id));
      await until(() => heard.length === sent.length);
      expect(heard).toEqual(sent);
    });

    test("that a listener publishes arrives after the one it is handling", async () => {
      const heard: string[] = [];
      bus.subscribe("sightings", ({ gatewayId }) => {
        if (gatewayId === "first") bus.publish("sightings", batch(here, "second"));
        heard.push(gatewayId);
      });
      bus.publish("sightings", batch(here, "first"));
      await until(() => heard.length === 2);
      expect(heard).toEqual(["first", "second"]);
    });

    test("about a site reaches that site's listeners; one about no site reaches everybody", async () => {
      const heard: string[] = [];
      bus.subscribe("changed", ({ siteId }) => heard.push(`here ${siteId}`), { siteId: here });
      bus.subscribe("changed", ({ siteId }) => heard.push(`all ${siteId}`));
      for (const siteId of [elsewhere, here, null]) bus.publish("changed", siteChanged(siteId));
      await until(() => heard.length === 5);
      expect(heard.toSorted()).toEqual(
        [`all ${elsewhere}`, `all ${here}`, "all null", `here ${here}`, "here null"].toSorted(),
      );
    });

    test("does not reach listeners that have stopped", async () => {
      const heard: string[] = [];
      const stop = bus.subscribe("sightings", ({ gatewayId }) => heard.push(`stopped ${gatewayId}`));
      bus.subscribe("sightings", ({ gatewayId }) => heard.push(gatewayId));
      bus.publish("sightings", batch(here, "g1"));
      await until(() => heard.length === 2);
      stop();
      bus.publish("sightings", batch(here, "g2"));
      await until(() => heard.length === 3);
      expect(heard[2]).toBe("g2");
    });

    test("that does not match its subject is not delivered but reported", async () => {
      const heard: unknown[] = [];
      bus.subscribe("fixes", (message) => heard.push(message));
      bus.subscribe("changed", (message) => heard.push(message));
      bus.publish("changed", { kind: "weather", ids: [], siteId: null, customerId: null } as never);
      // A number that JSON cannot express.
      bus.publish("sightings", { ...batch(here, "g1"), sightings: [{ trackerId: "t", rssi: Number.NaN, atMs: 1 }] });
      bus.publish("changed", everythingChanged);
      await until(() => heard.length > 0);
      expect(heard).toEqual([everythingChanged]);
      expect(problems).toHaveLength(2);
    });
  });

  describe(`a listener on ${name}`, () => {
    test("that throws or rejects affects neither the publisher, nor others, nor its own next message", async () => {
      const heard: string[] = [];
      bus.subscribe("sightings", ({ gatewayId }) => {
        heard.push(`throws ${gatewayId}`);
        throw new Error("thrown");
      });
      bus.subscribe("sightings", async ({ gatewayId }) => {
        heard.push(`rejects ${gatewayId}`);
        throw new Error("rejected");
      });
      bus.subscribe("sightings", ({ gatewayId }) => heard.push(gatewayId));
      for (const id of ["g1", "g2"]) bus.publish("sightings", batch(here, id));
      await until(() => heard.length === 6 && problems.length === 4);
      expect(heard.filter((words) => !words.includes(" "))).toEqual(["g1", "g2"]);
    });

    test("that is slow delays nobody else, and what waits for it can be seen", async () => {
      const gate = held();
      const [slow, quick]: [string[], string[]] = [[], []];
      bus.subscribe("sightings", async ({ gatewayId }) => {
        await gate.promise;
        slow.push(gatewayId);
      });
      bus.subscribe("sightings", ({ gatewayId }) => quick.push(gatewayId));
      for (const id of ["g1", "g2", "g3"]) bus.publish("sightings", batch(here, id));
      await until(() => quick.length === 3);
      await until(() => bus.waiting("sightings").items === 2);
      expect(bus.waiting("sightings").oldestMs).toEqual(expect.any(Number));
      expect([slow, bus.waiting("changed")]).toEqual([[], { items: 0, oldestMs: null }]);
      gate.let();
      await bus.idle();
      await until(() => slow.length === 3);
      expect([slow, bus.waiting("sightings")]).toEqual([["g1", "g2", "g3"], { items: 0, oldestMs: null }]);
    });

    test("of changes that cannot keep up is told that everything changed, and then gets newer changes", async () => {
      const gate = held();
      const heard: Changed[] = [];
      bus.subscribe("changed", async (changed) => {
        heard.push(changed);
        await gate.promise;
      });
      for (let nth = 0; nth < 10_050; nth++) bus.publish("changed", siteChanged(here));
      const last: Changed = { ...siteChanged(here), ids: ["last"] };
      bus.publish("changed", last);
      gate.let();
      await until(() => heard.at(-1)?.ids[0] === "last");
      expect(heard.length).toBeLessThan(200);
      expect(heard[1]).toEqual(everythingChanged);
    });
  });

  describe(`a question on ${name}`, () => {
    const question = { siteId: here, gatewayIds: ["g1"], sinceMs: 0 };

    test("is answered by the server of its site", async () => {
      bus.serve("liveGateways", () => ({ wrong: gateway }), { siteId: elsewhere });
      bus.serve("liveGateways", async ({ gatewayIds }) => ({ [gatewayIds[0]!]: gateway }), { siteId: here });
      expect(await bus.ask("liveGateways", question)).toEqual({ g1: gateway });
    });

    test("is refused at once if nobody serves it", async () => {
      await expect(bus.ask("liveGateways", question)).rejects.toMatchObject({ reason: "nobody" });
      const stop = bus.serve("liveGateways", () => ({}));
      expect(await bus.ask("liveGateways", question)).toEqual({});
      stop();
      await expect(bus.ask("liveGateways", question)).rejects.toMatchObject({ reason: "nobody" });
    });

    test("is refused if the answer fails, is late or does not match", async () => {
      const refusal = async (answer: () => unknown): Promise<unknown> => {
        const stop = bus.serve("liveGateways", answer as never);
        const refused = await bus.ask("liveGateways", question).catch((error: unknown) => error);
        stop();
        return (refused as { reason?: unknown }).reason;
      };
      expect(await refusal(() => Promise.reject(new Error("away")))).toBe("failed");
      expect(await refusal(() => new Promise(() => undefined))).toBe("late");
      expect(await refusal(() => ({ g1: { connected: "yes" } }))).toBe("misshapen");
      await expect(bus.ask("liveGateways", { siteId: here } as never)).rejects.toMatchObject({ reason: "misshapen" });
    });
  });
}
