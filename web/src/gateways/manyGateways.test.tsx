import type { Heard } from "@pulse/contract/gatewayReports";
import type { Hardware } from "@pulse/contract/gateways";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, test, vi } from "vitest";
import { ApiError } from "../api/apiError.ts";
import { everywhere } from "../entity/Scope.ts";
import { stage } from "../test/stage.tsx";
import { claimsOf } from "./claims.ts";
import { movePlaced, placeCurrent, startPlacements, withoutSaved } from "./placements.ts";
import { SiteAccount } from "./SiteAccount.tsx";
import { UnregisteredGateways } from "./UnregisteredGateways.tsx";

const types = [
  { id: "t1", type: "KKM", name: "KKM gateway" },
  { id: "t2", type: "OMG", name: "OpenMQTTGateway" },
];
const at = new Date().toISOString();
const heard = (mac: string, kind: string, name: string | null): Heard => ({
  mac,
  kind,
  name,
  identities: [],
  rssi: null,
  hardwareId: null,
  hardwareName: null,
  firstHeardAt: at,
  lastHeardAt: at,
  count: 1,
});
const access = { hardware_management: ["c", "r", "u", "d"] };
const scope = { ...everywhere, siteId: "7", isKnown: true, base: "/sites/7" };

test("an unregistered gateway is called what it calls itself, else by its type and the end of its address", () => {
  const all = [heard("AC:23:3F:00:00:01", "KKM", null), heard("24:6F:28:01:02:03", "OMG", "Dock 4")];
  expect(claimsOf(all, (type) => types.find((each) => each.type === type)!.name)).toEqual([
    { mac: "24:6F:28:01:02:03", type: "OMG", name: "Dock 4" },
    { mac: "AC:23:3F:00:00:01", type: "KKM", name: "KKM gateway 000001" },
  ]);
});

test("each click places the next gateway that has no place, and one that is chosen again is moved by the next click", () => {
  const [here, there] = [
    { lat: 1, lon: 2 },
    { lat: 3, lon: 4 },
  ];
  let state = placeCurrent(startPlacements(["a", "b", "c"]), here);
  expect(state.current).toBe("b");
  state = placeCurrent({ ...state, current: "c" }, here);
  expect(state.current).toBe("b");
  state = placeCurrent(state, here);
  expect([state.current, [...state.places.keys()]]).toEqual([null, ["a", "c", "b"]]);
  expect(placeCurrent(state, there)).toBe(state);
  expect(placeCurrent({ ...state, current: "a" }, there).places.get("a")).toBe(there);
  expect(movePlaced(state, "b", there).places.get("b")).toBe(there);
  expect(movePlaced(state, "z", there)).toBe(state);
  expect(withoutSaved(state, new Set(["a", "c"]))).toEqual({
    ids: ["b"],
    places: new Map([["b", here]]),
    current: null,
  });
});

