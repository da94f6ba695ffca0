import { MultiSelect, TagsInput } from "@mantine/core";
import { listUsers } from "@pulse/contract/users";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { nounKeys } from "../api/queryKeys.ts";
import { personName } from "../access/personName.ts";
import { useLetters } from "../entity/useLetters.ts";
import { inputClasses } from "../form/inputClasses.ts";
import { useServices } from "../services/services.tsx";

interface Props {
  customerId: string | null;
  /** The address of the person who schedules: a superadmin is not among the customer's people. */
  own: string;
  chosen: string[];
  error: string | null;
  onChange(chosen: string[]): void;
}

/** Who gets a scheduled report: chosen from the customer's people; typed by those who may not see these. */
export function Recipients({ customerId, own, chosen, error, onChange }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { r: maySee } = useLetters("user_management");
  const { data: people = [] } = useQuery({
    queryKey: [...nounKeys("users", customerId).names, "recipients"],
    enabled: maySee && customerId !== null,
    queryFn: ({ signal }) => api.call(listUsers, { query: { customerId }, signal }),
  });
  const shared = {
    classNames: inputClasses,
    label: t("reports.schedule.recipients"),
    description: t("reports.schedule.recipientsHint"),
    value: chosen,
    error: error,
    onChange,
  };
  if (!maySee) return <TagsInput {...shared} maxTags={50} splitChars={[",", " ", ";"]} acceptValueOnBlur />;
  const named = new Map([own, ...chosen].map((email) => [email, email]));
  for (const person of people) named.set(person.email, `${personName(person)} (${person.email})`);
  return (
    <MultiSelect
      {...shared}
      data={[...named].map(([value, label]) => ({ value, label }))}
      maxValues={50}
      searchable
      hidePickedOptions
    />
  );
}
