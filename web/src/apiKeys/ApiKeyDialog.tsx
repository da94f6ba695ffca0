import { createApiKey, type NewApiKey } from "@pulse/contract/apiKeys";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { cellsOf } from "../access/rightsCells.ts";
import { RightsMatrix } from "../access/RightsMatrix.tsx";
import { useGrantable } from "../access/useGrantable.ts";
import { FormSelect } from "../form/ChoiceFields.tsx";
import { DialogForm } from "../form/DialogForm.tsx";
import { useField } from "../form/FormContext.ts";
import { FormMultiSelect } from "../form/FormMultiSelect.tsx";
import { FormText } from "../form/TextFields.tsx";
import { useEntityForm } from "../form/useEntityForm.ts";
import { useServices } from "../services/services.tsx";
import { useAccessibleSites } from "../sites/sites.api.ts";
import classes from "./ApiKeys.module.css";

interface Props {
  customerId: string | null;
  onCreated(created: NewApiKey): void;
  onClose(): void;
}

const dayMs = 24 * 3600_000;
/** How many days a key is valid, by the name of the term. */
const terms = { month: 30, quarter: 90, year: 365, never: null } as const;
type Term = keyof typeof terms;

interface Values extends Record<string, unknown> {
  name: string;
  siteIds: string[];
  expiresAt: Term;
  operationIds: readonly string[];
}

const rule = z.looseObject({ name: z.string().min(1), operationIds: z.array(z.string()).min(1) });
const empty: Values = { name: "", siteIds: [], expiresAt: "year", operationIds: [] };

/** A new key: its name, sites, end and permissions. */
export function ApiKeyDialog({ customerId, onCreated, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queries = useQueryClient();
  const { data: accessible = [] } = useAccessibleSites();
  const form = useEntityForm({
    entity: null as NewApiKey | null,
    toValues: () => empty,
    rule,
    toBody: ({ name, expiresAt: term, ...values }) => ({ ...values, name: name.trim(), expiresAt: endOf(term) }),
    save: (body) => api.call(createApiKey, { query: { customerId }, body }),
    onSaved: (created) => {
      void queries.invalidateQueries({ queryKey: ["apiKeys"] });
      onCreated(created);
    },
  });
  return (
    <DialogForm form={form} title={t("apiKeys.add")} size={720} submit={t("apiKeys.create")} onClose={onClose}>
      <FormText
        path="name"
        label={t("apiKeys.name")}
        hint={t("apiKeys.nameHint")}
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <div className={classes["pair"]}>
        <FormMultiSelect
          path="siteIds"
          label={t("apiKeys.sites")}
          none={t("apiKeys.allSites")}
          options={accessible
            .filter((site) => site.customerId === customerId)
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
        <FormSelect
          path="expiresAt"
          label={t("apiKeys.expires")}
          options={(Object.keys(terms) as Term[]).map((value) => ({ value, label: t(`apiKeys.terms.${value}`) }))}
        />
      </div>
      <Rights customerId={customerId} />
    </DialogForm>
  );
}

/** When a key of this term ends, ISO; null: never. */
function endOf(term: Term): string | null {
  const days = terms[term];
  return days === null ? null : new Date(Date.now() + days * dayMs).toISOString();
}

/** The permissions of the key, among those of the person who creates it. */
function Rights({ customerId }: Pick<Props, "customerId">) {
  const { t } = useTranslation();
  const grantable = useGrantable(customerId);
  const field = useField("operationIds", { label: t("apiKeys.rights") });
  const chosen = field.value as readonly string[];
  return (
    <fieldset className={classes["rights"]} data-field="operationIds">
      <legend>{t("apiKeys.rights")}</legend>
      {field.error === null ? null : (
        <p role="alert" className={classes["error"]}>
          {chosen.length === 0 ? t("apiKeys.noRights") : field.error}
        </p>
      )}
      <div className={classes["matrix"]}>
        {grantable === null ? null : (
          <RightsMatrix
            cells={cellsOf(grantable, chosen)}
            grantedIds={chosen}
            isReadOnly={false}
            onChange={field.set}
          />
        )}
      </div>
    </fieldset>
  );
}
