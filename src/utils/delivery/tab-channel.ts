/** What tabs of one origin tell each other: one does a check, and all hear what is new. */
import { STORAGE_NAME } from './resource-store';

let channel: BroadcastChannel | undefined;
let hear: ((url: string) => void) | undefined;

function open(): void {
  try {
    channel ??= new BroadcastChannel(STORAGE_NAME);
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
export function subscribeToTabs(listener: (url: string) => void): void {
  hear = listener;
  open();
  addEventListener('pagehide', close);
  addEventListener('pageshow', open);
}

/** Tells the other tabs that there is something new about a URL. */
export const broadcast = (url: string): void => channel?.postMessage(url);

/** Runs while no other tab does the same for this URL; at once where tabs can not be told apart. */
export async function withTabLock(url: string, run: () => Promise<void>): Promise<void> {
  let ran = false;
  const once = (): Promise<void> => {
    ran = true;
    return run();
  };
  try {
    await (navigator.locks ? navigator.locks.request(`${STORAGE_NAME} ${url}`, once) : once());
  } catch (error) {
    if (ran) throw error;
    await once();
  }
}
