/** A route of the web app, and as whom people see its page; null: signed out. */
export interface AppRoute {
  route: string;
  as: "admin" | "superadmin" | null;
}
export interface AppPage {
  /** For files. */
  name: string;
  /** With `{site}`, `{asset}` … where ids belong. */
  address: string;
  as: AppRoute["as"];
}
export declare const leftOut: Readonly<Record<string, string>>;
export declare function routesIn(source: string): AppRoute[];
export declare function pagesOf(route: AppRoute): AppPage[];
export declare function appPages(): AppPage[];
