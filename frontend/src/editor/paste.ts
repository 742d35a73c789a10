/** What a paste becomes. What is left out of it is told. */
import type { CleanPaste } from './clean-paste';

let cleaner: Pick<typeof import('./clean-paste'), 'cleanPaste' | 'readClipboard'> | undefined;

/** Loads what cleans a paste: keys right behind one wait for nothing then, and it needs no network. */
export async function loadPaste(): Promise<void> {
  const { cleanPaste, readClipboard } = await import('./clean-paste');
  cleaner = { cleanPaste, readClipboard };
}

/**
 * Makes a command of what is pasted, by what knows what each word processor writes; words of one line are typed.
 * @param isPreformatted the text where the caret is
 * @param type types words where the caret is
 * @param ready hears of the command, and of what is lost by it
 */
export function pasteOf(
  data: DataTransfer,
  isPreformatted: boolean,
  type: (text: string) => void,
  ready: (paste: CleanPaste) => void,
): void {
  // The clipboard is closed once this event is over.
  const html = data.getData('text/html');
  const text = data.getData('text/plain');
  if (!html && !text) return;
  if (!html && !/[\r\n\v\f\x85\u2028\u2029]/.test(text)) return type(text);
  if (cleaner) return ready(cleaner.cleanPaste(cleaner.readClipboard(data), isPreformatted));
  // Without the network its words are there. What an editor copied is cleaned, too, so early.
  loadPaste().then(
    () => ready(cleaner!.cleanPaste({ html, text, markup: '', element: '' }, isPreformatted)),
    () => type(text),
  );
}
