import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { FormSelect, type Option } from "../form/ChoiceFields.tsx";
import { useField } from "../form/FormContext.ts";
import { FormText } from "../form/TextFields.tsx";
import classes from "./SingleSignOn.module.css";

interface Props {
  /** Of the list in the form's values. */
  path: "roleMap" | "groupMap";
  /** The name of a row's id. */
  idName: "roleId" | "groupId";
  label: string;
  /** What an id names: "Role". */
  idLabel: string;
  /** Undefined while they are not known. */
  options: readonly Option[] | undefined;
}

/** Which value of a claim gives which role or group; the first row that fits counts. */
export function MappingRows({ path, idName, label, idLabel, options }: Props) {
  const { t } = useTranslation();
  const field = useField(path, { label, show: (rows) => String((rows as unknown[]).length) });
  const kind = path === "roleMap" ? "role" : "group";
  const rows = field.value as readonly Record<string, string | null>[];
  const isDeleted = (id: string | null | undefined): boolean =>
    id !== null && options !== undefined && options.every(({ value }) => value !== id);
  return (
    <section className={classes["mapping"]} aria-label={label}>
      {rows.map((row, index) => (
        // Rows have no identity of their own: a value may be empty or there twice while somebody types.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes["row"]}>
          <FormText
            path={`${path}.${index}.value`}
            label={t(`sso.${kind}Value`, { n: index + 1 })}
            autoComplete="off"
            isMono
          />
          <FormSelect path={`${path}.${index}.${idName}`} label={`${idLabel} ${index + 1}`} options={options ?? []} />
          {field.isReadOnly ? null : (
            <Tooltip label={t(`sso.${kind}Remove`, { n: index + 1 })}>
              <ActionIcon
                aria-label={t(`sso.${kind}Remove`, { n: index + 1 })}
                onClick={() => field.set(rows.filter((_, at) => at !== index))}
              >
                <IconTrash size={16} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            </Tooltip>
          )}
          {isDeleted(row[idName]) ? (
            <p role="alert" className={classes["deleted"]}>
              {t(`sso.${kind}Deleted`)}
            </p>
          ) : null}
        </div>
      ))}
      {field.isReadOnly ? null : (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden="true" />}
          onClick={() => field.set([...rows, { value: "", [idName]: null }])}
        >
          {t(`sso.${kind}Add`)}
        </Button>
      )}
    </section>
  );
}
