import { useParams } from "react-router";
import { everywhere, type Scope } from "./Scope.ts";

/** The site of the address, for pages under `/sites/:siteId`. */
export function useSiteScope(): Scope {
  const siteId = useParams()["siteId"] ?? null;
  return { ...everywhere, siteId, isKnown: siteId !== null, base: siteId === null ? "" : `/sites/${siteId}` };
}
