import { z } from "zod";
import { Asset } from "./assets.ts";
import { endpoint } from "./endpoint.ts";
import { Id, Version } from "./fields.ts";
import { limits } from "./limits.ts";
import { ClearedText, FreeText, Name } from "./names.ts";

const fields = z.object({
  name: Name,
  type: Name,
  externalId: ClearedText(FreeText.max(200)),
  description: ClearedText(FreeText),
});
export const AssetBody = fields;
export const AssetChange = fields.partial().extend({ version: Version });

const params = z.object({ id: Id });
const siteId = Id.optional();

export const createAsset = endpoint({
  id: "createAsset",
  method: "POST",
  path: "/api/v3/assets",
  tag: "Assets",
  summary: "A new asset of a site",
  access: { all: [{ area: "asset_management", letter: "c" }] },
  scope: "site",
  query: z.object({ siteId }),
  body: AssetBody,
  content: Asset,
  status: 201,
});

const writeAssets = { all: [{ area: "asset_management", letter: "u" }] } as const;

export const updateAsset = endpoint({
  id: "updateAsset",
  method: "PUT",
  path: "/api/v3/assets/:id",
  tag: "Assets",
  summary: "Changes an asset",
  access: writeAssets,
  params,
  body: AssetChange,
  content: Asset,
});

export const deleteAsset = endpoint({
  id: "deleteAsset",
  method: "DELETE",
  path: "/api/v3/assets/:id",
  tag: "Assets",
  summary: "Deletes an asset and ends its links; its history is kept",
  access: { all: [{ area: "asset_management", letter: "d" }] },
  params,
  content: z.object({ id: Id }),
});

export const archiveAsset = endpoint({
  id: "archiveAsset",
  method: "PUT",
  path: "/api/v3/assets/:id/archive",
  tag: "Assets",
  summary: "Archives an asset and ends its links",
  access: writeAssets,
  params,
  content: Asset,
});

export const unarchiveAsset = endpoint({
  id: "unarchiveAsset",
  method: "PUT",
  path: "/api/v3/assets/:id/unarchive",
  tag: "Assets",
  summary: "Unarchives an asset, without its links",
  access: writeAssets,
  params,
  content: Asset,
});

export const linkTracker = endpoint({
  id: "linkTracker",
  method: "POST",
  path: "/api/v3/assets/:id/trackers",
  tag: "Assets",
  summary: "Links a tracker to an asset; with replace, even if that ends another link, which needs letter u",
  access: {
    any: [
      { area: "asset_identifier_link_management", letter: "c" },
      { area: "asset_identifier_link_management", letter: "u" },
    ],
  },
  params,
  body: z.object({ trackerId: Id, replace: z.boolean().optional() }),
  content: Asset,
  status: 201,
});

export const unlinkTracker = endpoint({
  id: "unlinkTracker",
  method: "DELETE",
  path: "/api/v3/assets/:id/trackers/:trackerId",
  tag: "Assets",
  summary: "Ends the link of a tracker: the asset gets no more positions from it",
  access: { all: [{ area: "asset_identifier_link_management", letter: "d" }] },
  params: params.extend({ trackerId: Id }),
  content: z.object({ id: Id }),
});

export const setAssetImage = endpoint({
  id: "setAssetImage",
  method: "PUT",
  path: "/api/v3/assets/:id/image",
  tag: "Assets",
  summary: "Sets the picture of an asset; it is decoded and re-encoded, at most 2048 pixels long",
  access: writeAssets,
  params,
  upload: { part: "file", types: ["image/png", "image/jpeg", "image/webp"], maxBytes: limits.imageBytes },
  content: Asset,
});

export const deleteAssetImage = endpoint({
  id: "deleteAssetImage",
  method: "DELETE",
  path: "/api/v3/assets/:id/image",
  tag: "Assets",
  summary: "Removes an asset's picture; does nothing if there is none",
  access: writeAssets,
  params,
  content: z.object({ id: Id }),
});
