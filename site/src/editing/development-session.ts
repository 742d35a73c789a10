/** Signs in local developers with the code that a development host prints at startup. */

const STORAGE_KEY = 'feaas-development-code';

/** The code without storage, for the lifetime of the page: browsers may block `localStorage`. */
let unstored: string | null = null;

function readCode(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return unstored;
  }
}

/** @param code null removes it */
function storeCode(code: string | null): void {
  unstored = code;
  try {
    if (code === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, code);
  } catch {
    // Without storage, the code is kept in memory.
  }
}

/** Stores the code from the page's address, `#code=…`, and removes it there, so that it is not in links or the history. */
export function storeCodeFromAddress(): void {
  const code = /^#code=([\w-]{20,})$/.exec(location.hash)?.[1];
  if (code === undefined) return;
  storeCode(code);
  history.replaceState(null, '', location.pathname + location.search);
}

/** The token for a stored or entered code; undefined if there is none. */
export async function developmentToken(ask?: () => Promise<string | null>): Promise<string | undefined> {
  storeCodeFromAddress();
  const kept = readCode();
  // Without a code and a prompt, no request is needed.
  if (kept === null && !ask) return undefined;
  const response = await request(kept);
  if (response.ok) return tokenOf(response);
  // The stored code may be of another database. Production hosts do not have this endpoint.
  if (response.status !== 401) return undefined;
  storeCode(null);
  const typed = (await ask?.())?.trim().replace(/^.*#code=/, '');
  if (!typed) return undefined;
  const second = await request(typed);
  if (!second.ok) return undefined;
  storeCode(typed);
  return tokenOf(second);
}

const request = (code: string | null): Promise<Response> =>
  fetch('/dev/session', code === null ? {} : { headers: { authorization: `Bearer ${code}` } });

const tokenOf = async (response: Response): Promise<string> => ((await response.json()) as { token: string }).token;
