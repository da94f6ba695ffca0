import { updateOwnAttribute } from "@pulse/contract/accounts";
import { Name } from "@pulse/contract/names";
import type { UserInfo } from "@pulse/contract/users";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { useServices } from "../services/services.tsx";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FormText } from "../form/TextFields.tsx";
import { useEntityForm } from "../form/useEntityForm.ts";
import { ReadOnlyField } from "./ReadOnlyField.tsx";

const rule = z.object({ givenName: Name, familyName: Name });
const attributes = { givenName: "given_name", familyName: "family_name" } as const;

/** The name, which can be changed, and the e-mail, which cannot. */
export function NameSection({ me }: { me: UserInfo }) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const queries = useQueryClient();
  const form = useEntityForm({
    entity: me,
    toValues: (stored: UserInfo | null) => ({
      givenName: stored?.givenName ?? "",
      familyName: stored?.familyName ?? "",
    }),
    rule,
    save: async (body) => {
      let saved = me;
      for (const key of ["givenName", "familyName"] as const)
        if (body[key] !== me[key]) {
          saved = await api.call(updateOwnAttribute, { params: { attr: attributes[key] }, body: { value: body[key] } });
          // If the second call fails, the first one is saved nevertheless.
          queries.setQueryData(["me"], saved);
        }
      return saved;
    },
    onSaved: () => snackbars.success(t("profile.name.saved")),
  });
  return (
    <EntityForm form={form}>
      <FormSection title={t("profile.name.title")} foot={<SaveBar />}>
        <FormText path="givenName" label={t("profile.name.given")} required autoComplete="given-name" />
        <FormText path="familyName" label={t("profile.name.family")} required autoComplete="family-name" />
        <ReadOnlyField label={t("profile.name.email")} hint={t("profile.name.emailHint")} value={me.email} />
      </FormSection>
    </EntityForm>
  );
}
