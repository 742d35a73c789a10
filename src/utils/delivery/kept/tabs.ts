/** What tabs of one origin tell each other: one does a check, and all hear what is new. */
import { STORE_NAME } from '../request';

let channel: BroadcastChannel | undefined;
let hear: ((url: string) => void) | undefined;

function open(): void {
  try {
    channel ??= new BroadcastChannel(STORE_NAME);
    channel.onmessage = ({ data }) => typeof data === 'string' && hear?.(data);
  } catch {
    // an opaque frame has no other tabs
  }
}

/** An open channel would keep the page out of the back-forward cache. */
function close(): void {
  channel?.close();
  channel = undefined;
}

/** Calls with each URL that another tab has news of. */
export function hearTabs(listener: (url: string) => void): void {
  hear = listener;
  open();
  addEventListener('pagehide', close);
  addEventListener('pageshow', open);
}

/** Tells the other tabs that there is something new about a URL. */
export const tellTabs = (url: string): void => channel?.postMessage(url);

/** Runs while no other tab does the same for this URL; at once where tabs can not be told apart. */
export async function inTurn(url: string, run: () => Promise<void>): Promise<void> {
  let ran = false;
  const once = (): Promise<void> => {
    ran = true;
    return run();
  };
  try {
    await (navigator.locks ? navigator.locks.request(`${STORE_NAME} ${url}`, once) : once());
  } catch (error) {
    if (ran) throw error;
    await once();
  }
}
