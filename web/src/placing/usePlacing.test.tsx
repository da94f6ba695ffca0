import { placementOf } from "@pulse/geo/floorPlan";
import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { usePlacing } from "./usePlacing.ts";

const image = { width: 1000, height: 500 };
const start = { lat: 51, lon: 4 };
const at = (lat: number) => placementOf({ lat, lon: 4 }, 100, 50, 0);

it("a form that lags behind a drag does not pull the plan back", () => {
  const reported: unknown[] = [];
  const { result, rerender } = renderHook(
    ({ placement }) => usePlacing({ image, placement, start, onChange: (next) => reported.push(next) }),
    { initialProps: { placement: at(51) } },
  );
  act(() => result.current[1]({ kind: "drag", placement: at(51.001) }));
  act(() => result.current[1]({ kind: "drag", placement: at(51.002) }));
  expect(reported).toEqual([at(51.001), at(51.002)]);
  rerender({ placement: at(51.001) });
  expect(result.current[0].placement).toEqual(at(51.002));
  rerender({ placement: at(51.002) });
  expect(result.current[0].placement).toEqual(at(51.002));
});

it("a change of the placement by the form is applied as a step that can be undone", () => {
  const { result, rerender } = renderHook(
    ({ placement }) => usePlacing({ image, placement, start, onChange: () => undefined }),
    { initialProps: { placement: at(51) } },
  );
  rerender({ placement: at(52) });
  expect(result.current[0].placement).toEqual(at(52));
  act(() => result.current[1]({ kind: "undo" }));
  expect(result.current[0].placement).toEqual(at(51));
});

it("an unplaced plan starts around the site, and the form gets the place", () => {
  const reported: unknown[] = [];
  const { result } = renderHook(() =>
    usePlacing({ image, placement: null, start, onChange: (next) => reported.push(next) }),
  );
  expect(reported).toEqual([result.current[0].placement]);
  expect(result.current[0].placement.northWest.lat).toBeGreaterThan(51);
  expect(result.current[0].placement.southEast.lat).toBeLessThan(51);
});
