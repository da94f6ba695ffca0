import type { DeviceRequest, StoredConfiguration } from "@pulse/contract/deviceRequests";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { z } from "zod";
import { accessOf, accessStage, ids } from "../test/accessStage.tsx";
import { FormNumber } from "../form/FormNumber.tsx";
import { DeviceConfig } from "./DeviceConfig.tsx";
import type { RequestTarget } from "./requests.api.ts";

const device: RequestTarget = { target: "hardware", id: ids.warehouse, name: "G-01" };
const done: DeviceRequest = {
  id: ids.nora,
  kind: "read",
  target: "hardware",
  targetId: device.id,
  targetName: device.name,
  state: "done",
  reason: null,
  via: null,
  requestedBy: "mara@northwind.test",
  requestedAt: "2026-11-20T10:00:00.000Z",
  acceptedAt: null,
  completedAt: "2026-11-20T10:00:01.000Z",
  configuration: null,
};
const reported = (transmissionPower: number, at: string | null): StoredConfiguration => ({
  configuration: { transmissionPower },
  pending: null,
  lastReadTimestamp: at,
  lastRequestedTimestamp: null,
  lastUpdatedTimestamp: null,
});

const power = (): HTMLInputElement => screen.getByRole("textbox", { name: "Power" });

/** Opens the settings of a gateway that sends at 1 dBm, and answers 5 dBm when it is read. */
async function open(): Promise<void> {
  const { answers, open: show } = accessStage({ access: accessOf({ hardware_management: ["r", "u"] }) });
  let requests: DeviceRequest[] = [];
  answers["listHardwareRequests"] = () => requests;
  answers["getHardwareStoredConfiguration"] = () =>
    requests.length > 0 ? reported(5, "2026-11-20T10:00:01.000Z") : reported(1, null);
  answers["readHardwareConfiguration"] = () => {
    requests = [done];
    return { ...done, state: "queued", completedAt: null };
  };
  const config = (
    <DeviceConfig
      device={device}
      area="hardware_management"
      rule={z.object({ transmissionPower: z.number() })}
      valuesOf={(from) => ({ transmissionPower: from?.transmissionPower ?? null })}
    >
      <FormNumber path="transmissionPower" label="Power" unit="dBm" range={[-40, 8]} />
    </DeviceConfig>
  );
  show([{ path: "/", element: config }], "/");
  await waitFor(() => expect(power().value).toBe("1"));
}

it("the settings of a device show what it reports", async () => {
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Read" }));
  await waitFor(() => expect(power().value).toBe("5"));
});

it("a report of a device keeps what is typed in its settings", async () => {
  await open();
  const lastRead = (): unknown => screen.getByText("Last read").nextElementSibling?.textContent;
  const before = lastRead();
  fireEvent.change(power(), { target: { value: "7" } });
  fireEvent.click(screen.getByRole("button", { name: "Read" }));
  await waitFor(() => expect(lastRead()).not.toBe(before));
  expect(power().value).toBe("7");
});
