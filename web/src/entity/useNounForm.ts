import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { z } from "zod";
import { type EntityFormOptions, type FormState, useEntityForm } from "../form/useEntityForm.ts";
import type { FormValues } from "../form/formValues.ts";
import type { Call } from "../api/client.ts";
import { useServices } from "../services/services.tsx";
import { useNounCache } from "./entity.api.ts";
import type { Noun, Stored } from "./Noun.ts";
import { hrefOf, placeOf, type Scope } from "./Scope.ts";
import { useLetters } from "./useLetters.ts";

interface Options<Values, Row extends Stored, Entity extends Row, Rule extends z.ZodType> extends Pick<
  EntityFormOptions<Values, Entity, Rule>,
  "entity" | "toValues" | "rule" | "toBody" | "isLockedWhileSaving"
> {
  noun: Noun<Row, Entity>;
  scope: Scope;
  /** The files sent with the body, by the names of their parts, and the callback for their progress. */
  uploads?(body: z.output<Rule>): Pick<Call, "files" | "onSent">;
  /** The message after saving: "Saved" unless given. */
  successText?(saved: Entity): string;
  /** Called after a change; return "done" to skip everything that usually follows. */
  onSaved?(saved: Entity): "done" | undefined;
  /** Called after creating one, instead of going to the list. */
  onCreated?(saved: Entity): void;
}

/** A noun's form: sends to its endpoints, compares with what others saved, and updates all screens after saving. */
export function useNounForm<Values extends FormValues, Row extends Stored, Entity extends Row, Rule extends z.ZodType>(
  options: Options<Values, Row, Entity, Rule>,
): FormState & { values: Values; isReadOnly: boolean } {
  const { noun, entity, scope, toValues, rule, toBody, uploads, successText, onSaved, onCreated } = options;
  const { isLockedWhileSaving = false } = options;
  const { get, create, update } = noun.endpoints;
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const cache = useNounCache(noun);
  const navigate = useNavigate();
  const can = useLetters(noun.area);
  const params = { id: entity?.id ?? "" };
  const form = useEntityForm<Values, Entity, Rule>({
    entity,
    toValues,
    rule,
    isLockedWhileSaving,
    ...(toBody === undefined ? {} : { toBody }),
    save: async (body, version) =>
      entity === null
        ? api.call(create, { query: placeOf(create, scope), body, ...uploads?.(body) })
        : api.call(update, {
            params,
            query: placeOf(update, scope),
            body: { ...(body as object), version },
            ...uploads?.(body),
          }),
    ...(entity === null ? {} : { reload: () => api.call(get, { params, query: placeOf(get, scope) }) }),
    onSaved: (saved) => {
      if (onSaved?.(saved) === "done") return;
      cache.put(saved, scope);
      void cache.changed();
      if (noun.isNamedApart === true)
        snackbars.success(entity === null ? t(`${noun.texts}.made`) : t(`${noun.texts}.changed`), noun.nameOf(saved));
      else snackbars.success(successText?.(saved) ?? t("entity.saved"));
      if (entity !== null) return;
      if (onCreated === undefined) void navigate(hrefOf(noun, scope));
      else onCreated(saved);
    },
  });
  return { ...form, isReadOnly: entity !== null && (noun.isFixed?.(entity) === true || !can.u) };
}
