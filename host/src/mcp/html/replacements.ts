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
    const at = text.indexOf(find);
    if (at < 0)
      throw new ToolError(
        `replacements[${index}].find is not in the HTML: ${shown(find)}. Nothing changed. Read the revision with read_version and copy the text exactly.`,
      );
    if (text.includes(find, at + 1))
      throw new ToolError(
        `replacements[${index}].find is in the HTML more than once: ${shown(find)}. Nothing changed. Take in more of the HTML around it.`,
      );
    return text.slice(0, at) + replace + text.slice(at + find.length);
  }, html);
}

const MAX_SHOWN = 200;
const shown = (text: string): string => JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
