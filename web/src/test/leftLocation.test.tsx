import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { saveFile } from "../table/csv.ts";
import { fakeServer } from "./fakeServer.ts";
import { startSignedIn } from "./wholeApp.tsx";

// The simulated browser follows the link of a download, and files share it.
it("a file that a test saves takes the simulated browser elsewhere", () => {
  saveFile("list.csv", new Blob(["name"]));
  expect(window.location.protocol).toBe("blob:");
});

it("a test after one that saved a file reaches its server", async () => {
  fakeServer();
  await startSignedIn("/profile");
  expect(await screen.findByRole("switch", { name: /^Single-key/ })).toBeTruthy();
});
