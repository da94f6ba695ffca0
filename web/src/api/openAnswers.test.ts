import { getConfig, getServerStatus, getVersion, type PublicConfig } from "@pulse/contract/system";
import { toWire } from "@pulse/contract/wire";
import { afterEach, expect, it, vi } from "vitest";
import { fetchConfig, fetchVersion, isOnlineAnswer, openPaths } from "./openAnswers.ts";

const config: PublicConfig = {
  appVersion: "1.2.3",
  apiVersion: 3,
  demo: true,
  connectivityUrl: null,
  links: { source: null, privacy: null },
  identity: {
    mode: "embedded",
    region: "us-east-1",
    endpoint: "http://127.0.0.1:8080/identity/",
    userPoolId: "us-east-1_A",
    clientId: "c",
    legacy: null,
    secondFactors: ["sms"],
  },
  map: { styleUrl: null },
};
const answering = (status: number, body: unknown): void =>
  void vi.stubGlobal("fetch", async () => Response.json(body, { status }));

afterEach(() => vi.unstubAllGlobals());

it("requests without a session use the paths of the contract", () => {
  expect(openPaths).toEqual({ config: getConfig.path, version: getVersion.path, status: getServerStatus.path });
});

it("requests without a session read answers of the contract's server", async () => {
  answering(200, { result: { content: toWire(config) } });
  expect(await fetchConfig()).toEqual(getConfig.content.parse(config));
  answering(200, { result: { content: { version: "3.1.0" } } });
  expect(await fetchVersion()).toBe("3.1.0");
  expect(isOnlineAnswer({ result: { content: { status: "online" } } })).toBe(true);
});

it("requests without a session reject a page that is not the server's", async () => {
  for (const body of [null, "Welcome", { result: null }, { result: { content: {} } }]) {
    answering(200, body);
    await expect(fetchConfig()).rejects.toMatchObject({ code: "RequestFailed" });
    await expect(fetchVersion()).rejects.toMatchObject({ code: "RequestFailed" });
    expect(isOnlineAnswer(body)).toBe(false);
  }
});

it("requests without a session report a failure by its status, and a missing answer as a network error", async () => {
  answering(500, {});
  await expect(fetchVersion()).rejects.toMatchObject({ status: 500, code: "RequestFailed" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  await expect(fetchVersion()).rejects.toMatchObject({ status: 0, code: "NetworkError" });
});
