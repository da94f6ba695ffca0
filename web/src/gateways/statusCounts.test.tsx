import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { stage } from "../test/stage.tsx";
import { StatusCounts } from "./StatusCounts.tsx";

it("the states of a site's gateways have no numbers before the gateways have loaded", async () => {
  const { answers, show } = stage();
  let release = (_rows: unknown[]): void => undefined;
  answers["listHardwares"] = () => new Promise((resolve) => (release = resolve));
  show(<StatusCounts siteId="1" chosen={null} onChoose={() => undefined} />);
  expect((await screen.findByRole("button", { name: /^Online/ })).textContent).toBe("Online ");
  await act(async () => release([{ status: "online" }, { status: "offline" }]));
  expect(await screen.findByRole("button", { name: "Online 1" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Never connected 0" })).toBeTruthy();
});
