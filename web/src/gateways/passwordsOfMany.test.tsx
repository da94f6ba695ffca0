import type { Hardware } from "@pulse/contract/gateways";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ApiError } from "../api/apiError.ts";
import { stage } from "../test/stage.tsx";
import { credentialsFile } from "./credentialsFile.ts";
import { PasswordsOfMany } from "./PasswordsOfMany.tsx";

const account = { mqttGuid: "", host: "pulse.test", port: 1883, tlsPort: null, subscribeTopics: [] };
const credentials = [
  {
    ...account,
    hardwareId: "1",
    name: "Hall, east",
    mac: "AC:23:3F:00:00:01",
    hardwareType: "ESPRESENSE",
    mqttUsername: "gateway-1",
    mqttPassword: "secret 1",
    publishTopics: ["espresense/devices/+/hall_east"],
  },
  {
    ...account,
    hardwareId: "2",
    name: "Dock",
    mac: "AC:23:3F:00:00:02",
    hardwareType: "GENERIC",
    mqttUsername: "gateway-2",
    mqttPassword: "secret 2",
    publishTopics: ["pulse/v1/gateways/2/up"],
  },
];

it("the file of several gateways' credentials has a row for each, and the settings of its maker's page", () => {
  const titles = { name: "Name", mac: "MAC", type: "Type", settingOf: (key: string) => key };
  expect(credentialsFile(credentials, titles).split("\r\n")).toEqual([
    "Name,MAC,Type,host,port,username,password,espresenseRoom,publish",
    '"Hall, east",AC:23:3F:00:00:01,ESPRESENSE,pulse.test,1883,gateway-1,secret 1,hall_east,',
    "Dock,AC:23:3F:00:00:02,GENERIC,pulse.test,1883,gateway-2,secret 2,,pulse/v1/gateways/2/up",
    "",
  ]);
});

it("new passwords of several gateways are made after a question and saved as a file, from a dialog that stays", async () => {
  const { answers, requests, show } = stage();
  const onClose = vi.fn();
  answers["createCredentialsOfHardwares"] = () => credentials;
  const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:1");
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue(undefined);
  show(<PasswordsOfMany siteId="7" gateways={[{ id: "1" }, { id: "2" }] as Hardware[]} onClose={onClose} />);
  expect(await screen.findByText("New MQTT passwords for 2 gateways?")).toBeTruthy();
  expect(requests).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Make passwords" }));
  fireEvent.click(await screen.findByRole("button", { name: "Save file" }));
  expect(requests).toMatchObject([{ query: { siteId: "7" }, body: { hardwareIds: ["1", "2"] } }]);
  expect(saved).toHaveBeenCalledTimes(1);
  // Neither maker's program reads a file.
  expect(screen.queryByRole("button", { name: /configuration/ })).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

it("files that makers' programs read are saved as one archive", async () => {
  const { answers, show } = stage();
  answers["createCredentialsOfHardwares"] = () => [
    { ...credentials[0], hardwareType: "RUUVI", publishTopics: ["ruuvi/AC:23:3F:00:00:01/+"] },
    credentials[1],
  ];
  const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:1");
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue(undefined);
  show(<PasswordsOfMany siteId="7" gateways={[{ id: "1" }, { id: "2" }] as Hardware[]} onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole("button", { name: "Make passwords" }));
  fireEvent.click(await screen.findByRole("button", { name: "Save 1 configuration" }));
  const archive = saved.mock.lastCall![0] as Blob;
  expect(archive.type).toBe("application/zip");
  expect(await archive.text()).toContain("AC233F000001/ruuvi.json");
});

it("a refusal of new passwords for several gateways is shown where they were asked for", async () => {
  const { answers, show } = stage();
  answers["createCredentialsOfHardwares"] = () => {
    throw new ApiError(503, "service_unavailable", "The broker is away");
  };
  show(<PasswordsOfMany siteId="7" gateways={[{ id: "1" }] as Hardware[]} onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole("button", { name: "Make passwords" }));
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save file" })).toBeNull();
});
