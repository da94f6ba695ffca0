import { Button } from "@mantine/core";
import { SsoBody, type SsoSettings } from "@pulse/contract/sso";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useGroups, useRoles } from "../access/access.api.ts";
import { predefinedName } from "../access/predefinedName.ts";
import { ApiError } from "../api/apiError.ts";
import { errorText } from "../api/errorText.ts";
import { CredentialLines } from "../devices/CredentialLines.tsx";
import { FormSelect, FormSwitch, type Option } from "../form/ChoiceFields.tsx";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FormLines, FormPassword, FormText } from "../form/TextFields.tsx";
import { useEntityForm } from "../form/useEntityForm.ts";
import { When } from "../time/When.tsx";
import { MappingRows } from "./MappingRows.tsx";
import classes from "./SingleSignOn.module.css";
import { useRemoveSso, useSaveSso, useTestSso } from "./sso.api.ts";
import { ssoBody, ssoValues } from "./ssoValues.ts";

interface Props {
  settings: SsoSettings | null;
  customerId: string;
  leave(address: string): void;
}

/** The company's sign-in: the provider, whom it confirms, what they get, and whether it is the only way in. */
export function SsoForm({ settings, customerId, leave }: Props) {
  const { t } = useTranslation();
  const { save, reload, saved } = useSaveSso(customerId);
  const form = useEntityForm({
    entity: settings,
    toValues: ssoValues,
    rule: SsoBody,
    toBody: ssoBody,
    save,
    ...(settings === null ? {} : { reload }),
    isLockedWhileSaving: true,
    onSaved: saved,
  });
  return (
    <EntityForm form={form}>
      <ProviderSection settings={settings} />
      <PlacesSection customerId={customerId} />
      <FormSection title={t("sso.only")} foot={<SaveBar {...(settings === null ? { save: t("sso.setUp") } : {})} />}>
        <FormSwitch
          path="requiresSso"
          label={t("sso.requires")}
          hint={t(settings?.testedAt ? "sso.requiresHint" : "sso.requiresFirst")}
          isWide
        />
      </FormSection>
      {settings === null ? null : <TrialSection settings={settings} customerId={customerId} leave={leave} />}
    </EntityForm>
  );
}

function ProviderSection({ settings }: Pick<Props, "settings">) {
  const { t } = useTranslation();
  const origin = window.location.origin;
  return (
    <FormSection title={t("sso.provider")} hint={t("sso.providerHint")}>
      <div className={classes["wide"]}>
        <CredentialLines
          lines={[
            { key: "redirect", label: t("sso.redirectUri"), value: settings?.redirectUri ?? `${origin}/sso/callback` },
            { key: "scim", label: t("sso.scimUrl"), value: settings?.scimUrl ?? `${origin}/scim/v2` },
          ]}
        />
      </div>
      <FormText
        path="issuer"
        label={t("sso.issuer")}
        hint={t("sso.issuerHint")}
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        isMono
        isWide
        required
      />
      <FormText path="clientId" label={t("sso.clientId")} autoComplete="off" isMono required />
      <FormPassword
        path="clientSecret"
        label={t("sso.clientSecret")}
        hint={t(settings?.hasClientSecret === true ? "sso.secretStored" : "sso.secretHint")}
        autoComplete="off"
      />
      <FormLines path="domains" label={t("sso.domains")} hint={t("sso.domainsHint")} required />
    </FormSection>
  );
}

/** Roles or groups to choose from; undefined while they are not known. */
const optionsOf = (all: readonly { id: string; name: string }[] | undefined): Option[] | undefined =>
  all?.map(({ id, name }) => ({ value: id, label: predefinedName(name) }));

function PlacesSection({ customerId }: Pick<Props, "customerId">) {
  const { t } = useTranslation();
  const roles = optionsOf(useRoles(customerId).data);
  const groups = optionsOf(useGroups(customerId).data);
  return (
    <FormSection title={t("sso.places")} hint={t("sso.placesHint")}>
      <FormSelect path="defaultRoleId" label={t("sso.defaultRole")} none={t("sso.noRole")} options={roles ?? []} />
      <FormSelect path="defaultGroupId" label={t("sso.defaultGroup")} none={t("sso.noGroup")} options={groups ?? []} />
      <FormText
        path="roleClaim"
        label={t("sso.roleClaim")}
        hint={t("sso.claimHint")}
        autoComplete="off"
        isMono
        isWide
      />
      <MappingRows
        path="roleMap"
        idName="roleId"
        label={t("sso.roleMap")}
        idLabel={t("access.users.role")}
        options={roles}
      />
      <FormText
        path="groupClaim"
        label={t("sso.groupClaim")}
        hint={t("sso.claimHint")}
        autoComplete="off"
        isMono
        isWide
      />
      <MappingRows
        path="groupMap"
        idName="groupId"
        label={t("sso.groupMap")}
        idLabel={t("access.users.group")}
        options={groups}
      />
    </FormSection>
  );
}

function TrialSection({ settings, customerId, leave }: Props & { settings: SsoSettings }) {
  const { t } = useTranslation();
  const [isRemoving, setRemoving] = useState(false);
  const test = useTestSso(customerId, leave);
  const remove = useRemoveSso(customerId, () => setRemoving(false));
  const refusal = test.error instanceof ApiError ? test.error.details[0]?.message : undefined;
  return (
    <FormSection title={t("sso.test")} hint={t("sso.testHint")} isBare>
      <div className={classes["trial"]}>
        <p role="status" className={classes["state"]}>
          {settings.testedAt === null ? t("sso.neverTested") : t("sso.tested")}{" "}
          {settings.testedAt === null ? null : <When at={settings.testedAt} format="sentence" />}
        </p>
        {test.error === null ? null : (
          <p role="alert" className={classes["error"]}>
            {refusal === undefined ? errorText(test.error) : t("sso.providerSilent")}
          </p>
        )}
        <div className={classes["actions"]}>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {t("sso.testNow")}
          </Button>
          <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
            {t("sso.remove")}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isRemoving}
        title={t("sso.removeTitle")}
        text={t("sso.removeText")}
        confirm={t("sso.remove")}
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setRemoving(false)}
      />
    </FormSection>
  );
}
