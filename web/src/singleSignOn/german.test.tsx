import type { SsoSettings } from "@pulse/contract/sso";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import ApiKeysPage from "../apiKeys/ApiKeysPage.tsx";
import CustomerPage from "../customers/CustomerPage.tsx";
import { accessStage, admin, ids } from "../test/accessStage.tsx";
import { englishTexts } from "../test/englishTexts.ts";
import { switchLanguage } from "../text/language.ts";
import SsoPage from "./SsoPage.tsx";

// The screens with which a customer decides how its people sign in, as a German reader sees them.
beforeEach(() => switchLanguage("de"));
afterEach(() => switchLanguage("en"));

const stored: SsoSettings = {
  version: 3,
  issuer: "https://login.company.test",
  clientId: "pulse",
  hasClientSecret: true,
  domains: ["company.test"],
  roleClaim: "groups",
  roleMap: [
    { value: "managers", roleId: ids.administrator },
    { value: "staff", roleId: ids.nora },
  ],
  groupClaim: "groups",
  groupMap: [{ value: "north", groupId: ids.harbour }],
  defaultRoleId: ids.nightShift,
  defaultGroupId: null,
  requiresSso: false,
  testedAt: "2026-11-20T10:00:00.000Z",
  redirectUri: "https://pulse.test/sso/callback",
  scimUrl: "https://pulse.test/scim/v2",
};

function openSso(settings: SsoSettings, hash = "") {
  const set = accessStage();
  set.answers["getSso"] = () => settings;
  set.open([{ path: "/access/sso", element: <SsoPage /> }], `/access/sso${hash}`);
  return set;
}

it("the company's sign-in and its SCIM address are shown in German throughout", async () => {
  openSso(stored, "#test=ok&email=ina@company.test&role=Administrator&group=All%20sites");
  await screen.findByDisplayValue("managers");
  expect(await screen.findByText(/^Diese Rolle wurde gelöscht/)).toBeTruthy();
  expect(screen.getByText("SCIM-Adresse")).toBeTruthy();
  expect(screen.getByText(/^Die Anmeldung von ina@company.test würde gelingen/)).toBeTruthy();
  expect(englishTexts()).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Firmenanmeldung entfernen" }));
  expect(await screen.findByText(/^Alle melden sich wieder mit ihrem Passwort an/)).toBeTruthy();
  expect(englishTexts()).toEqual([]);
});

it("the API keys that a directory uses are shown in German throughout", async () => {
  const set = accessStage();
  set.answers["listApiKeys"] = () => [];
  set.show(<ApiKeysPage />, "/access/keys");
  expect(await screen.findByRole("button", { name: "Neuer API-Schlüssel" })).toBeTruthy();
  expect(englishTexts()).toEqual([]);
});

it("the second factors that count for a customer are chosen in German", async () => {
  const set = accessStage({ me: { ...admin, isSuperadmin: true } });
  set.answers["listHardwareTypes"] = () => [];
  set.open([{ path: "/customers/:id", element: <CustomerPage /> }], "/customers/new");
  expect(await screen.findByText("Authenticator-App (hier nicht möglich)")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Anmeldung" })).toBeTruthy();
  expect(englishTexts()).toEqual([]);
});

it("an English text on one of these screens would be found", async () => {
  await switchLanguage("en");
  openSso(stored);
  await screen.findByDisplayValue("managers");
  expect(englishTexts()).toContain("Identity provider");
});
