import { fullAccess } from "@pulse/contract/access";
import { downloadAssets } from "@pulse/contract/assets";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { press, stage } from "../test/stage.tsx";
import { ListFile } from "./ListFile.tsx";

afterEach(() => vi.restoreAllMocks());

function staged(mayDownload: boolean) {
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { answers, requests, services, show } = stage();
  const paths: string[] = [];
  services.api.bytes = async (path) => {
    paths.push(path);
    return new File(["id,name\r\n"], "assets_Harbour_20261120_20261120.csv");
  };
  answers["getAccessibleOperations"] = () => ({
    ...fullAccess(),
    ...(mayDownload ? {} : { asset_download: [], assetDownload: [] }),
  });
  const query = { siteId: "s1", searchKeyword: "cart", sortFields: ["name"], page: 3, limit: 25 };
  show(<ListFile endpoint={downloadAssets} query={query} />);
  return { paths, requests, saved };
}

it("a list's download saves the whole list under the server's file name, in the reader's time zone", async () => {
  const { paths, saved } = staged(true);
  await screen.findByRole("button", { name: "Download as CSV" });
  press("Download as CSV");
  await waitFor(() => expect(paths).toHaveLength(1));
  const { pathname, searchParams } = new URL(paths[0]!, "http://pulse.test");
  expect(pathname).toBe("/api/v3/assets/download");
  expect(Object.fromEntries(searchParams)).toEqual({
    site_id: "s1",
    search_keyword: "cart",
    sort_fields: "name",
    convert_to_timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  await waitFor(() => expect(saved).toEqual(["assets_Harbour_20261120_20261120.csv"]));
});

it("a list's download is not offered to people without asset_download", async () => {
  const { requests } = staged(false);
  await waitFor(() => expect(requests.map(({ id }) => id)).toContain("getAccessibleOperations"));
  expect(screen.queryByRole("button", { name: "Download as CSV" })).toBeNull();
});
