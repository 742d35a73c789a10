/** How a paste becomes a command: a file that is loaded once the editor is open. */
import { pasteMarkup } from '../../../src/utils/editing/model/commands/paste-markup';
import { paste } from '../../../src/utils/editing/model/commands/paste';
import type { Message } from '../../../src/utils/editing/messages/messages';
import { parseClipboardHTML, parseClipboardText } from '../../../src/utils/editing/model/clipboard/parse-clipboard';
import type { Command } from '../../../src/utils/editing/model/state';

/**
 * What puts in what the clipboard has, and what of it is lost.
 * @param markup of what was copied in an editor: it goes in as it was, where that can stand there
 * @param isElement it is that of an element that was selected as a whole
 */
export function cleanPaste(
  markup: string,
  isElement: boolean,
  html: string,
  text: string,
): readonly [Command, readonly Message[]] {
  const { blocks, warnings: lost } = html ? parseClipboardHTML(html) : parseClipboardText(text);
  const asItWas: Command = (state, dispatch) =>
    pasteMarkup(markup, { isElement })(state, dispatch) || paste(blocks)(state, dispatch);
  return markup ? [asItWas, []] : [paste(blocks), lost];
}
