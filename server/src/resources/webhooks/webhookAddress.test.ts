import { expect, test } from "vitest";
import { networks } from "../../platform/http/addresses.ts";
import { type Resolved, webhookAddresses } from "./webhookAddress.ts";

const resolvesTo =
  (...addresses: string[]) =>
  async (): Promise<Resolved[]> =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
const of = (url: string, addresses: string[], allowed: string[] = []) =>
  webhookAddresses(networks(allowed), resolvesTo(...addresses)).of(new URL(url));

test.each([
  ["loopback", ["127.0.0.1"]],
  ["IPv6 loopback", ["::1"]],
  ["a private one", ["10.1.2.3"]],
  ["the clouds' metadata", ["169.254.169.254"]],
  ["IPv4 within IPv6", ["::ffff:192.168.0.1"]],
  ["IPv4 at the end of IPv6", ["::10.0.0.1"]],
  ["a public one and a private one", ["93.184.215.14", "10.0.0.1"]],
])("a webhook may not reach a name that resolves to %s", async (_name, addresses) => {
  await expect(of("https://hooks.example/", addresses)).rejects.toThrow("hooks.example");
});

test("a webhook may reach a name that resolves to public addresses only by https", async () => {
  const addresses = ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"];
  expect((await of("https://hooks.example/", addresses)).map(({ address }) => address)).toEqual(addresses);
  await expect(of("http://hooks.example/", addresses)).rejects.toThrow();
});

test("a webhook may reach a private address named in the setting, also by http, and no other", async () => {
  await expect(of("http://hooks.local/", ["10.0.0.7"], ["10.0.0.0/24"])).resolves.toHaveLength(1);
  await expect(of("https://hooks.local/", ["10.0.0.7"], ["10.0.0.7"])).resolves.toHaveLength(1);
  await expect(of("https://hooks.local/", ["10.0.1.7"], ["10.0.0.0/24"])).rejects.toThrow();
});

test("localhost is refused as a webhook address because of what it resolves to", async () => {
  for (const url of ["https://localhost/", "https://localhost./"])
    await expect(webhookAddresses(networks([])).of(new URL(url))).rejects.toThrow("localhost");
});
