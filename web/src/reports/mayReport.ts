import type { Requirement } from "@pulse/contract/access";

/** The permission that the endpoints of reports require. */
export const mayReport: Requirement = { all: [{ area: "report_download", letter: "c" }] };
