import { ActionIcon } from "@mantine/core";
import { IconUnlink } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLetters } from "../entity/useLetters.ts";
import { FormSection } from "../form/FormSection.tsx";
import { LinkQuestions } from "./LinkQuestions.tsx";
import { type Pickable, EntityPicker } from "./EntityPicker.tsx";
import classes from "./Things.module.css";
import { useLinking, type LinkRequest } from "./useLinking.ts";

/** The other end of a link. */
export interface LinkedThing {
  id: string;
  name: string;
  /** Its page; null if the person may not open it. */
  href: string | null;
  detail?: string;
  beside?: ReactNode;
}

interface Props {
  title: string;
  /** The text shown if nothing is linked. */
  none: string;
  things: readonly LinkedThing[];
  /** The link with one of the others. */
  linkWith(other: { id: string; name: string }): LinkRequest;
  /** How to find another; null if none can be linked here. */
  pick: {
    label: string;
    hint: string;
    target: string;
    queryKey: readonly unknown[];
    find(searchKeyword: string, signal: AbortSignal): Promise<readonly Pickable[]>;
  } | null;
}

/** The things linked with this one, and a field to link another by typing or scanning. */
export function LinkedEntities({ title, none, things, linkWith, pick }: Props) {
  const { t } = useTranslation();
  const can = useLetters("asset_identifier_link_management");
  const linking = useLinking();
  const [ending, setEnding] = useState<LinkRequest | null>(null);
  return (
    <FormSection title={title} isBare>
      {things.length === 0 ? <p className={classes["text"]}>{none}</p> : null}
      <ul className={classes["rows"]}>
        {things.map(({ id, name, href, detail, beside }) => (
          <li key={id}>
            <div>
              {href === null ? name : <Link to={href}>{name}</Link>}
              {detail === undefined ? null : <small className={classes["mono"]}>{detail}</small>}
            </div>
            {beside}
            {can.d ? (
              <ActionIcon
                aria-label={t("things.links.unlinkOf", { name })}
                onClick={() => setEnding(linkWith({ id, name }))}
              >
                <IconUnlink size={16} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            ) : null}
          </li>
        ))}
      </ul>
      {(can.c || can.u) && pick !== null ? (
        <div className={classes["act"]}>
          <EntityPicker {...pick} isBusy={linking.isBusy} onPick={(other) => linking.link(linkWith(other))} />
        </div>
      ) : null}
      <LinkQuestions linking={linking} ending={ending} onClose={() => setEnding(null)} />
    </FormSection>
  );
}

/** The search for things to link: without a word only unlinked ones, with a word all. */
export function linkSearch(siteId: string, searchKeyword: string) {
  const narrowed = searchKeyword === "" ? { linked: false } : { searchKeyword };
  return { siteId, limit: 8, sortFields: ["name"], sortOrder: ["asc" as const], ...narrowed };
}
