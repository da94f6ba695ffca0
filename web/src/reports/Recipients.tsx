import { TagsInput } from "@mantine/core";
import { listUsers } from "@pulse/contract/users";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { nounKeys } from "../api/queryKeys.ts";
import { personName } from "../access/personName.ts";
import { useLetters } from "../entity/useLetters.ts";
import { useField, useFormContext } from "../form/FormContext.ts";
import { FormField } from "../form/FormField.tsx";
import { FormMultiSelect } from "../form/FormMultiSelect.tsx";
import { type FieldProps, inputProps } from "../form/TextFields.tsx";
import { useServices } from "../services/services.tsx";

interface Props {
  customerId: string | null;
  /** The address of the person who schedules: a superadmin is not among the customer's people. */
  own: string;
}

const path = "recipients";
/** How many people one schedule may have, as the contract allows. */
const max = 50;

/** Who gets a scheduled report: chosen from the customer's people; typed by those who may not see these. */
export function Recipients({ customerId, own }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { form } = useFormContext();
  const { r: maySee } = useLetters("user_management");
  const { data: people = [] } = useQuery({
    queryKey: [...nounKeys("users", customerId).names, "recipients"],
    enabled: maySee && customerId !== null,
    queryFn: ({ signal }) => api.call(listUsers, { query: { customerId }, signal }),
  });
  const words = { path, label: t("reports.schedule.recipients"), hint: t("reports.schedule.recipientsHint") };
  if (!maySee) return <TypedRecipients {...words} />;
  const named = new Map([own, ...(form.value(path) as string[])].map((email) => [email, email]));
  for (const person of people) named.set(person.email, `${personName(person)} (${person.email})`);
  return <FormMultiSelect {...words} options={[...named].map(([value, label]) => ({ value, label }))} max={max} />;
}

function TypedRecipients(props: FieldProps) {
  const { label } = props;
  const field = useField(path, { label, show: (value) => (value as string[]).join(", ") });
  return (
    <FormField path={path} label={label} field={field}>
      <TagsInput
        {...inputProps(props, field.error)}
        value={field.value as string[]}
        onChange={field.set}
        maxTags={max}
        splitChars={[",", " ", ";"]}
        acceptValueOnBlur
      />
    </FormField>
  );
}
