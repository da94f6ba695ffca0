import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { useTableQuery } from "./useTableQuery.ts";

const given = {
  sort: { field: "name", order: "asc" },
  sortFields: ["name", "created_at"],
  filters: ["status"],
} as const;

function at(address: string) {
  let router: ReturnType<typeof createMemoryRouter> | undefined;
  const wrapper = ({ children }: { children: ReactNode }) => {
    router ??= createMemoryRouter([{ path: "/list", element: children }], { initialEntries: [address] });
    return <RouterProvider router={router} />;
  };
  const { result } = renderHook(() => useTableQuery(given), { wrapper });
  const back = async (): Promise<void> => act(async () => router?.navigate(-1));
  return { query: () => result.current, search: () => router?.state.location.search ?? "", back };
}

describe("a list's address", () => {
  it("a list's address is empty for the defaults", () => {
    const { query } = at("/list");
    expect(query().parameters).toEqual({ page: 1, limit: 25, sortFields: ["name"], sortOrder: ["asc"] });
    expect(query().isNarrowed).toBe(false);
  });

  it("a list's address gives the parameters of a search", () => {
    const { query } = at("/list?q=cold+store&sort=-created_at&page=3&limit=100&status=active");
    expect(query().parameters).toEqual({
      page: 3,
      limit: 100,
      sortFields: ["created_at"],
      sortOrder: ["desc"],
      searchKeyword: "cold store",
    });
    expect(query().filters).toEqual({ status: "active" });
  });

  it.each(["?page=0", "?page=x", "?limit=7", "?limit=1000", "?sort=secret", "?sort=-", "?page=-1"])(
    "the query %s in a list's address is ignored",
    (address) => {
      expect(at(`/list${address}`).query().parameters).toEqual(at("/list").query().parameters);
    },
  );

  it("a list's address names a sort order only where it differs from the default", async () => {
    const { query, search } = at("/list");
    await act(async () => query().toggleSort("created_at"));
    expect(search()).toBe("?sort=created_at");
    await act(async () => query().toggleSort("created_at"));
    expect(search()).toBe("?sort=-created_at");
    await act(async () => query().toggleSort("name"));
    expect(search()).toBe("");
  });

  it("a list's address goes to the first page after another search or filter, and keeps other parameters", async () => {
    const { query, search } = at("/list?page=4&other=kept");
    await act(async () => query().setKeyword("pallet"));
    expect(search()).toBe("?other=kept&q=pallet");
    await act(async () => query().setPage(2));
    await act(async () => query().setFilters({ status: "invited" }));
    expect(search()).toBe("?other=kept&q=pallet&status=invited");
    await act(async () => query().clear());
    expect(search()).toBe("?other=kept");
  });

  it("a list's address goes back over a page and a whole word with Back", async () => {
    const { query, search, back } = at("/list");
    await act(async () => query().setPage(2));
    await act(async () => query().setKeyword("p"));
    await act(async () => query().setKeyword("pa"));
    await act(async () => query().setKeyword("pal"));
    expect(search()).toBe("?q=pal");
    await back();
    expect(search()).toBe("?page=2");
    await back();
    expect(search()).toBe("");
  });
});
