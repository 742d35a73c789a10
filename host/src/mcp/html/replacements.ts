import { ToolError } from '../client/tool-error.js';

export interface Replacement {
  readonly find: string;
  readonly replace: string;
}

/**
 * Replaces texts in HTML sequentially.
 * @throws ToolError if a text is missing or ambiguous: a guess could change the wrong place.
 */
export function applyReplacements(html: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((text, { find, replace }, index) => {
    const offset = text.indexOf(find);
    if (offset < 0)
      throw new ToolError(
        `replacements[${index}].find is not in the HTML: ${quote(find)}. Nothing changed. Read the revision with read_version and copy the text exactly.`,
      );
    if (text.includes(find, offset + 1))
      throw new ToolError(
        `replacements[${index}].find is in the HTML more than once: ${quote(find)}. Nothing changed. Take in more of the HTML around it.`,
      );
    return text.slice(0, offset) + replace + text.slice(offset + find.length);
  }, html);
}

const MAX_SHOWN = 200;
const quote = (text: string): string => JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
