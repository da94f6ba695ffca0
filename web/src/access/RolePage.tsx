import { Button } from "@mantine/core";
import { deleteRole, getRole, type Role } from "@pulse/contract/roles";
import { IconCopy, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { useServices } from "../services.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { FormPage } from "../form/FormPage.tsx";
import { useEntity, useRoles } from "./access.api.ts";
import { CustomerFact } from "./CustomerFact.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { duplicateHref } from "./duplicateHref.ts";
import { EntityGate } from "./EntityGate.tsx";
import { ForCustomer } from "./ForCustomer.tsx";
import { RoleForm } from "./RoleForm.tsx";
import { Predefined } from "./Predefined.tsx";
import { predefinedName } from "./predefinedName.ts";
import { RequireAccess } from "./RequireAccess.tsx";
import { useCrumbs } from "./useCrumbs.ts";
import { type CustomerScope, useCustomerScope } from "./useCustomerScope.ts";
import { useLetters } from "./useLetters.ts";

/** One role, or a new one. */
export default function RolePage() {
  const { id = "" } = useParams();
  const scope = useCustomerScope();
  if (id !== "new") return <Stored key={id} id={id} scope={scope} />;
  return (
    <RequireAccess needs={{ any: [{ area: "role_management", letter: "c" }] }}>
      <NewRole scope={scope} />
    </RequireAccess>
  );
}

function NewRole({ scope }: { scope: CustomerScope }) {
  const { t } = useTranslation();
  useTitle(t("access.roles.newTitle"));
  const crumbs = useCrumbs("roles", scope);
  const [search] = useSearchParams();
  const from = search.get("from");
  const { data: roles } = useRoles(scope.customerId);
  const original = roles?.find(({ id }) => id === from) ?? null;
  return (
    <FormPage title={t("access.roles.newTitle")} crumbs={crumbs}>
      <ForCustomer scope={scope}>
        {(customerId) =>
          // A copy needs its original first.
          from !== null && roles === undefined ? null : (
            <RoleForm stored={null} original={original} customerId={customerId} scope={scope} />
          )
        }
      </ForCustomer>
    </FormPage>
  );
}

function Stored({ id, scope }: { id: string; scope: CustomerScope }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useEntity(getRole, id);
  const [back] = useCrumbs("roles", scope);
  return (
    <EntityGate
      entity={data}
      error={error}
      retry={() => void refetch()}
      back={{ to: back?.to ?? "/access/roles", label: t("access.roles.all") }}
    >
      {(role) => <One role={role} />}
    </EntityGate>
  );
}

function One({ role }: { role: Role }) {
  const { t } = useTranslation();
  const scope = useCustomerScope(role.customerId);
  useTitle(predefinedName(role.name));
  const { api } = useServices();
  const navigate = useNavigate();
  const can = useLetters("role_management");
  const crumbs = useCrumbs("roles", scope);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <FormPage
      title={predefinedName(role.name)}
      crumbs={crumbs}
      facts={
        <>
          <CustomerFact scope={scope} />
          <span>{t("access.numUsers", { count: role.numUsers })}</span>
        </>
      }
      badge={<Predefined name="" isPredefined={role.predefined} />}
      actions={
        <>
          {can.c ? (
            <Button
              component={Link}
              to={duplicateHref(role, scope)}
              variant="default"
              leftSection={<IconCopy size={16} stroke={1.75} aria-hidden="true" />}
            >
              {t("access.roles.duplicate")}
            </Button>
          ) : null}
          {can.d && !role.predefined ? (
            <Button
              variant="default"
              leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
              onClick={() => setDeleting(true)}
            >
              {t("access.delete")}
            </Button>
          ) : null}
        </>
      }
    >
      <RoleForm stored={role} customerId={role.customerId} scope={scope} />
      <DeleteDialog
        noun="roles"
        things={isDeleting ? [role] : []}
        remove={(id) => api.call(deleteRole, { params: { id } })}
        onDone={() => navigate(crumbs[0]?.to ?? "/access/roles")}
        onClose={() => setDeleting(false)}
      />
    </FormPage>
  );
}
