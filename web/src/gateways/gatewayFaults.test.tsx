import type { Hardware } from "@pulse/contract/gateways";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { stage } from "../test/stage.tsx";
import { switchLanguage } from "../text/language.ts";
import { nbsp, texts } from "../text/translate.ts";
import { gatewayColumns } from "./gatewayColumns.tsx";
import { GatewayHealth } from "./GatewayHealth.tsx";

const gateway = (health: string[], outsideFloorM: number | null) =>
  ({ id: "7", health, outsideFloorM, location: "Main · Ground" }) as Hardware;
const lost = gateway(["not_placed"], null);
const far = gateway(["far_from_floor", "deaf"], 1020.4);
const scope = {
  siteId: "1",
  customerId: "1",
  isKnown: true,
  base: "/sites/1",
  search: "",
  customerName: "",
  isGuess: false,
  choice: null,
};

afterEach(() => switchLanguage("en"));

it("the list of gateways shows how far one is outside its floor, on a phone beside its location", async () => {
  const column = (of: string) => gatewayColumns(texts.t, (type) => type, null).find(({ key }) => key === of)!;
  expect(column("health").csv!(lost)).toBe("Not placed");
  expect(column("health").csv!(far)).toBe(`1,020${nbsp}m outside its floor, Poor reception`);
  // The column is narrow; hovering shows the full text.
  const { container } = render(column("health").cell(far));
  expect(container.textContent).toBe(`1,020${nbsp}m outside, Poor reception`);
  expect(container.firstElementChild!.getAttribute("title")).toBe(`1,020${nbsp}m outside its floor, Poor reception`);
  expect(column("location").phoneCell!(far)).toBe(`1,020${nbsp}m outside its floor, Poor reception · Main · Ground`);
  expect(column("location").phoneCell!(gateway([], 0))).toBe("Main · Ground");
  await switchLanguage("de");
  expect(column("health").csv!(far)).toBe(`1.020${nbsp}m außerhalb seiner Etage, Schlechter Empfang`);
});

it("the list of gateways leaves out the name of the site's only building", () => {
  const place = (onlyBuilding: string | null) =>
    gatewayColumns(texts.t, (type) => type, onlyBuilding)
      .find(({ key }) => key === "location")!
      .cell(lost);
  expect(place("Main")).toBe("Ground");
  expect(place(null)).toBe("Main · Ground");
});

it("a gateway's page explains what to do about a place outside its floor", async () => {
  const { answers, show } = stage();
  answers["getHardware"] = () => far;
  show(<GatewayHealth gateway={far} scope={scope} />);
  expect((await screen.findByText(/outside its floor/)).parentElement!.textContent).toBe(
    `1,020${nbsp}m outside its floor It isn't used for positions. Correct its place, or the outline of its floor.`,
  );
});

it("a gateway's page names the gateway in whose place it hangs, and swaps both places for who may change gateways", async () => {
  const { answers, show, requests } = stage();
  const swapped = { ...gateway(["swapped"], null), name: "North", version: 3, swappedWith: "8" } as Hardware;
  const other = { ...gateway(["swapped"], null), id: "8", name: "South", version: 5, swappedWith: "7" } as Hardware;
  answers["getHardware"] = ({ params }) => (params?.["id"] === "8" ? other : swapped);
  answers["exchangeHardwarePlaces"] = () => [swapped, other];
  answers["getAccessibleOperations"] = () => ({ hardware_management: ["r", "u"] });
  show(<GatewayHealth gateway={swapped} scope={scope} />);
  expect(await screen.findByText(/where South is entered/)).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Swap them?" }));
  fireEvent.click(await screen.findByRole("button", { name: "Swap both places" }));
  await waitFor(() =>
    expect(requests.find(({ id }) => id === "exchangeHardwarePlaces")).toMatchObject({
      params: { id: "7" },
      body: { otherId: "8", version: 3, otherVersion: 5 },
    }),
  );
});

it("a gateway's page asks for a place for a gateway without one", async () => {
  const { answers, show } = stage();
  answers["getHardware"] = () => lost;
  show(<GatewayHealth gateway={lost} scope={scope} />);
  expect((await screen.findByText("Not placed")).parentElement!.textContent).toBe(
    "Not placed It isn't used for positions. Choose its floor and click on the plan where it is mounted.",
  );
});
