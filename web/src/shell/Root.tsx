import { Outlet } from "react-router";
import { NavProgress } from "./NavProgress.tsx";

/** The frame of every page, signed in or not. */
export function Root() {
  return (
    <>
      <NavProgress />
      <Outlet />
    </>
  );
}
