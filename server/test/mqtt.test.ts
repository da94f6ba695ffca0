import { once } from "node:events";
import { connect as connectSocket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import {
  aCustomer,
  aGateway,
  anAsset,
  aSite,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./support/builders.ts";
import { mqttClients } from "./support/mqttClients.ts";
import { mqttSuite } from "./support/mqttSuite.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

describe("over the embedded broker", () => {
  mqttSuite(testPulse);
});

describe("the embedded broker", () => {
  let pulse: TestPulse;
  let customer: NewCustomer;
  let site: TestSite;
  let asset: TestAsset;
  let [first, second]: TestGateway[] = [];
  const { connect, metric, counted, closing, advert, message, endAll } = mqttClients({
    pulse: () => pulse,
    asset: () => asset,
  });

  beforeAll(async () => {
    pulse = await testPulse();
    customer = await aCustomer(pulse);
    site = await aSite(pulse, customer);
    first = await aGateway(pulse, customer, site, { x: 2, y: 2 });
    second = await aGateway(pulse, customer, site, { x: 30, y: 20 });
    asset = await anAsset(pulse, customer, site);
    pulse.bus.publish("changed", everythingChanged);
    await pulse.settled();
  });
  afterEach(endAll);
  afterAll(() => pulse.stop());

  test("the embedded broker refuses and counts a wrong password, an unknown name and no password at all", async () => {
    const before = await metric("refused_credentials");
    for (const wrong of [
      { username: first!.username, password: "wrong" },
      { username: "nobody", password: first!.password },
      { username: first!.username, password: "" },
    ])
      await expect(connect(wrong)).rejects.toThrow(/bad username or password/i);
    expect(await metric("refused_credentials")).toBe(before + 3);
  });

  test("a message of a megabyte ends its connection to the embedded broker, and others are not affected", async () => {
    const before = await metric("refused_packet_size");
    const bystander = await connect(second!);
    const client = await connect(first!);
    const closed = closing(client);
    client.publish(`kbeacon/publish/${first!.gmac}`, Buffer.alloc(1024 * 1024, 0x20));
    await closed;
    await counted("refused_packet_size", before);
    const sightings = await metric("sighting");
    bystander.publish(`kbeacon/publish/${second!.gmac}`, message(second!, [advert(-60)]));
    await counted("sighting", sightings);
    expect(bystander.connected).toBe(true);
  });

  test("bytes that are not MQTT end only their own connection to the embedded broker", async () => {
    const before = await metric("refused_protocol");
    const socket = connectSocket(pulse.mqttPort, "127.0.0.1");
    await once(socket, "connect");
    const closed = once(socket, "close");
    socket
      .resume()
      .on("error", () => undefined)
      .write("GET / HTTP/1.1\r\n\r\n");
    await closed;
    await counted("refused_protocol", before);
    expect(await metric("refused_protocol")).toBe(before + 1);
  });

  test("what a gateway publishes on another's topic is acknowledged, counted and dropped, and its connection stays", async () => {
    const [before, messages] = [await metric("refused_publish_topic"), await metric("message")];
    const client = await connect(first!);
    for (const qos of [0, 1, 2] as const)
      await client.publishAsync(`kbeacon/publish/${second!.gmac}`, message(second!, [advert(-50)]), { qos });
    await client.publishAsync(`kbeacon/publish/${first!.gmac}`, message(first!, [advert(-51)]), { qos: 1 });
    await pulse.settled();
    expect(await metric("refused_publish_topic")).toBe(before + 3);
    expect(await metric("message")).toBe(messages + 1);
  });
});
