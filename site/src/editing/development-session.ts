/** Signs in whoever edits on their own machine, with the code that a host of development prints at its start. */

const STORAGE_KEY = 'feaas-development-code';

/** Takes the code out of the page's address, `#code=…`, and keeps it: links and histories are not to have it. */
export function keepCodeOfAddress(): void {
  const code = /^#code=([\w-]{20,})$/.exec(location.hash)?.[1];
  if (code === undefined) return;
  localStorage.setItem(STORAGE_KEY, code);
  history.replaceState(null, '', location.pathname + location.search);
}

/** A session for the code that is kept, or for one that is asked for; undefined where there is none. */
export async function developmentToken(ask?: () => Promise<string | null>): Promise<string | undefined> {
  keepCodeOfAddress();
  const kept = localStorage.getItem(STORAGE_KEY);
  // Who has no code, and is not asked for one, is not signed in: that needs no request.
  if (kept === null && !ask) return undefined;
  const response = await request(kept);
  if (response.ok) return tokenOf(response);
  // Another database has another code. A host in production has no sign-in at all.
  if (response.status !== 401) return undefined;
  localStorage.removeItem(STORAGE_KEY);
  const typed = (await ask?.())?.trim().replace(/^.*#code=/, '');
  if (!typed) return undefined;
  const second = await request(typed);
  if (!second.ok) return undefined;
  localStorage.setItem(STORAGE_KEY, typed);
  return tokenOf(second);
}

const request = (code: string | null): Promise<Response> =>
  fetch('/dev/session', code === null ? {} : { headers: { authorization: `Bearer ${code}` } });

const tokenOf = async (response: Response): Promise<string> => ((await response.json()) as { token: string }).token;
