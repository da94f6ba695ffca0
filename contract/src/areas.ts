/** The 14 areas of product.md section 6, as contract.md section 3 spells them. */
export const areas = [
  "site_management",
  "asset_management",
  "identifier_management",
  "hardware_management",
  "geofence_management",
  "role_management",
  "group_management",
  "user_management",
  "mobile_gateway",
  "asset_download",
  "asset_identifier_link_management",
  "mobile_beacon_ring",
  "location_elevation",
  "report_download",
] as const;
