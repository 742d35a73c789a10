/** What a paste becomes. What is left out of it is shown before it is applied. */
import { paste } from '../../../src/utils/editing/commands/paste';
import { typeText } from '../../../src/utils/editing/commands/type-text';
import type { Message } from '../../../src/utils/editing/messages';
import type { Command } from '../../../src/utils/editing/state';

/**
 * A file that is only looked into when something is pasted: cleaning knows what each word processor writes.
 * @param ready hears of the command, and of what is lost by it
 */
export function pasteOf(data: DataTransfer, ready: (command: Command, lost: readonly Message[]) => void): void {
  // The clipboard is closed once this event is over.
  const html = data.getData('text/html');
  const text = data.getData('text/plain');
  if (!html && !text) return;
  if (!html && !/[\r\n]/.test(text)) return ready(typeText(text), []);
  void import('../../../src/utils/editing/paste/clean').then(({ cleanHTML, cleanText }) => {
    const { blocks, lost } = html ? cleanHTML(html) : cleanText(text);
    ready(paste(blocks), lost);
  });
}
