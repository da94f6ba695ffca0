import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { FormPage } from "../form/FormPage.tsx";
import type { PageTab } from "../form/PageTabs.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { CustomerFact } from "./CustomerFact.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { DeleteSection } from "./DeleteSection.tsx";
import { EntityGate } from "./EntityGate.tsx";
import { ForCustomer } from "./ForCustomer.tsx";
import type { Noun, Stored } from "./Noun.ts";
import { RequireAccess } from "./RequireAccess.tsx";
import type { Scope } from "./Scope.ts";
import { useCrumbs } from "./useCrumbs.ts";
import { useLetters } from "./useLetters.ts";
import { useScope } from "./useScope.ts";

interface Props<Row extends Stored, Entity extends Row> {
  noun: Noun<Row, Entity>;
  /** The thing's id, or "new"; taken from `:id` in the address unless given. */
  id?: string;
  /** State beside the title. */
  badge?(entity: Entity): ReactNode;
  /** The line below it. */
  facts?(entity: Entity): ReactNode;
  /** Actions other than deleting it. */
  actions?(entity: Entity, scope: Scope): ReactNode;
  /** Cards beside the form. */
  aside?(entity: Entity): ReactNode;
  /** The parts of a stored thing's page, each under its own tab, instead of the form and its cards. */
  tabs?(entity: Entity, scope: Scope): readonly PageTab[];
  /** By default, everything except predefined things can be deleted by people with that permission. */
  isDeletable?(entity: Entity): boolean;
  /** The form; null: of a new one. Of a stored one, it is not shown by a page that has tabs. */
  children(entity: Entity | null, scope: Scope): ReactNode;
}

/** The page under a noun's path and `:id`: one thing, or with the id "new" a new one. */
export function EntityPage<Row extends Stored, Entity extends Row>(props: Props<Row, Entity>) {
  const { noun } = props;
  const { id: addressed = "" } = useParams();
  const { id = addressed } = props;
  const scope = useScope(noun);
  if (id !== "new")
    return (
      <EntityGate key={id} noun={noun} scope={scope} id={id}>
        {(entity) => <OfStored {...props} entity={entity} />}
      </EntityGate>
    );
  const page = <OfNew key={id} {...props} scope={scope} />;
  if (noun.area === null) return page;
  return <RequireAccess needs={{ any: [{ area: noun.area, letter: "c" }] }}>{page}</RequireAccess>;
}

function OfNew<Row extends Stored, Entity extends Row>(props: Props<Row, Entity> & { scope: Scope }) {
  const { noun, scope, children } = props;
  const { t } = useTranslation();
  const title = t(`${noun.texts}.newTitle`);
  useTitle(title);
  return (
    <FormPage title={title} crumbs={useCrumbs(noun, scope)}>
      <ForCustomer scope={scope}>{(chosen) => children(null, chosen)}</ForCustomer>
    </FormPage>
  );
}

function OfStored<Row extends Stored, Entity extends Row>(props: Props<Row, Entity> & { entity: Entity }) {
  const { noun, entity, children, badge, facts, actions, aside, tabs } = props;
  const { isDeletable = (each) => noun.isFixed?.(each) !== true } = props;
  const { t } = useTranslation();
  const scope = useScope(noun, entity);
  const name = noun.nameOf(entity);
  useTitle(name);
  const navigate = useNavigate();
  const can = useLetters(noun.area);
  const crumbs = useCrumbs(noun, scope);
  const [isDeleting, setDeleting] = useState(false);
  const mayDelete = can.d && isDeletable(entity);
  const dialog = (
    <DeleteDialog
      noun={noun}
      things={isDeleting ? [entity] : []}
      onDone={() => navigate(crumbs[0].to, { replace: true })}
      onClose={() => setDeleting(false)}
    />
  );
  const ask = (): void => setDeleting(true);
  const section = mayDelete && noun.isNameTyped === true ? <DeleteSection texts={noun.texts} onDelete={ask} /> : null;
  return (
    <FormPage
      title={name}
      crumbs={crumbs}
      badge={badge?.(entity)}
      facts={
        <>
          <CustomerFact scope={scope} />
          {facts?.(entity)}
        </>
      }
      actions={
        <>
          {actions?.(entity, scope)}
          {mayDelete && noun.isNameTyped !== true ? (
            <Button
              variant="default"
              leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
              onClick={ask}
            >
              {t("entity.delete")}
            </Button>
          ) : null}
        </>
      }
      {...(aside === undefined && section === null
        ? {}
        : {
            aside: (
              <>
                {aside?.(entity)}
                {section}
              </>
            ),
          })}
      {...(tabs === undefined ? {} : { tabs: tabs(entity, scope) })}
    >
      {tabs === undefined ? children(entity, scope) : null}
      {dialog}
    </FormPage>
  );
}
