import { Button, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import RoomFence from "../rooms/RoomFence.tsx";
import { readNumber } from "../placing/coordinateText.ts";
import { StepField } from "../placing/StepField.tsx";
import classes from "./Drawing.module.css";
import type { DrawingAction, DrawingState } from "./drawingState.ts";
import { shapeText } from "./drawingTrouble.ts";
import { type Shape, shapeKinds } from "./sketch.ts";

interface Props {
  siteId: string;
  state: DrawingState;
  onAction(action: DrawingAction): void;
}

/** The selected shape's fields, and a list of all shapes, for the keyboard and for shapes that are hard to hit. */
export function ShapePanel({ siteId, state, onAction }: Props) {
  const { t } = useTranslation();
  const chosen = state.shapes.find(({ key }) => key === state.selected);
  const counts = shapeKinds.map((kind) => [kind, state.shapes.filter((shape) => shape.kind === kind)] as const);
  return (
    <>
      {chosen === undefined ? null : <Chosen key={chosen.key} siteId={siteId} shape={chosen} onAction={onAction} />}
      <div className={classes["list"]}>
        {counts.map(([kind, shapes]) =>
          shapes.length === 0 ? null : (
            <details key={kind} open={kind === "room"}>
              <summary>
                {t(`drawing.kinds.${kind}`)} <span>{shapes.length}</span>
              </summary>
              {shapes.map((shape, nth) => (
                <button
                  key={shape.key}
                  type="button"
                  aria-pressed={shape === chosen}
                  onClick={() => onAction({ kind: "select", key: shape.key })}
                >
                  {shapeText(shape, nth)}
                </button>
              ))}
            </details>
          ),
        )}
      </div>
    </>
  );
}

interface ChosenProps extends Pick<Props, "siteId" | "onAction"> {
  shape: Shape;
}

function Chosen({ siteId, shape, onAction }: ChosenProps) {
  const { t } = useTranslation();
  const { key, kind, id } = shape;
  const describe = (change: Partial<Pick<Shape, "name" | "use" | "lossDb">>): void =>
    onAction({ kind: "describe", key, change });
  return (
    <section className={classes["chosen"]} aria-label={t(`drawing.kind.${kind}`)}>
      <h2>{t(`drawing.kind.${kind}`)}</h2>
      {kind === "room" || kind === "lift" ? (
        <TextInput
          label={t("drawing.name")}
          value={shape.name}
          required
          maxLength={100}
          onChange={({ currentTarget }) => describe({ name: currentTarget.value })}
        />
      ) : null}
      {kind === "room" ? (
        <TextInput
          label={t("drawing.use")}
          value={shape.use}
          maxLength={100}
          onChange={({ currentTarget }) => describe({ use: currentTarget.value })}
        />
      ) : null}
      {kind === "wall" ? (
        <StepField
          label={t("drawing.loss")}
          unit="dB"
          hint={t("drawing.lossHint")}
          text={shape.lossDb === null ? "" : String(shape.lossDb)}
          onTyped={(text) => {
            const lossDb = text.trim() === "" ? null : readNumber(text);
            if (text.trim() !== "" && (lossDb === null || lossDb < 0 || lossDb > 60)) return t("drawing.wrongLoss");
            describe({ lossDb });
            return null;
          }}
        />
      ) : null}
      {/* A room that is not stored yet cannot be followed. */}
      {kind === "room" && id !== null ? (
        <div>
          <RoomFence siteId={siteId} room={{ id, name: shape.name }} />
        </div>
      ) : null}
      <Button
        variant="default"
        leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => onAction({ kind: "remove", key })}
      >
        {t("drawing.remove")}
      </Button>
    </section>
  );
}
