import { act, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fakeServer, siteNamed } from "../test/fakeServer.ts";
import {
  focusWindow,
  startApp,
  startSignedIn,
  storeSession,
  dispatchStorageEvent,
  tokenOf,
} from "../test/wholeApp.tsx";
import { tokenKey } from "./sessionStore.ts";

// WebGL does not run here, nor does a socket.
vi.mock("../map/page/MapPage.tsx", () => import("../test/MapOutline.tsx"));
vi.mock("../mapChunk.ts", () => ({}));
vi.mock("socket.io-client", () => import("../test/fakeSockets.ts"));

const minuteMs = 60_000;
const signIn = (): Promise<HTMLElement> => screen.findByLabelText("Password");
/** A page of the frame for signed-in people, loaded. */
const page = (): Promise<HTMLElement> => screen.findByText("You do not have access for this page");
/** Moves the end of the open session, as if the time until then had passed. */
function endIn(minutes: number): void {
  storeSession("mara", minutes * minuteMs);
  dispatchStorageEvent();
  focusWindow();
}

it("an expired session ends when the window gets focus, and the next sign-in returns to the same page", async () => {
  fakeServer();
  const { address } = await startSignedIn("/not-accessible?of=mine");
  await page();
  endIn(-1);
  await signIn();
  expect(address()).toBe("/signin?redirect=%2Fnot-accessible%3Fof%3Dmine");
  expect(localStorage.getItem(tokenKey)).toBeNull();
  storeSession();
  dispatchStorageEvent();
  await page();
  expect(address()).toBe("/not-accessible?of=mine");
});

it("an expired stored session is not restored", async () => {
  fakeServer();
  storeSession("mara", -1000);
  await startApp("/not-accessible");
  await signIn();
  await waitFor(() => expect(localStorage.getItem(tokenKey)).toBeNull());
});

it("when tokens expire within 15 minutes, focus refreshes them and the page stays open", async () => {
  const server = fakeServer();
  const fresh = tokenOf("mara", Date.now() + 9 * 60 * minuteMs);
  server.identity["GetTokensFromRefreshToken"] = () =>
    Response.json({ AuthenticationResult: { IdToken: fresh, AccessToken: fresh, ExpiresIn: 3600 } });
  await startSignedIn("/not-accessible");
  await page();
  endIn(14);
  await waitFor(() => expect(localStorage.getItem(tokenKey)).toContain(fresh));
  expect(await page()).toBeTruthy();
});

it("a refused token refresh signs the user out and says so", async () => {
  const server = fakeServer();
  server.identity["GetTokensFromRefreshToken"] = () =>
    Response.json({ __type: "NotAuthorizedException", message: "Invalid Refresh Token" }, { status: 400 });
  await startSignedIn("/not-accessible");
  await page();
  endIn(14);
  await signIn();
  expect(screen.getByRole("alert").textContent).toBe("Failed to refresh token");
  expect(localStorage.getItem(tokenKey)).toBeNull();
});

it("a token that the server refuses signs the user out and says so", async () => {
  const server = fakeServer();
  const { address, services } = await startSignedIn("/not-accessible");
  await page();
  server.answers["getUserMe"] = () => Response.json({}, { status: 401 });
  await act(() => services.queries.invalidateQueries({ queryKey: ["me"] }));
  await signIn();
  expect(screen.getByRole("alert").textContent).toBe("User is not authenticated");
  expect(address()).toBe("/signin?redirect=%2Fnot-accessible");
});

it("whoever must use the company's account is led to its sign-in, which says so and comes back to the same page", async () => {
  const server = fakeServer();
  const { address, services } = await startSignedIn("/not-accessible?of=mine");
  await page();
  const content = { code: "sso_required", message: "Your company asks you to sign in with its own account" };
  server.answers["getUserMe"] = () => Response.json({ result: { content } }, { status: 401 });
  await act(() => services.queries.invalidateQueries({ queryKey: ["me"] }));
  await screen.findByRole("heading", { name: "Sign in with your company's account" });
  expect(screen.getByRole("alert").textContent).toBe("Your company asks you to sign in with its own account.");
  expect(address()).toBe("/signin/company?redirect=%2Fnot-accessible%3Fof%3Dmine");
});

it("signed-in users are redirected from the public screens to the page asked for or the map", async () => {
  const server = fakeServer();
  server.sites.push(siteNamed("Harbour Warehouse", 1));
  const map = `/sites/${server.sites[0]?.id}/map`;
  const publicPaths = ["/signin", "/signup", "/verify-email", "/forgot-password", "/change-forgot-password"];
  for (const path of [...publicPaths, "/register-phone"]) {
    const { address, close } = await startSignedIn(path);
    await waitFor(() => expect(path + address()).toBe(path + map));
    close();
  }
  await startSignedIn("/signin?redirect=%2Fno%2Fsuch%2Fpage");
  expect(await screen.findByText("Page not found")).toBeTruthy();
});
