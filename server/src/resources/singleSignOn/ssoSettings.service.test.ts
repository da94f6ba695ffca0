import { AppError } from "@pulse/contract/errors";
import type { SsoSettings } from "@pulse/contract/sso";
import { expect, test } from "vitest";
import type { Write } from "../../platform/writes/write.ts";
import type { SsoRepository, StoredSso } from "./sso.repository.ts";
import { ssoSettingsService } from "./ssoSettings.service.ts";

type Parts = Parameters<typeof ssoSettingsService>[0];
const madeAt = new Date("2026-11-30T12:00:00Z");
const settings = (more: Partial<StoredSso>): StoredSso =>
  ({
    issuer: "https://login.example.com",
    client_id: "pulse",
    domains: ["example.com"],
    role_claim: null,
    role_map: [],
    group_claim: null,
    group_map: [],
    default_role_id: null,
    default_group_id: null,
    version: 1,
    created_at: madeAt,
    requiresSso: false,
    ...more,
  }) as Partial<StoredSso> as StoredSso;

test.each([
  ["changed them", settings({ version: 2, client_id: "other" })],
  ["removed them", null],
  ["removed them and set them up again", settings({ created_at: new Date(madeAt.getTime() + 1) })],
])(
  "rights are not checked on other settings than are written: if somebody %s meanwhile, it is a conflict",
  async (_what, locked) => {
    const written: unknown[] = [];
    const stored: Partial<SsoRepository> = {
      find: async () => settings({}),
      lock: async () => locked,
      rightsIn: async () => [],
      domainsElsewhere: async () => ({ claimed: new Set(), used: new Set() }),
      put: async (...row) => void written.push(row) as never,
    };
    const service = ssoSettingsService({ stored, rights: {}, isEmbedded: true } as unknown as Parts);
    const write = {
      viewer: {},
      commit: async (work) => (await work({} as never)).content,
    } as Partial<Write<SsoSettings>> as Write<SsoSettings>;
    const change = service.put(write, "customer", {
      issuer: "https://login.example.com",
      clientId: "pulse",
      domains: ["example.com"],
      groupClaim: "sites",
    });
    await expect(change).rejects.toThrow(AppError);
    await expect(change).rejects.toMatchObject({ code: "conflict" });
    expect(written).toEqual([]);
  },
);
