/** Simulates text input other than key presses: input method editors (IME), dead keys, touch keyboards. */
import type { CDPSession, Page } from 'puppeteer';

export interface InputMethods {
  /** Starts or updates a composition; `''` cancels it. */
  compose(text: string): Promise<void>;
  /** Ends the composition with a text. Without a composition, inserts the text. */
  commit(text: string): Promise<void>;
  /** Composes a text step by step and commits the last step. */
  composeSteps(...steps: readonly string[]): Promise<void>;
  /** Types a word as touch keyboards do: each key has code 229, and the word is a composition that a space ends. */
  swipe(word: string): Promise<void>;
  /** Presses a key with code 229, which belongs to an input method. */
  processKey(): Promise<void>;
  /** Runs an editing command of the browser, as its menu does. */
  runBrowserCommand(command: string): Promise<void>;
}

export async function inputMethods(page: Page): Promise<InputMethods> {
  const session: CDPSession = await page.createCDPSession();
  const compose = async (text: string): Promise<void> => {
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  };
  const commit = async (text: string): Promise<void> => void (await session.send('Input.insertText', { text }));
  const key = async (type: 'rawKeyDown' | 'keyUp', commands?: string[]): Promise<void> => {
    await session.send('Input.dispatchKeyEvent', {
      type,
      windowsVirtualKeyCode: commands ? 0 : 229,
      key: 'Unidentified',
      ...(commands ? { commands } : {}),
    });
  };
  return {
    compose,
    commit,
    async composeSteps(...steps) {
      for (const step of steps) await compose(step);
      await commit(steps.at(-1)!);
    },
    async swipe(word) {
      const letters = Array.from(word);
      for (let count = 1; count <= letters.length; count++) {
        await key('rawKeyDown');
        await compose(letters.slice(0, count).join(''));
        await key('keyUp');
      }
      await commit(word);
      await key('rawKeyDown');
      await commit(' ');
      await key('keyUp');
    },
    async processKey() {
      await key('rawKeyDown');
      await key('keyUp');
    },
    async runBrowserCommand(command) {
      await key('rawKeyDown', [command]);
      await key('keyUp');
    },
  };
}
