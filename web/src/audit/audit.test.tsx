import type { AuditEntry } from "@pulse/contract/audit";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { accessOf, accessStage, ids } from "../test/accessStage.tsx";
import { ApiError } from "../api/apiError.ts";
import AuditPage from "./AuditPage.tsx";
import { parametersOf } from "./auditParameters.ts";
import { browserText } from "../text/browserText.ts";
import { catalogue } from "../text/catalogues/dePages.ts";
import { fieldText, fieldValueText, valueText, whatText } from "./auditWords.ts";

// What the server writes about things (`entity` of its records).
it("every kind of thing in the log has a German word", () => {
  const kinds = "asset tracker hardware geofence site floor user role group customer report webhook api_key";
  const more = "calibration import report_schedule test_message gateway_account";
  const known = catalogue.audit.kinds as Record<string, string>;
  expect(`${kinds} ${more}`.split(" ").filter((kind) => known[kind] === undefined)).toEqual([]);
});

const entry: AuditEntry = {
  id: "0198c1b2-0009-7000-8000-000000000001",
  timestamp: "2026-11-20T10:00:00.000Z",
  customerId: ids.northwind,
  siteId: null,
  userId: ids.mara,
  userEmail: "mara@northwind.test",
  ip: "192.0.2.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  action: "update",
  entity: { kind: "role", id: ids.nightShift, name: "Night shift" },
  changes: [{ field: "name", before: "Nights", after: "Night shift" }],
  outcome: "ok",
  requestId: "req-1",
};

