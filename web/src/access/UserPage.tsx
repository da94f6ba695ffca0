import { Button } from "@mantine/core";
import { deleteUser, getUser, type User } from "@pulse/contract/users";
import { IconMailForward, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { useServices } from "../services.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { useMe } from "../session/person.api.ts";
import { When } from "../time/When.tsx";
import { FormPage } from "../form/FormPage.tsx";
import { useEntity } from "./access.api.ts";
import { CustomerFact } from "./CustomerFact.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { EntityGate } from "./EntityGate.tsx";
import { ForCustomer } from "./ForCustomer.tsx";
import { RequireAccess } from "./RequireAccess.tsx";
import { useCrumbs } from "./useCrumbs.ts";
import { type CustomerScope, useCustomerScope } from "./useCustomerScope.ts";
import { useLetters } from "./useLetters.ts";
import { useResend } from "./useResend.ts";
import { personName } from "./userColumns.tsx";
import { UserForm } from "./UserForm.tsx";
import { UserStatusBadge } from "./UserStatusBadge.tsx";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** One person, or the invitation of another. */
export default function UserPage() {
  const { id = "" } = useParams();
  const scope = useCustomerScope();
  if (id !== "new") return <Stored key={id} id={id} scope={scope} />;
  return (
    <RequireAccess needs={{ any: [{ area: "user_management", letter: "c" }] }}>
      <Invitation scope={scope} />
    </RequireAccess>
  );
}

function Invitation({ scope }: { scope: CustomerScope }) {
  const { t } = useTranslation();
  useTitle(t("access.users.inviteTitle"));
  const crumbs = useCrumbs("users", scope);
  return (
    <FormPage title={t("access.users.inviteTitle")} crumbs={crumbs}>
      <ForCustomer scope={scope}>
        {(customerId) => <UserForm user={null} customerId={customerId} scope={scope} />}
      </ForCustomer>
    </FormPage>
  );
}

function Stored({ id, scope }: { id: string; scope: CustomerScope }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useEntity(getUser, id);
  const [back] = useCrumbs("users", scope);
  return (
    <EntityGate
      entity={data}
      error={error}
      retry={() => void refetch()}
      back={{ to: back?.to ?? "/access/users", label: t("access.users.all") }}
    >
      {(user) => <Person user={user} />}
    </EntityGate>
  );
}

function Person({ user }: { user: User }) {
  const { t } = useTranslation();
  const scope = useCustomerScope(user.customerId);
  const name = personName(user);
  useTitle(name);
  const { api } = useServices();
  const navigate = useNavigate();
  const { data: me } = useMe();
  const can = useLetters("user_management");
  const crumbs = useCrumbs("users", scope);
  const resend = useResend();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <FormPage
      title={name}
      crumbs={crumbs}
      badge={<UserStatusBadge status={user.status} />}
      facts={
        <>
          <CustomerFact scope={scope} />
          <span>{user.email}</span>
          <span>
            {t("access.users.lastSignIn")}{" "}
            <b>
              <When at={user.lastSignInAt} format="ago" />
            </b>
          </span>
          <span>{t(user.mfaEnabled ? "access.users.mfaOn" : "access.users.mfaOff")}</span>
        </>
      }
      actions={
        <>
          {can.u && user.status === "invited" ? (
            <Button variant="default" leftSection={<IconMailForward {...icon} />} onClick={() => resend(user)}>
              {t("access.users.resend")}
            </Button>
          ) : null}
          {can.d && user.id !== me?.id ? (
            <Button variant="default" leftSection={<IconTrash {...icon} />} onClick={() => setDeleting(true)}>
              {t("access.delete")}
            </Button>
          ) : null}
        </>
      }
    >
      <UserForm user={user} customerId={user.customerId} scope={scope} />
      <DeleteDialog
        noun="users"
        things={isDeleting ? [{ id: user.id, name }] : []}
        remove={(id) => api.call(deleteUser, { params: { id } })}
        onDone={() => navigate(crumbs[0]?.to ?? "/access/users")}
        onClose={() => setDeleting(false)}
      />
    </FormPage>
  );
}
