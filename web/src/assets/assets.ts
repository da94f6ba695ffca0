import { createAsset, deleteAsset, updateAsset } from "@pulse/contract/assetChanges";
import { type Asset, downloadAssets, getAsset, listAssets } from "@pulse/contract/assets";
import { IconPackage } from "@tabler/icons-react";
import type { Noun } from "../entity/Noun.ts";

/** The things that people look for. */
export const assets: Noun<Asset> = {
  name: "assets",
  texts: "things.assets",
  path: "/assets",
  icon: IconPackage,
  area: "asset_management",
  scope: "site",
  endpoints: {
    list: listAssets,
    get: getAsset,
    create: createAsset,
    update: updateAsset,
    remove: deleteAsset,
    download: downloadAssets,
  },
  nameOf: ({ name }) => name,
  // The map shows assets' names, and trackers the asset they belong to.
  shownIn: ["assets", "trackers", "liveAssets", "links"],
};
