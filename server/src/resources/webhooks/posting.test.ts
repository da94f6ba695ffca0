import { expect, test } from "vitest";
import { webhookReceiver } from "../../../test/support/webhookReceiver.ts";
import { networks } from "../../platform/http/addresses.ts";
import { posting } from "./posting.ts";
import { webhookAddresses } from "./webhookAddress.ts";

test("a webhook post connects to the address that was checked, even if the name resolves differently meanwhile", async () => {
  const receiver = await webhookReceiver();
  const answers = ["127.0.0.1", "10.0.0.1"];
  const asked: string[] = [];
  const addresses = webhookAddresses(networks(["127.0.0.1"]), async (host) => {
    asked.push(host);
    return [{ address: answers.shift()!, family: 4 }];
  });
  const post = posting(addresses, 10_000);
  const url = `http://rebound.invalid:${receiver.port}/hook`;
  const signal = new AbortController().signal;
  const body = JSON.stringify({ type: "webhook.test", data: {} });
  expect(await post(url, body, { "webhook-id": "1" }, signal)).toMatchObject({ status: 204, error: null });
  // No resolver knows the name, and ours was asked only once.
  expect(asked).toEqual(["rebound.invalid"]);
  expect(receiver.received[0]!.headers["host"]).toBe(`rebound.invalid:${receiver.port}`);
  expect(await post(url, body, {}, signal)).toMatchObject({ status: null, error: "address_not_allowed" });
  expect(receiver.received).toHaveLength(1);
  receiver.close();
});
