import { fullAccess } from "@pulse/contract/access";
import type { Asset } from "@pulse/contract/assets";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "../api/apiError.ts";
import { stage } from "../test/stage.tsx";
import { AssetTrackers } from "./AssetTrackers.tsx";

const asset = { id: "a1", name: "Cart", siteId: "s1", archived: false, linkedTrackers: [] } as unknown as Asset;
const tag = { id: "t1", name: "Tag", mac: "DD:34:0C:00:00:01", linkedAsset: null };

const source = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "srcObject")!;
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "mediaDevices");
  Object.defineProperty(HTMLMediaElement.prototype, "srcObject", source);
});

function staged() {
  const all = stage();
  all.answers["getAccessibleOperations"] = () => fullAccess();
  all.answers["searchTrackers"] = ({ query }) =>
    (query as { searchKeyword?: string }).searchKeyword === tag.mac ? [tag] : [];
  all.answers["linkTracker"] = () => asset;
  return { ...all, last: (endpoint: string) => all.requests.findLast((call) => call.id === endpoint) };
}

async function typed(code: string): Promise<void> {
  const button = await screen.findByRole("button", { name: "Link" });
  fireEvent.change(screen.getByRole("textbox"), { target: { value: code } });
  fireEvent.click(button);
}

it("an asset's page links the tracker with exactly the code that was typed or scanned", async () => {
  const { last, messages, show } = staged();
  show(<AssetTrackers asset={asset} />);
  await typed(tag.mac);
  await waitFor(() => expect(last("linkTracker")?.body).toEqual({ trackerId: "t1", replace: false }));
  await waitFor(() => expect(messages()).toContain("Tag linked to Cart"));
});

it("an asset's page asks to select a tracker where none was found", async () => {
  const { last, show } = staged();
  show(<AssetTrackers asset={asset} />);
  fireEvent.click(await screen.findByRole("button", { name: "Link" }));
  await screen.findByText("Tracker should be selected");
  expect(last("linkTracker")).toBeUndefined();
});

it("an asset's page links the tracker whose code the camera read", async () => {
  vi.stubGlobal(
    "BarcodeDetector",
    class {
      detect = async () => [{ rawValue: tag.mac }];
    },
  );
  const stream = { getTracks: () => [] };
  Object.defineProperty(navigator, "mediaDevices", {
    configurable: true,
    value: { getUserMedia: async () => stream },
  });
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  Object.defineProperty(HTMLMediaElement.prototype, "srcObject", { configurable: true, writable: true, value: null });
  const { last, show } = staged();
  show(<AssetTrackers asset={asset} />);
  fireEvent.click(await screen.findByRole("button", { name: "Scan with the camera" }));
  await waitFor(() => expect(last("linkTracker")?.body).toEqual({ trackerId: "t1", replace: false }));
});

it("a scanned code is linked even though the scanner presses Enter before anything is listed", async () => {
  const { last, show } = staged();
  show(<AssetTrackers asset={asset} />);
  await screen.findByRole("button", { name: "Link" });
  const field = screen.getByRole("textbox");
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: tag.mac } });
  fireEvent.keyDown(field, { key: "Enter", code: "Enter" });
  await waitFor(() => expect(last("linkTracker")?.body).toEqual({ trackerId: "t1", replace: false }));
});

it("an asset's page links none of several trackers that match part of a code", async () => {
  const { answers, last, show } = staged();
  answers["searchTrackers"] = () => [tag, { ...tag, id: "t2", name: "Other" }];
  show(<AssetTrackers asset={asset} />);
  await typed("DD:34");
  await screen.findByText("Tracker should be selected");
  expect(last("linkTracker")).toBeUndefined();
});

it("an asset's page explains that the camera was refused", async () => {
  vi.stubGlobal("BarcodeDetector", vi.fn());
  Object.defineProperty(navigator, "mediaDevices", {
    configurable: true,
    value: { getUserMedia: async () => Promise.reject(new DOMException("", "NotAllowedError")) },
  });
  const { show } = staged();
  show(<AssetTrackers asset={asset} />);
  fireEvent.click(await screen.findByRole("button", { name: "Scan with the camera" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^The camera can't be used\. Allow it/);
});

it("an asset's page explains that the browser cannot read codes", async () => {
  const { show } = staged();
  show(<AssetTrackers asset={asset} />);
  fireEvent.click(await screen.findByRole("button", { name: "Scan with the camera" }));
  expect(
    await screen.findByText(/This browser can't read codes with the camera. A scanner that works like a keyboard/),
  ).toBeTruthy();
});

it("an asset's page asks with both names before moving a tracker, and reports when somebody else was faster", async () => {
  const { answers, last, messages, show } = staged();
  const taken = [{ path: "tracker_id", code: "tracker_linked", asset: { id: "a2", name: "Bed" } }];
  answers["linkTracker"] = ({ body }) => {
    if ((body as { replace: boolean }).replace) throw new ApiError(409, "conflict", "Somebody else has changed this");
    throw new ApiError(409, "already_linked", "", taken as never);
  };
  show(<AssetTrackers asset={asset} />);
  await typed(tag.mac);
  await screen.findByText("Move Tag to Cart?");
  expect(screen.getByText(/Tag is linked to Bed/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Move" }));
  await waitFor(() => expect(last("linkTracker")?.body).toMatchObject({ replace: true }));
  await waitFor(() => expect(messages().join()).toContain("Failed to link Tag"));
});

it("an asset's page says that the trackers could not be found, and asks again at a press", async () => {
  const { answers, show } = staged();
  const find = answers["searchTrackers"]!;
  answers["searchTrackers"] = () => {
    throw new ApiError(503, "service_unavailable", "Temporarily unavailable. Try again later");
  };
  show(<AssetTrackers asset={asset} />);
  await screen.findByRole("button", { name: "Link" });
  fireEvent.focus(screen.getByRole("textbox"));
  expect(await screen.findByText("Temporarily unavailable. Try again later")).toBeTruthy();
  expect(screen.queryByText("No options found")).toBeNull();
  answers["searchTrackers"] = (call) => find({ ...call, query: { searchKeyword: tag.mac } });
  fireEvent.click(screen.getByRole("button", { name: "Try again", hidden: true }));
  expect(await screen.findByRole("option", { name: /^Tag/, hidden: true })).toBeTruthy();
});

it("an asset's page says why a typed code could not be looked up, and keeps it", async () => {
  const { answers, last, show } = staged();
  show(<AssetTrackers asset={asset} />);
  answers["searchTrackers"] = () => {
    throw new ApiError(503, "service_unavailable", "Temporarily unavailable. Try again later");
  };
  await typed(tag.mac);
  await waitFor(() => expect(screen.getByRole("textbox").getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getAllByText("Temporarily unavailable. Try again later").length).toBeGreaterThan(0);
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe(tag.mac);
  expect(last("linkTracker")).toBeUndefined();
});
