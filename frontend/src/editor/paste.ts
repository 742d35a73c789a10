/** What a paste becomes. What is left out of it is shown before it is applied. */
import { typeText } from '../../../src/utils/editing/commands/type-text';
import type { Message } from '../../../src/utils/editing/messages/messages';
import type { Command } from '../../../src/utils/editing/state';

let clean: typeof import('./paste-clean').cleaned | undefined;

/** Loads what cleans a paste: keys right behind one wait for nothing then, and it needs no network. */
export async function loadPaste(): Promise<void> {
  const { cleaned } = await import('./paste-clean');
  clean = cleaned;
}

/**
 * Makes a command of what is pasted: words at once, more by what cleans it, which knows what each word processor writes.
 * @param isSpan several blocks are selected
 * @param ready hears of the command, and of what is lost by it
 */
export function pasteOf(
  data: DataTransfer,
  isSpan: boolean,
  ready: (command: Command, lost: readonly Message[]) => void,
): void {
  // The clipboard is closed once this event is over.
  const html = data.getData('text/html');
  const text = data.getData('text/plain');
  if (!html && !text) return;
  if (!html && !isSpan && !/[\r\n]/.test(text)) return ready(typeText(text), []);
  const done = (): void => ready(...clean!(html, text));
  if (clean) done();
  // Without the network its words are there.
  else loadPaste().then(done, () => ready(typeText(text), []));
}
