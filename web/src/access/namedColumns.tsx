import type { TFunction } from "i18next";
import type { Column } from "../table/Column.ts";
import { Predefined } from "./Predefined.tsx";
import { predefinedName } from "./predefinedName.ts";

interface Named {
  name: string;
  predefined: boolean;
  numUsers: number;
}

/** The name of a role or group, marked if it is predefined. */
export function nameColumn<Row extends Named>(header: string): Column<Row> {
  return {
    key: "name",
    header,
    sortField: "name",
    cell: ({ name, predefined }) => <Predefined name={predefinedName(name)} isPredefined={predefined} />,
    csv: ({ name }) => name,
  };
}

/** How many people have a role or belong to a group. */
export function usersColumn<Row extends Named>(t: TFunction): Column<Row> {
  return {
    key: "num_users",
    header: t("access.users.title"),
    align: "end",
    width: 116,
    onPhone: "end",
    cell: ({ numUsers }) => numUsers,
    phoneCell: ({ numUsers }) => t("access.numUsers", { count: numUsers }),
    csv: ({ numUsers }) => numUsers,
  };
}
