import type { DeviceRequest, StoredConfiguration } from "@pulse/contract/deviceRequests";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { accessOf, accessStage, ids } from "../test/accessStage.tsx";
import { type RequestTarget, useAsking, useStoredConfiguration } from "./requests.api.ts";
import { RequestsCard } from "./RequestsCard.tsx";

const device: RequestTarget = { target: "hardware", id: ids.warehouse, name: "G-01" };
const request: DeviceRequest = {
  id: ids.nora,
  kind: "read",
  target: "hardware",
  targetId: device.id,
  targetName: device.name,
  state: "queued",
  reason: null,
  via: null,
  requestedBy: "mara@northwind.test",
  requestedAt: "2026-11-20T10:00:00.000Z",
  acceptedAt: null,
  completedAt: null,
  configuration: null,
};
const stored = (transmissionPower: number): StoredConfiguration => ({
  configuration: { transmissionPower },
  pending: null,
  lastReadTimestamp: null,
  lastRequestedTimestamp: null,
  lastUpdatedTimestamp: null,
});

function Asking() {
  const known = useStoredConfiguration(device).data?.configuration;
  const { read } = useAsking(device);
  return (
    <>
      <p>Sends at {String(known?.transmissionPower)} dBm</p>
      <button type="button" onClick={() => read.mutate()}>
        Ask
      </button>
      <RequestsCard device={device} />
    </>
  );
}

it("a device's page shows what it reported even if it answered before the first progress check", async () => {
  const { answers, open } = accessStage({ access: accessOf({ hardware_management: ["r", "u"] }) });
  let [requests, version]: [DeviceRequest[], number] = [[], 1];
  answers["listHardwareRequests"] = () => requests;
  answers["getHardwareStoredConfiguration"] = () => {
    const answer = stored(version);
    // The device answers right after this lookup.
    if (requests.length > 0) version = 5;
    return answer;
  };
  answers["readHardwareConfiguration"] = () => {
    requests = [{ ...request, state: "done", completedAt: "2026-11-20T10:00:01.000Z" }];
    return request;
  };
  open([{ path: "/", element: <Asking /> }], "/");
  expect(await screen.findByText("Sends at 1 dBm")).toBeTruthy();
  expect(screen.getByText("Nothing has been requested yet.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Ask" }));
  expect(await screen.findByText("Completed")).toBeTruthy();
  expect(await screen.findByText("Sends at 5 dBm")).toBeTruthy();
});
