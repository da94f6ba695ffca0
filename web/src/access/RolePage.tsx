import { Button } from "@mantine/core";
import type { Role } from "@pulse/contract/roles";
import { IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { EntityPage } from "../entity/EntityPage.tsx";
import type { Scope } from "../entity/Scope.ts";
import { useLetters } from "../entity/useLetters.ts";
import { useRoles } from "./access.api.ts";
import { duplicateHref } from "./duplicateHref.ts";
import { Predefined } from "./Predefined.tsx";
import { RoleForm } from "./RoleForm.tsx";
import { roles } from "./roles.ts";

/** One role, or a new one. */
export default function RolePage() {
  const { t } = useTranslation();
  const can = useLetters("role_management");
  return (
    <EntityPage
      noun={roles}
      badge={({ predefined }) => <Predefined name="" isPredefined={predefined} />}
      facts={({ numUsers }) => <span>{t("access.numUsers", { count: numUsers })}</span>}
      actions={(role, scope) =>
        can.c ? (
          <Button
            component={Link}
            to={duplicateHref(role, scope)}
            variant="default"
            leftSection={<IconCopy size={16} stroke={1.75} aria-hidden="true" />}
          >
            {t("access.roles.duplicate")}
          </Button>
        ) : null
      }
    >
      {(role, scope) => (role === null ? <NewRole scope={scope} /> : <RoleForm stored={role} scope={scope} />)}
    </EntityPage>
  );
}

/** A new role, or the copy of another one, which has to be loaded first. */
function NewRole({ scope }: { scope: Scope }) {
  const [search] = useSearchParams();
  const from = search.get("from");
  const { data: all } = useRoles(scope.customerId);
  const original: Role | null = all?.find(({ id }) => id === from) ?? null;
  if (from !== null && all === undefined) return null;
  return <RoleForm stored={null} original={original} scope={scope} />;
}
