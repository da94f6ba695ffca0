import type { Requirement } from "@pulse/contract/access";

/** What reports ask for, as their endpoints say it. */
export const mayReport: Requirement = { all: [{ area: "report_download", letter: "c" }] };
