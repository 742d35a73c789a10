/** What a paste becomes. What is left out of it is shown before it is applied. */
import { ELEMENT_TYPE, MARKUP_TYPE } from '../../../src/utils/editing/model/clipboard/source';
import type { Message } from '../../../src/utils/editing/messages/messages';
import type { Command } from '../../../src/utils/editing/model/state';

let clean: typeof import('./clean-paste').cleanPaste | undefined;

/** Loads what cleans a paste: keys right behind one wait for nothing then, and it needs no network. */
export async function loadPaste(): Promise<void> {
  const { cleanPaste } = await import('./clean-paste');
  clean = cleanPaste;
}

/**
 * Makes a command of what is pasted, by what knows what each word processor writes; words of one line are typed.
 * @param type types words where the caret is
 * @param ready hears of the command, and of what is lost by it
 */
export function pasteOf(
  data: DataTransfer,
  type: (text: string) => void,
  ready: (command: Command, lost: readonly Message[]) => void,
): void {
  // The clipboard is closed once this event is over.
  const html = data.getData('text/html');
  const text = data.getData('text/plain');
  const element = data.getData(ELEMENT_TYPE);
  const markup = element || data.getData(MARKUP_TYPE);
  if (!html && !text) return;
  if (!html && !/[\r\n]/.test(text)) return type(text);
  const done = (): void => ready(...clean!(markup, !!element, html, text));
  if (clean) done();
  // Without the network its words are there.
  else loadPaste().then(done, () => type(text));
}
