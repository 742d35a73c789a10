/** Turns clipboard data into a command. Loaded once the editor is open. */
import type { Message } from '../../../src/utils/editing/messages/messages';
import { FORMATTED_SCHEMA, type PastedBlock } from '../../../src/utils/editing/model/clipboard/clipboard-schema';
import { parseClipboardHTML, parseClipboardText } from '../../../src/utils/editing/model/clipboard/parse-clipboard';
import { serializeBlocks, withOuterSpaces } from '../../../src/utils/editing/model/clipboard/serialize';
import { ELEMENT_TYPE, MARKUP_TYPE } from '../../../src/utils/editing/model/clipboard/source';
import { paste, pastePreformatted } from '../../../src/utils/editing/model/commands/paste';
import { pasteMarkup, pasteMarkupAfter } from '../../../src/utils/editing/model/commands/paste-markup';
import { restoreFormatting } from '../../../src/utils/editing/model/commands/restore-formatting';
import type { Command, EditorState } from '../../../src/utils/editing/model/state';
import { MAX_BYTES } from '../../../src/utils/editing/session/recording';

/** The clipboard's content by type. */
export interface ClipboardTexts {
  readonly html: string;
  readonly text: string;
  /** The source of text that was copied in an editor. */
  readonly markup: string;
  /** The source of an element that was copied as a whole. */
  readonly element: string;
}

export const readClipboard = (data: DataTransfer): ClipboardTexts => ({
  html: data.getData('text/html'),
  text: data.getData('text/plain'),
  markup: data.getData(MARKUP_TYPE),
  element: data.getData(ELEMENT_TYPE),
});

export interface CleanPaste {
  readonly command: Command;
  /** Content that the paste leaves out. */
  readonly lost: readonly Message[];
  /** Creates a command that restores such content in the pasted text; undefined if none of it can be restored, or it is too long. */
  readonly restoring?: (pasted: string) => Command | undefined;
}

/** Whether lost content can be restored. */
export const isRestorable = ({ key }: Message): boolean => /^paste\.lost\.(?:style|table)$/.test(key);

function createCleanPaste(
  { html, text }: ClipboardTexts,
  createCommand: (blocks: readonly PastedBlock[]) => Command,
  pasteSource: (html: string) => Command,
): CleanPaste {
  const { blocks, warnings: lost } = html ? parseClipboardHTML(html) : parseClipboardText(text);
  let before: EditorState | undefined;
  const command: Command = (state, dispatch) => {
    before = state;
    return createCommand(blocks)(state, dispatch);
  };
  if (!lost.some(isRestorable)) return { command, lost };
  const restoring = (pasted: string): Command | undefined => {
    const formatted = serializeBlocks(withOuterSpaces(parseClipboardHTML(html, FORMATTED_SCHEMA).blocks)).join('');
    // The host would reject a text of that length.
    if (formatted.length > MAX_BYTES) return undefined;
    return restoreFormatting(before!, pasted, pasteSource(formatted));
  };
  return { command, lost, restoring };
}

/** Pastes content from an editor unchanged, where it is allowed. Otherwise the cleaned content is pasted. */
function pasteUnchanged(fallback: CleanPaste, markup: string, command: Command): CleanPaste {
  if (!markup) return fallback;
  return { command: (state, dispatch) => command(state, dispatch) || fallback.command(state, dispatch), lost: [] };
}

/** Pastes the clipboard's plain text unchanged into preformatted text. */
function pasteAsPlainText(fallback: CleanPaste, text: string): CleanPaste {
  if (!text) return fallback;
  return {
    command: (state, dispatch) => pastePreformatted(text)(state, dispatch) || fallback.command(state, dispatch),
    lost: [],
  };
}

/**
 * Creates the command that pastes at the selection.
 * @param isPreformatted whether the text at the selection is preformatted
 */
export function cleanPaste(texts: ClipboardTexts, isPreformatted = false): CleanPaste {
  const { element, markup, text } = texts;
  const source = element || markup;
  const fallback = createCleanPaste(texts, paste, pasteMarkup);
  return pasteUnchanged(
    isPreformatted ? pasteAsPlainText(fallback, text) : fallback,
    source,
    pasteMarkup(source, { isElement: !!element }),
  );
}

const isSpace = (block: PastedBlock): boolean => 'runs' in block && block.runs.every(({ text }) => text === ' ');

/** Creates the command that pastes after an element that is selected as a whole. */
export function cleanPasteAfter(texts: ClipboardTexts, id: number): CleanPaste {
  const source = texts.element || texts.markup;
  const pasteSource = (html: string): Command => pasteMarkupAfter(html, id);
  // A block with only a space is dropped.
  const createCommand = (blocks: readonly PastedBlock[]): Command =>
    pasteSource(serializeBlocks(blocks.filter((block) => !isSpace(block))).join(''));
  return pasteUnchanged(createCleanPaste(texts, createCommand, pasteSource), source, pasteSource(source));
}
