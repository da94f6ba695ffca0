import { errorText } from "../api/errorText.ts";
import { useEntity } from "../entity/entity.api.ts";
import type { Scope } from "../entity/Scope.ts";
import { BuildingsForm } from "../siteManagement/BuildingsForm.tsx";
import { sites } from "../siteManagement/sites.ts";
import { FailedMessage } from "../ui/FailedMessage.tsx";

/** The first floor plan, dropped and placed. */
export function PlanStep({ scope, siteId }: { scope: Scope; siteId: string }) {
  const { data: site, error, refetch } = useEntity(sites, scope, siteId);
  if (site === undefined)
    return error === null ? null : <FailedMessage title={errorText(error)} retry={() => void refetch()} />;
  return <BuildingsForm site={site} scope={scope} isHeld={false} heldBecause={null} onHeld={() => undefined} />;
}
