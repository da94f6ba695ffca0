import { useTranslation } from "react-i18next";
import { useGroups, useRoles } from "../access/access.api.ts";
import { predefinedName } from "../access/predefinedName.ts";
import { FormSelect } from "../form/ChoiceFields.tsx";

/** What people get when they sign up with the customer's code. */
export function SignUpFields({ customerId }: { customerId: string }) {
  const { t } = useTranslation();
  const { data: roles } = useRoles(customerId);
  const { data: groups } = useGroups(customerId);
  const options = (things: readonly { id: string; name: string }[] = []) =>
    things.map(({ id, name }) => ({ value: id, label: predefinedName(name) }));
  return (
    <>
      <FormSelect
        path="config.signupRoleId"
        label={t("customers.signupRole")}
        hint={t("customers.signupRoleHint")}
        options={options(roles)}
        none={t("customers.noRole")}
      />
      <FormSelect
        path="config.signupGroupId"
        label={t("customers.signupGroup")}
        hint={t("customers.signupGroupHint")}
        options={options(groups)}
        none={t("customers.noGroup")}
      />
    </>
  );
}
