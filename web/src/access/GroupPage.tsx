import { useTranslation } from "react-i18next";
import { EntityPage } from "../entity/EntityPage.tsx";
import { GroupForm } from "./GroupForm.tsx";
import { groups } from "./groups.ts";
import { Predefined } from "./Predefined.tsx";

/** One group of sites, or a new one. */
export default function GroupPage() {
  const { t } = useTranslation();
  return (
    <EntityPage
      noun={groups}
      badge={({ predefined }) => <Predefined name="" isPredefined={predefined} />}
      facts={({ numUsers }) => <span>{t("access.numUsers", { count: numUsers })}</span>}
    >
      {(group, scope) => <GroupForm group={group} scope={scope} />}
    </EntityPage>
  );
}