it("several unregistered gateways are registered at once, with names that can be changed, and are then placed", async () => {
  const { answers, requests, show } = stage();
  const onClaimed = vi.fn();
  answers["getAccessibleOperations"] = () => access;
  answers["listSiteHardwareTypes"] = () => types;
  answers["listFloors"] = () => [{ id: "f1", name: "Ground", buildingName: "Main" }];
  answers["listHeardHardwares"] = () => [
    heard("AC:23:3F:00:00:01", "KKM", null),
    heard("24:6F:28:01:02:03", "OMG", "Dock 4"),
    heard("AC:23:3F:00:00:02", "KKM", null),
  ];
  const created = [{ id: "1" }, { id: "2" }] as Hardware[];
  answers["claimHardwares"] = () => created;
  show(<UnregisteredGateways scope={scope} onClaimed={onClaimed} />);
  fireEvent.click(await screen.findByRole("checkbox", { name: "Choose AC:23:3F:00:00:01" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Choose 24:6F:28:01:02:03" }));
  fireEvent.click(screen.getByRole("button", { name: "Register 2" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("Name of AC:23:3F:00:00:01"), { target: { value: "Hall" } });
  await dialog.findByRole("option", { name: "Ground" });
  fireEvent.change(dialog.getByLabelText("Floor"), { target: { value: "f1" } });
  fireEvent.click(dialog.getByRole("button", { name: "Register 2" }));
  await waitFor(() => expect(onClaimed).toHaveBeenCalledWith(created));
  expect(requests.find(({ id }) => id === "claimHardwares")).toMatchObject({
    query: { siteId: "7" },
    body: {
      gateways: [
        { mac: "24:6F:28:01:02:03", name: "Dock 4", hardwareTypeId: "t2", floorId: "f1" },
        { mac: "AC:23:3F:00:00:01", name: "Hall", hardwareTypeId: "t1", floorId: "f1" },
      ],
    },
  });
});

it("a refusal to register several gateways is shown in the dialog, and nothing is lost", async () => {
  const { answers, show } = stage();
  answers["getAccessibleOperations"] = () => access;
  answers["listSiteHardwareTypes"] = () => types;
  answers["listFloors"] = () => [];
  answers["listHeardHardwares"] = () => [heard("24:6F:28:01:02:03", "OMG", "Dock 4")];
  answers["claimHardwares"] = () => {
    throw new ApiError(409, "already_exists", "Already exists");
  };
  show(<UnregisteredGateways scope={scope} onClaimed={() => undefined} />);
  fireEvent.click(await screen.findByRole("checkbox", { name: "Choose all unregistered gateways" }));
  fireEvent.click(screen.getByRole("button", { name: "Register 1" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Register 1" }));
  expect(await dialog.findByRole("alert")).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>("Name of 24:6F:28:01:02:03").value).toBe("Dock 4");
});

it("why one of several gateways was not registered is shown beside its own name", async () => {
  const { answers, show } = stage();
  answers["getAccessibleOperations"] = () => access;
  answers["listSiteHardwareTypes"] = () => types;
  answers["listFloors"] = () => [];
  answers["listHeardHardwares"] = () => [
    heard("24:6F:28:01:02:03", "OMG", "A"),
    heard("24:6F:28:01:02:04", "OMG", "B"),
  ];
  answers["claimHardwares"] = () => {
    const message = "Gateway name must be unique";
    throw new ApiError(409, "already_exists", "", [{ path: "gateways[1].name", code: "must_be_unique", message }]);
  };
  show(<UnregisteredGateways scope={scope} onClaimed={() => undefined} />);
  fireEvent.click(await screen.findByRole("checkbox", { name: "Choose all unregistered gateways" }));
  fireEvent.click(screen.getByRole("button", { name: "Register 2" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Register 2" }));
  const refused = (await dialog.findByText(/must be unique/)).closest("li")!;
  expect(within(refused).getByLabelText("Name of 24:6F:28:01:02:04")).toBeTruthy();
  expect(document.activeElement).toBe(within(refused).getByLabelText("Name of 24:6F:28:01:02:04"));
});

const broker = { host: "pulse.test", port: 1883, tlsPort: null, available: true };

it("the password of a site is made in a dialog, shown there once, and can be revoked later", async () => {
  const { answers, requests, show } = stage();
  let username: string | null = null;
  answers["listSiteHardwareTypes"] = () => types;
  answers["getSiteGatewayAccount"] = () => ({
    ...broker,
    mqttUsername: username,
    createdAt: username === null ? null : at,
  });
  answers["createSiteGatewayCredentials"] = () => {
    username = "gateways-1";
    return {
      ...broker,
      mqttGuid: "1",
      mqttUsername: username,
      mqttPassword: "secret",
      publishTopics: [],
      subscribeTopics: [],
    };
  };
  answers["deleteSiteGatewayCredentials"] = () => {
    username = null;
    return { id: "1" };
  };
  show(<SiteAccount siteId="7" onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole("button", { name: "Make a password" }));
  expect(await screen.findByText("secret")).toBeTruthy();
  expect(await screen.findByText("gateways-1")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Revoke" })).toBeNull();
  cleanup();

  show(<SiteAccount siteId="7" onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole("button", { name: "Revoke" }));
  const question = within(await screen.findByRole("dialog", { name: "Revoke the password of all gateways?" }));
  expect(requests.some(({ id }) => id === "deleteSiteGatewayCredentials")).toBe(false);
  fireEvent.click(question.getByRole("button", { name: "Revoke" }));
  expect(await screen.findByRole("button", { name: "Make a password" })).toBeTruthy();
  expect(screen.queryByText("secret")).toBeNull();
  expect(requests.filter(({ id }) => id === "deleteSiteGatewayCredentials")).toMatchObject([
    { query: { siteId: "7" } },
  ]);
});

it("with a broker of one's own, the dialog says why a site has no password for all gateways", async () => {
  const { answers, show } = stage();
  answers["getSiteGatewayAccount"] = () => ({ ...broker, available: false, mqttUsername: null, createdAt: null });
  show(<SiteAccount siteId="7" onClose={() => undefined} />);
  expect(await screen.findByText(/needs the broker of Pulse itself/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Make a password" })).toBeNull();
});
