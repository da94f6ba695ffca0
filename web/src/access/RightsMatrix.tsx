import { Tooltip } from "@mantine/core";
import { areas, type Area, type Letter, letters } from "@pulse/contract/access";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { CheckBox } from "../table/CheckBox.tsx";
import { type Cell, cellKey, columnOf, type Line, lineState, rowOf, toggled } from "./rightsCells.ts";
import classes from "./RightsMatrix.module.css";

interface Props {
  cells: ReadonlyMap<string, Cell>;
  grantedIds: readonly string[];
  isReadOnly: boolean;
  onChange(grantedIds: readonly string[]): void;
}

/** The rights of a role: areas by letters, a box for each, one for each row and column. */
export function RightsMatrix({ cells, grantedIds, isReadOnly, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const switchLine = (line: Line) => (isOn: boolean) => onChange(toggled(grantedIds, line, isOn));
  const letterName = (letter: Letter): string => t(`access.letters.${letter}`);
  return (
    <div className={classes["wrap"]} data-field="operationIds">
      <table className={classes["matrix"]}>
        <caption>{t("access.roles.rights")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("access.rights.area")}</th>
            {letters.map((letter) => (
              <th key={letter} scope="col">
                {letterName(letter)}
              </th>
            ))}
            <th scope="col">{t("access.rights.all")}</th>
          </tr>
          {isReadOnly ? null : (
            <tr className={classes["lines"]}>
              <th scope="row">{t("access.rights.allAreas")}</th>
              {letters.map((letter) => (
                <td key={letter}>
                  <LineBox
                    label={t("access.rights.column", { letter: letterName(letter) })}
                    line={columnOf(cells, letter)}
                    onChange={switchLine}
                  />
                </td>
              ))}
              <td>
                <LineBox label={t("access.rights.everything")} line={[...cells.values()]} onChange={switchLine} />
              </td>
            </tr>
          )}
        </thead>
        <tbody>
          {areas.map((area) => (
            <tr key={area}>
              <th scope="row">
                <span className={classes["area"]}>{t(`access.areas.${area}`)}</span>
              </th>
              {letters.map((letter) => (
                <td key={letter}>
                  <Box
                    cell={cells.get(cellKey(area, letter))}
                    reasons={id}
                    isReadOnly={isReadOnly}
                    onChange={(isOn, cell) => onChange(toggled(grantedIds, [cell], isOn))}
                  />
                </td>
              ))}
              <td>
                <Level area={area} line={rowOf(cells, area)} isReadOnly={isReadOnly} onChange={switchLine} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {(["customer", "self"] as const).map((blockedBy) => (
        <span key={blockedBy} id={`${id}-${blockedBy}`} className={classes["onlyRead"]}>
          {t(`access.rights.blockedBy.${blockedBy}`)}
        </span>
      ))}
    </div>
  );
}

interface BoxProps {
  cell: Cell | undefined;
  /** Under which id the reasons are written. */
  reasons: string;
  isReadOnly: boolean;
  onChange(isOn: boolean, cell: Cell): void;
}

function Box({ cell, reasons, isReadOnly, onChange }: BoxProps) {
  const { t } = useTranslation();
  if (cell === undefined) return null;
  const { area, letter, blockedBy, isGranted } = cell;
  const box = (
    <CheckBox
      label={t("access.rights.cell", { area: t(`access.areas.${area}`), letter: t(`access.letterWords.${letter}`) })}
      isChecked={isGranted}
      isDisabled={isReadOnly || blockedBy !== null}
      describedBy={blockedBy === null || isReadOnly ? undefined : `${reasons}-${blockedBy}`}
      onChange={(isOn) => onChange(isOn, cell)}
    />
  );
  if (blockedBy === null || isReadOnly) return box;
  return (
    <Tooltip
      label={t(`access.rights.blockedBy.${blockedBy}`)}
      events={{ hover: true, focus: true, touch: true }}
      openDelay={150}
    >
      <span className={classes["held"]}>{box}</span>
    </Tooltip>
  );
}

interface LineProps {
  line: Line;
  onChange(line: Line): (isOn: boolean) => void;
}

function LineBox({ label, line, onChange }: LineProps & { label: string }) {
  return <CheckBox label={label} {...lineState(line)} onChange={onChange(line)} />;
}

/** A box for the whole area; a word for people who may only read. */
function Level({ area, line, isReadOnly, onChange }: LineProps & { area: Area; isReadOnly: boolean }) {
  const { t } = useTranslation();
  const grantedIds = line.filter(({ isGranted }) => isGranted).length;
  if (isReadOnly)
    return t(
      grantedIds === 0 ? "access.rights.none" : grantedIds === line.length ? "access.rights.all" : "access.rights.some",
    );
  return (
    <LineBox label={t("access.rights.row", { area: t(`access.areas.${area}`) })} line={line} onChange={onChange} />
  );
}
