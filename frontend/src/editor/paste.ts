/** What a paste becomes. */
import { typeText } from '../../../src/utils/editing/commands/type-text';
import type { Message } from '../../../src/utils/editing/messages';
import type { Command } from '../../../src/utils/editing/state';

/** @param lost hears of what is left out */
export function pasteOf(data: DataTransfer, lost: (messages: readonly Message[]) => void): Command | undefined {
  lost([]);
  const text = data.getData('text/plain');
  return text ? typeText(text) : undefined;
}
