import { Button, Modal, MultiSelect, Select, TextInput } from "@mantine/core";
import type { NewApiKey } from "@pulse/contract/apiKeys";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { cellsOf } from "../access/rightsCells.ts";
import { RightsMatrix } from "../access/RightsMatrix.tsx";
import { useGrantable } from "../access/useGrantable.ts";
import { dialogClasses } from "../form/dialogClasses.ts";
import { inputClasses } from "../form/inputClasses.ts";
import { LockedFields } from "../form/LockedFields.tsx";
import { placeRefusal } from "../form/placeRefusal.ts";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { useCreateApiKey } from "./apiKeys.api.ts";
import classes from "./ApiKeys.module.css";

interface Props {
  customerId: string | null;
  onCreated(created: NewApiKey): void;
  onClose(): void;
}

const dayMs = 24 * 3600_000;
const terms = { month: 30, quarter: 90, year: 365, never: null } as const;
type Term = keyof typeof terms;

/** A new key: its name, sites, end and permissions. */
export function ApiKeyDialog({ customerId, onCreated, onClose }: Props) {
  const { t } = useTranslation();
  const grantable = useGrantable(customerId);
  const { data: accessible = [] } = useAccessibleSites();
  const [name, setName] = useState("");
  const [siteIds, setSiteIds] = useState<string[]>([]);
  const [term, setTerm] = useState<Term>("year");
  const [operationIds, setOperationIds] = useState<readonly string[]>([]);
  const [isAsked, setAsked] = useState(false);
  const create = useCreateApiKey(customerId, onCreated);
  const refusal = placeRefusal(create.error, {
    name: t("apiKeys.name"),
    siteIds: t("apiKeys.sites"),
    expiresAt: t("apiKeys.expires"),
    operationIds: t("apiKeys.rights"),
  });
  const noRights = isAsked && operationIds.length === 0 ? t("apiKeys.noRights") : refusal.at["operationIds"];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (name.trim() === "" || operationIds.length === 0) return;
    const days = terms[term];
    const expiresAt = days === null ? null : new Date(Date.now() + days * dayMs).toISOString();
    create.mutate({ name: name.trim(), operationIds, siteIds, expiresAt });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("apiKeys.add")}
      centered
      size={720}
      radius="xl"
      withCloseButton={false}
      classNames={dialogClasses}
    >
      <form className={classes["form"]} noValidate onSubmit={submit}>
        <LockedFields isLocked={create.isPending}>
          <TextInput
            classNames={inputClasses}
            label={t("apiKeys.name")}
            description={t("apiKeys.nameHint")}
            value={name}
            maxLength={100}
            autoComplete="off"
            error={isAsked && name.trim() === "" ? t("errors.field_required") : refusal.at["name"]}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
          <div className={classes["pair"]}>
            <MultiSelect
              classNames={inputClasses}
              label={t("apiKeys.sites")}
              placeholder={siteIds.length === 0 ? t("apiKeys.allSites") : ""}
              data={accessible
                .filter((site) => site.customerId === customerId)
                .map(({ id, name: label }) => ({ value: id, label }))}
              value={siteIds}
              error={refusal.at["siteIds"]}
              onChange={setSiteIds}
              searchable
              hidePickedOptions
            />
            <Select
              classNames={inputClasses}
              label={t("apiKeys.expires")}
              data={(Object.keys(terms) as Term[]).map((value) => ({ value, label: t(`apiKeys.terms.${value}`) }))}
              value={term}
              error={refusal.at["expiresAt"]}
              allowDeselect={false}
              onChange={(next) => setTerm(next ?? "year")}
            />
          </div>
          <fieldset className={classes["rights"]}>
            <legend>{t("apiKeys.rights")}</legend>
            {noRights === undefined ? null : (
              <p role="alert" className={classes["error"]}>
                {noRights}
              </p>
            )}
            <div className={classes["matrix"]}>
              {grantable === null ? null : (
                <RightsMatrix
                  cells={cellsOf(grantable, operationIds)}
                  grantedIds={operationIds}
                  isReadOnly={false}
                  onChange={setOperationIds}
                />
              )}
            </div>
          </fieldset>
        </LockedFields>
        {refusal.remaining === null ? null : (
          <p role="alert" className={classes["error"]}>
            {refusal.remaining}
          </p>
        )}
        <div className={classes["acts"]}>
          <Button variant="default" onClick={onClose}>
            {t("form.cancel")}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t("apiKeys.create")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
