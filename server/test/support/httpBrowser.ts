export type HttpBrowser = ReturnType<typeof httpBrowser>;

/** A browser without a page: it keeps cookies by host and follows redirects one at a time. */
export function httpBrowser() {
  const cookies = new Map<string, Map<string, string>>();

  const request = async (url: URL, sent?: { type: string; body: string }): Promise<Response> => {
    const jar = cookies.get(url.host) ?? new Map<string, string>();
    cookies.set(url.host, jar);
    const answer = await fetch(url, {
      method: sent === undefined ? "GET" : "POST",
      redirect: "manual",
      headers: {
        "user-agent": "a browser",
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(sent === undefined ? {} : { "content-type": sent.type }),
      },
      ...(sent === undefined ? {} : { body: sent.body }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };

  const visit = async (address: string, form?: Record<string, string>) => {
    const url = new URL(address);
    const sent =
      form === undefined
        ? undefined
        : { type: "application/x-www-form-urlencoded", body: new URLSearchParams(form).toString() };
    const answer = await request(url, sent);
    const location = answer.headers.get("location");
    return {
      status: answer.status,
      location: location === null ? null : new URL(location, url).href,
      text: await answer.text(),
    };
  };

  return {
    visit,
    cookies,

    /** What a page's script sends, with the browser's cookies. */
    post: async (address: string, body: object) => {
      const answer = await request(new URL(address), { type: "application/json", body: JSON.stringify(body) });
      const { result } = (await answer.json()) as { result: { content: Record<string, string> } };
      return { status: answer.status, content: result.content };
    },

    /** Follows redirects and fills in the provider's login and consent, until an address of `home` with this path. */
    signInAt: async (start: string, login: string, home: string): Promise<string> => {
      let address = start;
      for (let step = 0; step < 20; step++) {
        const here = new URL(address);
        if (here.origin === home && here.pathname === "/sso/callback") return address;
        const page = await visit(address);
        if (page.location !== null) {
          address = page.location;
          continue;
        }
        const action = /action="([^"]+)"/.exec(page.text)?.[1];
        const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1];
        if (action === undefined || prompt === undefined)
          throw new Error(`${page.status} at ${address}: ${page.text.slice(0, 300)}`);
        const sent = await visit(new URL(action, address).href, { prompt, login, password: "any" });
        if (sent.location === null) throw new Error(`${sent.status} at ${action}`);
        address = sent.location;
      }
      throw new Error("the provider never sent the browser back");
    },
  };
}

/** What a page is handed in the fragment of its address. */
export const fragmentOf = (address: string | null): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(new URL(address ?? "about:blank").hash.slice(1)));
