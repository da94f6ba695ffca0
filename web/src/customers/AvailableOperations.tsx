import { Button, Checkbox } from "@mantine/core";
import { type Area, areas, type Letter, letters, type Operation } from "@pulse/contract/access";
import { useTranslation } from "react-i18next";
import { useField } from "../ui/form/FormContext.ts";
import { FormField } from "../ui/form/FormField.tsx";
import classes from "./Customers.module.css";

const path = "config.availableOperations";

/** What a customer's people can be allowed at all: areas down, letters across. */
export function AvailableOperations({ operations }: { operations: readonly Operation[] }) {
  const { t } = useTranslation();
  const label = t("customers.availableOperations");
  const show = (value: unknown): string =>
    t("customers.operationCount", { count: (value as string[]).length, all: operations.length });
  const field = useField(path, { label, show });
  const chosen = new Set(field.value as string[]);
  const choose = (ids: ReadonlySet<string>): void =>
    field.set(operations.map(({ id }) => id).filter((id) => ids.has(id)));
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  const find = (area: Area, letter: Letter): Operation | undefined =>
    operations.find((operation) => operation.area === area && operation.letter === letter);

  return (
    <FormField path={path} label={label} field={field} isWide>
      <div className={classes["matrixHead"]}>
        <span className={classes["matrixLabel"]}>{label}</span>
        <span className={classes["matrixCount"]}>{show(field.value)}</span>
        <Button variant="subtle" color="gray" size="xs" onClick={() => choose(new Set(operations.map(({ id }) => id)))}>
          {t("customers.chooseAll")}
        </Button>
        <Button variant="subtle" color="gray" size="xs" onClick={() => choose(new Set())}>
          {t("customers.chooseNone")}
        </Button>
      </div>
      <table className={classes["matrix"]} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t("customers.area")}</th>
            {letters.map((letter) => (
              <th key={letter} scope="col">
                {t(`customers.letters.${letter}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => (
            <tr key={area}>
              <th scope="row">{t(`customers.areas.${area}`)}</th>
              {letters.map((letter) => {
                const operation = find(area, letter);
                return (
                  <td key={letter}>
                    {operation === undefined ? null : (
                      <Checkbox
                        aria-label={`${t(`customers.areas.${area}`)}: ${t(`customers.letters.${letter}`)}`}
                        checked={chosen.has(operation.id)}
                        onChange={() => toggle(operation.id)}
                        classNames={{ input: classes["box"] ?? "" }}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </FormField>
  );
}
