/** How a paste becomes a command: a file that is loaded once the editor is open. */
import { paste } from '../../../src/utils/editing/commands/paste';
import type { Message } from '../../../src/utils/editing/messages/messages';
import { parseClipboardHTML, parseClipboardText } from '../../../src/utils/editing/clipboard/parse-clipboard';
import type { Command } from '../../../src/utils/editing/state';

/** What puts in what the clipboard has, its HTML or else its text, and what of it is lost. */
export function cleaned(html: string, text: string): readonly [Command, readonly Message[]] {
  const { blocks, warnings: lost } = html ? parseClipboardHTML(html) : parseClipboardText(text);
  return [paste(blocks), lost];
}
