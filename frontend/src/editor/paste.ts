/** Turns clipboard data into a command, and reports what it leaves out. */
import type { CleanPaste } from './clean-paste';

let cleaner: Pick<typeof import('./clean-paste'), 'cleanPaste' | 'readClipboard'> | undefined;

/** Preloads the module that cleans pastes, so that a paste neither delays the next keys nor needs the network. */
export async function loadPaste(): Promise<void> {
  const { cleanPaste, readClipboard } = await import('./clean-paste');
  cleaner = { cleanPaste, readClipboard };
}

/**
 * Creates a command for pasted data, cleaned of word processor markup. Text of one line is typed instead.
 * @param isPreformatted whether the text at the caret is preformatted
 * @param type types text at the caret
 * @param ready receives the command and the lost content
 */
export function pasteOf(
  data: DataTransfer,
  isPreformatted: boolean,
  type: (text: string) => void,
  ready: (paste: CleanPaste) => void,
): void {
  // Clipboard data is only readable during the event.
  const html = data.getData('text/html');
  const text = data.getData('text/plain');
  if (!html && !text) return;
  if (!html && !/[\r\n\v\f\x85\u2028\u2029]/.test(text)) return type(text);
  if (cleaner) return ready(cleaner.cleanPaste(cleaner.readClipboard(data), isPreformatted));
  // If the module cannot load, the plain text is typed. Until it has loaded, content from an editor is cleaned, too.
  loadPaste().then(
    () => ready(cleaner!.cleanPaste({ html, text, markup: '', element: '' }, isPreformatted)),
    () => type(text),
  );
}
