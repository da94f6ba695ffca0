import { afterEach, expect, it, vi } from "vitest";
import { createOwnAccount } from "./ownAccount.ts";
import { createSessionStore } from "./sessionStore.ts";

vi.mock("aws-amplify/auth", () => ({
  fetchAuthSession: async () => ({ tokens: { accessToken: { toString: () => "fresh" } } }),
}));
afterEach(() => vi.unstubAllGlobals());

const account = createOwnAccount(
  createSessionStore(localStorage, () => 0),
  "https://pulse.test/identity/",
);

/** Answers the next call with this. */
function answer(status: number, body: object) {
  const fetch = vi.fn(async (_: string, init: RequestInit) => {
    void init;
    return new Response(JSON.stringify(body), { status });
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

it("the passkeys of a person come with their last use", async () => {
  const fetch = answer(200, {
    Credentials: [
      { CredentialId: "a", FriendlyCredentialName: "Blue key", CreatedAt: 1000, LastUsedAt: 2000.5 },
      { CredentialId: "b", CreatedAt: 3000 },
    ],
  });
  expect(await account.listPasskeys()).toEqual([
    { id: "a", name: "Blue key", createdMs: 1_000_000, lastUsedMs: 2_000_500 },
    { id: "b", name: "", createdMs: 3_000_000, lastUsedMs: null },
  ]);
  expect(fetch.mock.calls[0]?.[1].body).toBe('{"AccessToken":"fresh"}');
});

it("a refused list of passkeys rejects with the provider's reason", async () => {
  answer(400, { message: "Access Token has expired" });
  await expect(account.listPasskeys()).rejects.toThrow("Access Token has expired");
});
