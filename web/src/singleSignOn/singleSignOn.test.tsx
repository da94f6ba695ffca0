import type { SsoSettings } from "@pulse/contract/sso";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "../api/apiError.ts";
import { accessOf, accessStage, ids } from "../test/accessStage.tsx";
import { press } from "../test/stage.tsx";
import SsoPage from "./SsoPage.tsx";

const stored: SsoSettings = {
  version: 3,
  issuer: "https://login.company.test",
  clientId: "pulse",
  hasClientSecret: true,
  domains: ["company.test"],
  roleClaim: "groups",
  roleMap: [{ value: "managers", roleId: ids.administrator }],
  groupClaim: null,
  groupMap: [],
  defaultRoleId: ids.nightShift,
  defaultGroupId: null,
  requiresSso: false,
  testedAt: null,
  redirectUri: "https://pulse.test/sso/callback",
  scimUrl: "https://pulse.test/scim/v2",
};

function open(settings: SsoSettings | null, entry = "/access/sso", access?: Parameters<typeof accessOf>[0]) {
  const set = accessStage(access === undefined ? {} : { access: accessOf(access) });
  const left: string[] = [];
  set.answers["getSso"] = () => {
    if (settings === null) throw new ApiError(404, "not_found", "");
    return settings;
  };
  set.answers["updateSso"] = () => ({ ...stored, version: 4 });
  set.answers["deleteSso"] = () => ({ id: ids.northwind });
  set.answers["testSso"] = () => ({ url: "https://pulse.test/sso/start?test=ticket" });
  set.open([{ path: "/access/sso", element: <SsoPage leave={(address) => void left.push(address)} /> }], entry);
  return { ...set, left, requestsTo: (id: string) => set.requests.filter((call) => call.id === id) };
}

function input(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`), { selector: "input" }), { target: { value } });
}

it("single sign-on is set up with a form that shows the addresses to register", async () => {
  const { requestsTo } = open(null);
  expect(await screen.findByText(`${window.location.origin}/sso/callback`)).toBeTruthy();
  input("Issuer", "http://login.company.test");
  input("Client ID", "pulse");
  input("Client secret", "a-secret");
  fireEvent.change(screen.getByRole("textbox", { name: /^Email domains/ }), {
    target: { value: "company.test, company.example" },
  });
  press("Set up");
  expect(await screen.findByText(/Must be the https address of an OpenID provider/)).toBeTruthy();
  expect(requestsTo("updateSso")).toEqual([]);
  input("Issuer", "https://login.company.test");
  press("Set up");
  await waitFor(() => expect(requestsTo("updateSso")).toHaveLength(1));
  expect(requestsTo("updateSso")[0]).toMatchObject({
    params: { id: ids.northwind },
    body: {
      issuer: "https://login.company.test",
      clientId: "pulse",
      clientSecret: "a-secret",
      domains: ["company.test", "company.example"],
      roleClaim: null,
      roleMap: [],
      requiresSso: false,
    },
  });
});

it("single sign-on keeps the secret that is stored, and adds and removes mappings", async () => {
  const { requestsTo } = open(stored);
  expect(await screen.findByDisplayValue("managers")).toBeTruthy();
  press("Add group");
  input("Group claim value 1", "harbour");
  press("Remove role 1");
  press("Save");
  await screen.findByText("Field required");
  expect(requestsTo("updateSso")).toEqual([]);
  press("Remove group 1");
  press("Save");
  await waitFor(() => expect(requestsTo("updateSso")).toHaveLength(1));
  const { body } = requestsTo("updateSso")[0] as { body: Record<string, unknown> };
  expect(body).toMatchObject({ roleMap: [], groupMap: [], version: 3 });
  expect(body).not.toHaveProperty("clientSecret");
});

it("a mapping to a role that was deleted says so until another is chosen", async () => {
  const { requestsTo } = open({ ...stored, roleMap: [...stored.roleMap, { value: "staff", roleId: ids.nora }] });
  const notice = await screen.findByText(/^This role was deleted, and people with this value can't sign in/);
  expect(screen.getAllByText(/was deleted/)).toEqual([notice]);
  fireEvent.click(screen.getByLabelText("Role 2", { selector: "input" }));
  const choices = await screen.findAllByRole("option", { name: "Night shift", hidden: true });
  fireEvent.click(choices.at(-1)!);
  await waitFor(() => expect(screen.queryByText(/was deleted/)).toBeNull());
  press("Save");
  await waitFor(() =>
    expect(requestsTo("updateSso")[0]?.body).toMatchObject({ roleMap: [{}, { roleId: ids.nightShift }] }),
  );
});

it("the server's refusal of a domain appears at the domains", async () => {
  const { answers } = open(stored);
  const message = "This email domain already belongs to somebody else";
  answers["updateSso"] = () => {
    throw new ApiError(409, "already_exists", message, [{ path: "domains[0]", code: "domain_taken", message }]);
  };
  await screen.findByDisplayValue("managers");
  input("Client ID", "other");
  press("Save");
  expect(await screen.findByText(message)).toBeTruthy();
});

it("a trial leads to the provider, and says what would happen when it comes back", async () => {
  const first = open(stored);
  fireEvent.click(await screen.findByRole("button", { name: "Test sign-in" }));
  await waitFor(() => expect(first.left).toEqual(["https://pulse.test/sso/start?test=ticket"]));
});

it("a trial that came back shows the role and group that the person would get", async () => {
  open(stored, "/access/sso#test=ok&email=anna%40company.test&role=Night+shift&group=");
  expect(await screen.findByText("anna@company.test would sign in. Role: Night shift. Group: No group.")).toBeTruthy();
});

it("a trial that failed says why", async () => {
  open(stored, "/access/sso#test=email_unverified");
  expect((await screen.findByRole("alert")).textContent).toContain("doesn't confirm your email");
});

it("single sign-on is removed after a confirmation", async () => {
  const { requestsTo } = open(stored);
  fireEvent.click(await screen.findByRole("button", { name: "Remove single sign-on" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove single sign-on?" });
  fireEvent.submit(dialog.querySelector("form")!);
  await waitFor(() => expect(requestsTo("deleteSso")).toHaveLength(1));
});

it("people who may not change roles are not asked for the settings", async () => {
  const { requestsTo } = open(stored, "/access/sso", { role_management: ["r"] });
  expect(await screen.findByRole("heading", { name: "Access" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Single sign-on" })).toBeNull();
  expect(requestsTo("getSso")).toEqual([]);
});
