import type { AccessibleSite } from "@pulse/contract/customers";
import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../api/apiError.ts";
import type { ApiClient } from "../api/client.ts";
import { listLiveAssets } from "@pulse/contract/assets";
import { search } from "@pulse/contract/search";
import { listFloors } from "@pulse/contract/sites";
import { createActiveSiteStore } from "./activeSite.ts";
import { byLastUse, recentSites, rememberSite } from "../sites/recentSites.ts";
import { watchSiteCalls } from "../sites/siteCalls.ts";

const site = (id: string, customerName = "Northwind"): AccessibleSite =>
  ({
    id,
    name: `Site ${id}`,
    customerId: `c-${id}`,
    customerName,
    customerConfig: { assetMapTimeoutDay: 7 },
  }) as AccessibleSite;

beforeEach(() => localStorage.clear());

describe("the active site", () => {
  it("the active site keeps its customer and configuration, and stores only the id", () => {
    const store = createActiveSiteStore(localStorage, () => undefined);
    expect(store.current()).toBeNull();
    store.choose(site("1"));
    expect(store.current()).toEqual({
      siteId: "1",
      customerId: "c-1",
      customerName: "Northwind",
      config: { assetMapTimeoutDay: 7 },
    });
    expect(localStorage.getItem("activeSite")).toBe("1");
  });

  it("the active site is restored at the next start", () => {
    localStorage.setItem("activeSite", "7");
    expect(createActiveSiteStore(localStorage, () => undefined).current()?.siteId).toBe("7");
  });

  it("each active site that was left is reported, so that its lists can be cleared, and no other", () => {
    const left: string[] = [];
    const store = createActiveSiteStore(localStorage, (id) => left.push(id));
    store.choose(site("1"));
    store.choose({ ...site("1"), customerConfig: { ...site("1").customerConfig, assetMapTimeoutDay: 9 } });
    expect(left).toEqual([]);
    expect(store.current()?.config?.assetMapTimeoutDay).toBe(9);
    store.choose(site("2"));
    store.clear();
    store.clear();
    expect(left).toEqual(["1", "2"]);
    expect(localStorage.getItem("activeSite")).toBeNull();
  });
});

describe("calls that concern the active site", () => {
  const at = (answer: () => unknown) => {
    const store = createActiveSiteStore(localStorage, () => undefined);
    store.choose(site("1"));
    const asked: string[] = [];
    const call = async ({ id }: { id: string }): Promise<unknown> => {
      asked.push(id);
      return answer();
    };
    return { store, asked, api: watchSiteCalls({ call, page: call } as unknown as ApiClient, store) };
  };
  const notFound = (): never => {
    throw new ApiError(404, "not_found", "Not found");
  };

  it("calls that concern the active site are refused without a request where they need one and there is none", async () => {
    const { api, asked } = at(() => []);
    await expect(api.call(listLiveAssets, { query: { siteId: undefined } })).rejects.toMatchObject({
      status: 400,
      code: "SelectSiteFirst",
    });
    await expect(api.page(listLiveAssets)).rejects.toMatchObject({ code: "SelectSiteFirst" });
    expect(asked).toEqual([]);
    await api.call(listLiveAssets, { query: { siteId: "1" } });
    expect(asked).toEqual(["listLiveAssets"]);
  });

  it("the active site is cleared when one of its lists is not found", async () => {
    const lists = at(notFound);
    await expect(lists.api.call(listLiveAssets, { query: { siteId: "1" } })).rejects.toMatchObject({ status: 404 });
    expect(lists.store.current()).toBeNull();
    const floors = at(notFound);
    await expect(floors.api.call(listFloors, { params: { id: "1" } })).rejects.toMatchObject({ status: 404 });
    expect(floors.store.current()).toBeNull();
  });

  it("the active site stays after another site's list, another call or another failure", async () => {
    const { api, store } = at(notFound);
    await expect(api.call(listLiveAssets, { query: { siteId: "2" } })).rejects.toThrow();
    await expect(api.call(search, { query: { q: "a", siteId: "1" } })).rejects.toThrow();
    expect(store.current()?.siteId).toBe("1");
    const broken = at(() => {
      throw new ApiError(500, "internal_server_error", "");
    });
    await expect(broken.api.call(listLiveAssets, { query: { siteId: "1" } })).rejects.toThrow();
    expect(broken.store.current()?.siteId).toBe("1");
  });
});

describe("the last used sites", () => {
  it("the last used sites are kept for each person, the newest first, up to five", () => {
    for (const id of ["1", "2", "3", "2", "4", "5", "6"]) rememberSite(localStorage, "nora", id);
    rememberSite(localStorage, "omar", "9");
    expect(recentSites(localStorage, "nora")).toEqual(["6", "5", "4", "2", "3"]);
    expect(recentSites(localStorage, "omar")).toEqual(["9"]);
    expect(recentSites(localStorage, "stranger")).toEqual([]);
  });

  it("the last used sites come before the others, which follow by customer and name", () => {
    const sites = [site("3", "Contoso"), site("2"), site("1"), site("4")];
    expect(byLastUse(sites, ["4"]).map(({ id }) => id)).toEqual(["4", "3", "1", "2"]);
  });

  it("the last used sites survive broken text in the storage", () => {
    localStorage.setItem("recentSites", "{broken");
    expect(recentSites(localStorage, "nora")).toEqual([]);
  });
});
