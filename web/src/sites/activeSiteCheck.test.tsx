import { waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { me, stage } from "../test/stage.tsx";
import { useActiveSiteCheck } from "./useActiveSiteCheck.ts";

const site = {
  id: "2",
  name: "Harbour Warehouse",
  customerId: "c",
  customerName: "Northwind Logistics",
  customerConfig: { assetMapTimeoutDay: 7 },
  location: null,
};

function Check() {
  useActiveSiteCheck();
  return null;
}

function restored(id: string) {
  localStorage.setItem("activeSite", id);
  const set = stage();
  set.answers["getUserMe"] = () => ({ ...me, customerId: "c", isSuperadmin: false });
  set.answers["listAccessibleSites"] = () => [site];
  set.show(<Check />);
  return set.services.activeSite;
}

beforeEach(() => localStorage.clear());

describe("an active site kept from an earlier visit", () => {
  it("an active site stored at an earlier visit gets its customer", async () => {
    const active = restored("2");
    expect(active.current()?.customerId).toBeNull();
    await waitFor(() => expect(active.current()).toMatchObject({ siteId: "2", customerId: "c" }));
  });

  it("an active site stored at an earlier visit is cleared when the person may no longer enter it", async () => {
    const active = restored("gone");
    await waitFor(() => expect(active.current()).toBeNull());
    expect(localStorage.getItem("activeSite")).toBeNull();
  });
});
