import type { Requirement } from "@pulse/contract/access";
import type { FloorPlan, Site } from "@pulse/contract/sites";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { EntityGate } from "../entity/EntityGate.tsx";
import { RequireAccess } from "../entity/RequireAccess.tsx";
import { useScope } from "../entity/useScope.ts";
import { LeaveGuard } from "../form/LeaveGuard.tsx";
import { StopPage } from "../shell/StopPage.tsx";
import { sites } from "./sites.ts";

/** The permission that the endpoints of a floor's tools require. */
const mayChange: Requirement = { any: [{ area: "site_management", letter: "u" }] };

interface Props {
  /** The question when people leave, instead of the usual one. */
  prompt?: string;
  children(site: Site, floor: FloorPlan): ReactNode;
}

/** A page about the floor of the address, for people who may change the site. */
export function FloorGate({ prompt, children }: Props) {
  const { siteId = "", floorId = "" } = useParams();
  const scope = useScope(sites);
  return (
    <RequireAccess needs={mayChange}>
      <EntityGate key={siteId} noun={sites} scope={scope} id={siteId}>
        {(site) => {
          const floor = site.floorPlans.find(({ id }) => id === floorId);
          if (floor === undefined) return <StopPage code="PageNotFound" />;
          return <LeaveGuard {...(prompt === undefined ? {} : { prompt })}>{children(site, floor)}</LeaveGuard>;
        }}
      </EntityGate>
    </RequireAccess>
  );
}