describe("the words of an entry", () => {
  it("the words of an audit entry say what was done to what", () => {
    expect(whatText(entry)).toBe("Updated role Night shift");
    expect(whatText({ ...entry, action: "delete", entity: { kind: "hardware", id: null, name: "G-05" } })).toBe(
      "Deleted gateway G-05",
    );
    const self = { kind: "user", id: ids.mara, name: "mara@northwind.test" };
    const account = { kind: "gateway_account", id: null, name: "Harbour" };
    expect(whatText({ ...entry, action: "credentials_reset", entity: account })).toBe(
      "Reset MQTT password for gateways of Harbour",
    );
    expect(whatText({ ...entry, action: "sign_in", entity: self })).toBe("Signed in");
  });

  it("the words of an audit entry show fields and values in readable form", () => {
    expect([fieldText("user_group_id"), fieldText("geofence_exit_timeout")]).toEqual([
      "Group",
      "Geofence exit timeout",
    ]);
    expect([null, true, 30, ["a", "b"], { id: "1", name: "Dock" }, []].map(valueText)).toEqual([
      "–",
      "On",
      "30",
      "a, b",
      "Dock",
      "–",
    ]);
  });

  it("the words of an audit entry translate the program's own values into the reader's language", () => {
    const values = [
      ["device", "not_remembered"],
      ["code", "sent"],
      ["locale", "de"],
      ["name", "sent"],
    ] as const;
    expect(values.map(([field, value]) => fieldValueText(field, value))).toEqual([
      "not remembered",
      "sent",
      "Deutsch",
      "sent",
    ]);
    expect(fieldValueText("role", { id: "1", name: "Dock" })).toBe("Dock");
  });

  it.each([
    [entry.userAgent, "Chrome on Linux"],
    ["Mozilla/5.0 (Windows NT 10.0; rv:131.0) Gecko/20100101 Firefox/131.0", "Firefox on Windows"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1", "Safari on iOS"],
    ["curl/8.5.0", "curl/8.5.0"],
    ["Linux 6.1.0 x86 Linux Google Chrome/140.0.0.0;Not=A?Brand/24.0.0.0", "Chrome on Linux"],
    ["", ""],
  ])("the words of an audit entry name the browser of %s", (userAgent, text) => {
    expect(browserText(userAgent)).toBe(text);
  });
});

describe("the log's filters", () => {
  it("the audit log's filters request whole days in the viewer's zone, or a span up to the current minute", () => {
    const days = parametersOf({ from: "2026-11-19", to: "2026-11-20" });
    expect(days["startTimeUtc"]).toBe(new Date(2026, 10, 19).toISOString());
    expect(days["endTimeUtc"]).toBe(new Date(2026, 10, 20, 23, 59, 59, 999).toISOString());
    const now = Date.parse("2026-11-20T10:00:42.123Z");
    expect(parametersOf({ span: "day" }, now)).toMatchObject({
      startTimeUtc: "2026-11-19T10:00:00.000Z",
      endTimeUtc: undefined,
    });
    expect(parametersOf({ from: "yesterday" })["startTimeUtc"]).toBe("1970-01-01T00:00:00.000Z");
  });

  it("the audit log's filters are kept in the address and narrow the request", async () => {
    const { answers, requests, show } = accessStage();
    answers["listAudit"] = () => [entry];
    show(<AuditPage />, `/audit?user=${ids.nora}&action=update&kind=role`);
    await screen.findByText("Updated role Night shift");
    expect(requests.find(({ id }) => id === "listAudit")?.query).toMatchObject({
      customerId: ids.northwind,
      userId: ids.nora,
      action: "update",
      entityKind: "role",
      sortFields: ["id"],
      sortOrder: ["desc"],
    });
    expect(await screen.findByRole("button", { name: "Person Nora Ek" })).toBeTruthy();
  });

  it("the audit log's filters show the period they cover, even if it is all time", async () => {
    const { answers, show } = accessStage();
    answers["listAudit"] = () => [entry];
    const router = show(<AuditPage />, "/audit");
    expect(await screen.findByRole("button", { name: "Period All time" })).toBeTruthy();
    await router.navigate("/audit?span=day");
    expect(await screen.findByRole("button", { name: "Period 24 hours" })).toBeTruthy();
  });

  it("the audit log's filters request no people for readers who may not see them", async () => {
    const { answers, requests, show } = accessStage({ access: accessOf({ role_management: ["r"] }) });
    answers["listAudit"] = () => [entry];
    show(<AuditPage />, "/audit");
    await screen.findByText("Updated role Night shift");
    expect(requests.map(({ id }) => id)).not.toContain("listUsers");
    expect(screen.queryByRole("button", { name: "Person" })).toBeNull();
  });
});

it("an audit entry links to the page of an object that still exists, and not of a deleted one", async () => {
  const { answers, show } = accessStage();
  answers["listAudit"] = () => [entry];
  answers["getRole"] = () => ({ id: ids.nightShift });
  show(<AuditPage />, "/audit");
  fireEvent.click(await screen.findByRole("button", { name: "Updated role Night shift" }));
  const link = await screen.findByRole("link", { name: "Open Night shift" });
  expect(link.getAttribute("href")).toBe(`/access/roles/${ids.nightShift}`);
  cleanup();

  const later = accessStage();
  later.answers["listAudit"] = () => [entry];
  later.answers["getRole"] = () => {
    throw new ApiError(404, "not_found", "");
  };
  later.show(<AuditPage />, "/audit");
  fireEvent.click(await screen.findByRole("button", { name: "Updated role Night shift" }));
  await waitFor(() => expect(later.requests.map(({ id }) => id)).toContain("getRole"));
  expect(screen.queryByRole("link", { name: "Open Night shift" })).toBeNull();
});

it("an audit entry shows its changes field by field, and links to all entries about the same object", async () => {
  const { answers, show } = accessStage();
  answers["listAudit"] = () => [entry];
  const router = show(<AuditPage />, "/audit");
  const opener = await screen.findByRole("button", { name: "Updated role Night shift" });
  fireEvent.click(opener);
  expect(opener.getAttribute("aria-expanded")).toBe("true");
  const details = document.getElementById(opener.getAttribute("aria-controls") ?? "")!;
  expect(within(details).getByText("Nights").tagName).toBe("DEL");
  expect(within(details).getByText("Night shift").tagName).toBe("INS");
  expect(within(details).getByText("req-1")).toBeTruthy();
  fireEvent.click(within(details).getByRole("button", { name: "All entries for Night shift" }));
  await waitFor(() => expect(router.state.location.search).toBe(`?entity=${ids.nightShift}`));
});
