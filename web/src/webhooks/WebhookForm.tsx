import { type Webhook, WebhookBody, WebhookChange, webhookKinds } from "@pulse/contract/webhooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { CredentialsDialog } from "../devices/CredentialsDialog.tsx";
import { hrefOf, type Scope } from "../entity/Scope.ts";
import { useNounForm } from "../entity/useNounForm.ts";
import { FormChecks, FormSelect, FormSwitch } from "../form/ChoiceFields.tsx";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FormText } from "../form/TextFields.tsx";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { useKindNames } from "./useKindNames.ts";
import { webhooks } from "./webhooks.ts";

const valuesOf = (webhook: Webhook | null) => ({
  name: webhook?.name ?? "",
  url: webhook?.url ?? "",
  siteId: webhook?.siteId ?? null,
  kinds: webhook?.kinds ?? [],
  active: webhook?.active ?? true,
});

/** A webhook's form; the secret of a new one is shown once. */
export function WebhookForm({ webhook, scope }: { webhook: Webhook | null; scope: Scope }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const nameOf = useKindNames();
  const { data: sites = [] } = useAccessibleSites();
  const [created, setCreated] = useState<Webhook | null>(null);
  const form = useNounForm({
    noun: webhooks,
    entity: webhook,
    scope,
    toValues: valuesOf,
    rule: webhook === null ? WebhookBody : WebhookChange,
    onCreated: setCreated,
  });
  // Finer choices made by a program stay visible.
  const entries = [...webhookKinds, ...(webhook?.kinds ?? []).filter((entry) => entry.includes("."))];
  return (
    <>
      <EntityForm form={form} isReadOnly={form.isReadOnly}>
        <FormSection
          title={t("webhooks.one")}
          foot={<SaveBar {...(webhook === null ? { save: t("webhooks.add") } : {})} />}
        >
          <FormText path="name" label={t("webhooks.name")} autoComplete="off" required />
          <FormSelect
            path="siteId"
            label={t("webhooks.site")}
            none={t("webhooks.allSites")}
            options={sites
              .filter(({ customerId }) => customerId === scope.customerId)
              .map(({ id, name }) => ({ value: id, label: name }))}
          />
          <FormText
            path="url"
            label={t("webhooks.url")}
            hint={t("webhooks.urlHint")}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            isMono
            isWide
            required
          />
          <FormChecks
            path="kinds"
            label={t("webhooks.kinds")}
            hint={t("webhooks.kindsHint")}
            options={entries.map((value) => ({ value, label: nameOf(value) }))}
          />
          <FormSwitch path="active" label={t("webhooks.active")} hint={t("webhooks.activeHint")} isWide />
        </FormSection>
      </EntityForm>
      {created === null ? null : (
        <CredentialsDialog
          title={t("webhooks.secretTitle", { name: created.name })}
          text={t("webhooks.secretText")}
          done={t("webhooks.secretDone")}
          lines={[{ key: "secret", label: t("webhooks.secret"), value: created.secret ?? "" }]}
          onClose={() => void navigate(hrefOf(webhooks, scope, created.id), { replace: true })}
        />
      )}
    </>
  );
}
