import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { saveFile } from "../table/csv.ts";
import { fakeServer } from "./fakeServer.ts";
import { startSignedIn } from "./wholeApp.tsx";

// The simulated browser follows the link of a download, and files share it.
it("a test may save a file", () => {
  saveFile("list.csv", new Blob(["name"]));
});

it("a test after one that saved a file reaches its server", async () => {
  fakeServer();
  await startSignedIn("/profile");
  expect(await screen.findByRole("switch", { name: /^Single-key/ })).toBeTruthy();
});
