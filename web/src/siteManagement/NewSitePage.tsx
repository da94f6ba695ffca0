import { EntityPage } from "../entity/EntityPage.tsx";
import { LockedBuildings } from "./LockedBuildings.tsx";
import { SiteInfoForm } from "./SiteInfoForm.tsx";
import { sites } from "./sites.ts";

/** `/sites/new`: the details of a new site; its buildings and floors come after these are saved. */
export default function NewSitePage() {
  return (
    <EntityPage noun={sites} id="new">
      {(_, scope) => (
        <>
          <SiteInfoForm scope={scope} />
          <LockedBuildings />
        </>
      )}
    </EntityPage>
  );
}
