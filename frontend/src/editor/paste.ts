/** What a paste becomes. What is left out of it is shown before it is applied. */
import { typeText } from '../../../src/utils/editing/commands/type-text';
import type { Message } from '../../../src/utils/editing/messages';
import type { Command } from '../../../src/utils/editing/state';

/**
 * A file that is only looked into when something is pasted: cleaning knows what each word processor writes.
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
  void Promise.all([
    import('../../../src/utils/editing/paste/clean'),
    import('../../../src/utils/editing/commands/paste'),
  ]).then(
    ([{ cleanHTML, cleanText }, { paste }]) => {
      const { blocks, lost } = html ? cleanHTML(html) : cleanText(text);
      ready(paste(blocks), lost);
    },
    // Without the network its words are there.
    () => ready(typeText(text), []),
  );
}
