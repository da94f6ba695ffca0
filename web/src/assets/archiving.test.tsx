import type { Asset } from "@pulse/contract/assets";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "../api/apiError.ts";
import { press, stage } from "../test/stage.tsx";
import { useAssetArchiving } from "./useAssetArchiving.ts";

const asset = (id: string): Asset =>
  ({ id, name: `Cart ${id}`, linkedTrackers: [{ id: `tag of ${id}` }] }) as unknown as Asset;
const rows = ["1", "2", "3"].map(asset);

function Many() {
  const archiving = useAssetArchiving();
  return (
    <>
      <button type="button" onClick={() => archiving.archive(rows)}>
        Archive
      </button>
      <output>{archiving.numDone}</output>
    </>
  );
}

function staged() {
  const all = stage();
  const { answers, requests, services, show } = all;
  const answered = Promise.withResolvers<void>();
  answers["archiveAsset"] = async ({ params }) => {
    if (params?.["id"] === "1") await answered.promise;
    if (params?.["id"] === "2") throw new ApiError(409, "conflict", "Somebody else has changed this");
    return asset(String(params?.["id"]));
  };
  answers["unarchiveAsset"] = ({ params }) => asset(String(params?.["id"]));
  answers["linkTracker"] = () => rows[0];
  show(<Many />);
  const ids = (endpoint: string) => requests.filter(({ id }) => id === endpoint).map(({ params }) => params?.["id"]);
  return { app: services.app, ids, release: () => act(async () => answered.resolve()) };
}

it("archiving assets shows the progress, and names what could not be archived", async () => {
  const { app, ids, release } = staged();
  press("Archive");
  await waitFor(() => expect(app.current().info?.message).toBe("1 of 3…"));
  await release();
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("2"));
  expect(ids("archiveAsset")).toEqual(["1", "2", "3"]);
  expect(app.current().info).toBeNull();
  expect(app.current().success?.message).toBe("2 assets archived");
  expect(app.current().error?.message).toContain("Cart 2");
  expect(app.current().error?.message).not.toContain("Cart 3");
});

it("undoing an archiving restores what was archived, including links, and leaves failures alone", async () => {
  const { app, ids, release } = staged();
  press("Archive");
  await release();
  await waitFor(() => expect(app.current().success?.message).toBe("2 assets archived"));
  act(() => app.current().success!.action!.run());
  await waitFor(() => expect(app.current().success?.message).toBe("2 assets unarchived"));
  expect(ids("unarchiveAsset")).toEqual(["1", "3"]);
  expect(ids("linkTracker")).toEqual(["1", "3"]);
});
