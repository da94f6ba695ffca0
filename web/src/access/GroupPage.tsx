import { Button } from "@mantine/core";
import { deleteGroup, getGroup, type Group } from "@pulse/contract/groups";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { useServices } from "../services.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { FormPage } from "../form/FormPage.tsx";
import { useEntity } from "./access.api.ts";
import { CustomerFact } from "./CustomerFact.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { EntityGate } from "./EntityGate.tsx";
import { ForCustomer } from "./ForCustomer.tsx";
import { GroupForm } from "./GroupForm.tsx";
import { Predefined } from "./Predefined.tsx";
import { predefinedName } from "./predefinedName.ts";
import { RequireAccess } from "./RequireAccess.tsx";
import { useCrumbs } from "./useCrumbs.ts";
import { type CustomerScope, useCustomerScope } from "./useCustomerScope.ts";
import { useLetters } from "./useLetters.ts";

/** One group of sites, or a new one. */
export default function GroupPage() {
  const { id = "" } = useParams();
  const scope = useCustomerScope();
  if (id !== "new") return <Stored key={id} id={id} scope={scope} />;
  return (
    <RequireAccess needs={{ any: [{ area: "group_management", letter: "c" }] }}>
      <NewGroup scope={scope} />
    </RequireAccess>
  );
}

function NewGroup({ scope }: { scope: CustomerScope }) {
  const { t } = useTranslation();
  useTitle(t("access.groups.newTitle"));
  const crumbs = useCrumbs("groups", scope);
  return (
    <FormPage title={t("access.groups.newTitle")} crumbs={crumbs}>
      <ForCustomer scope={scope}>
        {(customerId) => <GroupForm group={null} customerId={customerId} scope={scope} />}
      </ForCustomer>
    </FormPage>
  );
}

function Stored({ id, scope }: { id: string; scope: CustomerScope }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useEntity(getGroup, id);
  const [back] = useCrumbs("groups", scope);
  return (
    <EntityGate
      entity={data}
      error={error}
      retry={() => void refetch()}
      back={{ to: back?.to ?? "/access/groups", label: t("access.groups.all") }}
    >
      {(group) => <One group={group} />}
    </EntityGate>
  );
}

function One({ group }: { group: Group }) {
  const { t } = useTranslation();
  const scope = useCustomerScope(group.customerId);
  useTitle(predefinedName(group.name));
  const { api } = useServices();
  const navigate = useNavigate();
  const can = useLetters("group_management");
  const crumbs = useCrumbs("groups", scope);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <FormPage
      title={predefinedName(group.name)}
      crumbs={crumbs}
      badge={<Predefined name="" isPredefined={group.predefined} />}
      facts={
        <>
          <CustomerFact scope={scope} />
          <span>{t("access.numUsers", { count: group.numUsers })}</span>
        </>
      }
      actions={
        can.d && !group.predefined ? (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => setDeleting(true)}
          >
            {t("access.delete")}
          </Button>
        ) : null
      }
    >
      <GroupForm group={group} customerId={group.customerId} scope={scope} />
      <DeleteDialog
        noun="groups"
        things={isDeleting ? [group] : []}
        remove={(id) => api.call(deleteGroup, { params: { id } })}
        onDone={() => navigate(crumbs[0]?.to ?? "/access/groups")}
        onClose={() => setDeleting(false)}
      />
    </FormPage>
  );
}
