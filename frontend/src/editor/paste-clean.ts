/** How a paste becomes blocks, and how they are put in: a file that is loaded once the editor is open. */
import { cleanHTML, cleanText } from '../../../src/utils/editing/paste/clean';

export { paste } from '../../../src/utils/editing/commands/paste';

/** What the clipboard has, as blocks: its HTML, else its text. */
export const blocksOf = (html: string, text: string): ReturnType<typeof cleanHTML> =>
  html ? cleanHTML(html) : cleanText(text);
