import { fullAccess } from "@pulse/contract/access";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";

import { stage, type } from "../test/stage.tsx";
import { RingButton } from "./RingButton.tsx";
import { TrackerConfig, TrackerConfigOfAll } from "./TrackerConfig.tsx";

const id = "0198c1b2-0001-7000-8000-000000000001";
const device = { target: "tracker", id, name: "Tag" } as const;
const reported = {
  configuration: { messageMode: "legacy", advertisementPeriodMs: 1000, transmissionPower: 0 },
  pending: null,
  lastReadTimestamp: "2026-11-20T10:00:00.000Z",
  lastRequestedTimestamp: null,
  lastUpdatedTimestamp: null,
};

function staged() {
  const all = stage();
  all.answers["getAccessibleOperations"] = () => fullAccess();
  return { ...all, last: (endpoint: string) => all.requests.findLast((call) => call.id === endpoint) };
}

it("a tracker's page sends only its changed settings", async () => {
  const { answers, last, messages, show } = staged();
  answers["getTrackerStoredConfiguration"] = () => reported;
  answers["updateTrackerConfiguration"] = () => ({});
  show(<TrackerConfig device={device} />);
  await screen.findByLabelText("Advertisement period");
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Advertisement period").disabled).toBe(false));
  type("Advertisement period", "500");
  fireEvent.click(screen.getByRole("button", { name: "Send update" }));
  await waitFor(() => expect(last("updateTrackerConfiguration")?.body).toEqual({ advertisementPeriodMs: 500 }));
  await waitFor(() => expect(messages()).toContain("Update request placed successfully"));
});

it("a tracker's page refuses a period out of range before anything is sent", async () => {
  const { answers, last, show } = staged();
  answers["getTrackerStoredConfiguration"] = () => reported;
  show(<TrackerConfig device={device} />);
  await screen.findByLabelText("Advertisement period");
  type("Advertisement period", "99");
  fireEvent.blur(screen.getByLabelText("Advertisement period"));
  await screen.findByText(/must be between 100 and 40,000/);
  expect(last("updateTrackerConfiguration")).toBeUndefined();
});

it("settings are sent to all trackers of a site, naming those that cannot take them and why", async () => {
  const { answers, last, show } = staged();
  answers["updateTrackerConfigurations"] = () => ({
    placed: [{ id, targetId: id, target: "tracker", targetName: "Tag", state: "queued", reason: null }],
    skipped: [{ targetId: id, targetName: "Plain beacon", reason: "not_supported" }],
  });
  answers["listTrackerRequests"] = () => [];
  show(<TrackerConfigOfAll siteId="site" />);
  fireEvent.click(await screen.findByRole("button", { name: "Configure all" }));
  await screen.findByLabelText("Transmission power");
  type("Transmission power", "-4");
  fireEvent.click(screen.getByRole("button", { name: "Send to all" }));
  await screen.findByText("Plain beacon");
  await screen.findByText("This device type cannot do that");
  await screen.findByText(/^0 of 1 finished/);
  expect(last("updateTrackerConfigurations")).toMatchObject({
    query: { siteId: "site" },
    body: { transmissionPower: -4 },
  });
});

it("a tracker's page lets it ring, and then stop", async () => {
  const { answers, requests, messages, show } = staged();
  answers["ringTracker"] = () => ({});
  answers["stopRinging"] = () => ({});
  show(<RingButton tracker={{ id, name: "Tag" }} />);
  fireEvent.click(await screen.findByRole("button", { name: "Ring" }));
  fireEvent.click(await screen.findByRole("button", { name: "Stop ringing" }));
  await waitFor(() => expect(messages()).toContain("Tag was asked to stop ringing"));
  expect(requests.map((call) => call.id)).toEqual(["getAccessibleOperations", "ringTracker", "stopRinging"]);
  expect(screen.queryByRole("button", { name: "Stop ringing" })).toBeNull();
});
