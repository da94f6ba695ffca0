import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fakeServer } from "../test/fakeServer.ts";
import { setOnline, startSignedIn } from "../test/wholeApp.tsx";

const down = "Oops, our servers are down, please try again later";
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const banner = (): string | null =>
  screen.queryAllByRole("status").find(({ dataset }) => dataset["state"] !== undefined)?.textContent ?? null;

it("a banner reports a lost network, then that it lasts, and data is loaded again once the network is back", async () => {
  const server = fakeServer();
  await startSignedIn("/access/groups");
  const page = await screen.findByRole("main");
  await waitFor(() => expect(server.requestsFor("listGroups")).toHaveLength(1));

  setOnline(server, false);
  await waitFor(() => expect(banner()).toMatch(/^Reconnecting\.\.\.No connection since \d/));
  expect(page.dataset["old"]).toBe("true");
  await pass(10_000);
  expect(banner()).toMatch(/^Connection timed out, please check internet connection/);

  setOnline(server, true);
  await waitFor(() => expect(banner()).toBeNull());
  expect(page.dataset["old"]).toBeUndefined();
  await waitFor(() => expect(server.requestsFor("listGroups")).toHaveLength(2));
});

it("a server that is down gets its own message, which goes away once the server is back", async () => {
  const server = fakeServer();
  server.answers["getServerStatus"] = () => new Response(null, { status: 503 });
  await startSignedIn("/not-accessible");
  expect(await screen.findByText(down)).toBeTruthy();
  server.answers["getServerStatus"] = () => ({ status: "online" });
  await pass(5_000);
  await waitFor(() => expect(screen.queryByText(down)).toBeNull());
});

it("a status answer that is not the server's own counts as a server that is down", async () => {
  const server = fakeServer();
  server.answers["getServerStatus"] = () => new Response("<p>Hotel</p>", { headers: { "content-type": "text/html" } });
  await startSignedIn("/not-accessible");
  expect(await screen.findByText(down)).toBeTruthy();
});

it("a version that cannot be fetched is reported in a snackbar that can be dismissed", async () => {
  const server = fakeServer();
  server.answers["getVersion"] = () => Response.json({}, { status: 500 });
  await startSignedIn("/not-accessible");
  const error = await screen.findByRole("alert");
  expect(error.textContent).toBe("Failed to fetch");
  fireEvent.click(within(error).getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("the search does not open over the dialog that asks for a reload", async () => {
  const server = fakeServer();
  server.answers["getVersion"] = () => ({ version: "4.0.0" });
  await startSignedIn("/not-accessible");
  await screen.findByRole("dialog", { name: "New version available" });
  await screen.findByText("You do not have access for this page");
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  await pass(1_000);
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
});

it("saving without a network shows an error, keeps the input, and does not send it later by itself", async () => {
  const server = fakeServer();
  server.answers["createGroup"] = () => ({});
  await startSignedIn("/access/groups/new");
  const name = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
  fireEvent.change(name, { target: { value: "Night docks" } });
  setOnline(server, false);
  await waitFor(() => expect(banner()).toMatch(/^Reconnecting/));
  fireEvent.click(screen.getByRole("button", { name: "Add group" }));
  expect((await within(screen.getByRole("main")).findByRole("alert")).textContent).toBe("Network error");
  setOnline(server, true);
  await waitFor(() => expect(banner()).toBeNull());
  await pass(60_000);
  expect(name.value).toBe("Night docks");
  expect(server.requestsFor("createGroup")).toEqual([]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add group" }).disabled).toBe(false);
});
