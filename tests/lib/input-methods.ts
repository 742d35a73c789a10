/** Ways of typing beside a plain keyboard, as a browser hears of them: input methods, dead keys, keyboards on glass. */
import type { CDPSession, Page } from 'puppeteer';

export interface InputMethods {
  /** Shows a composition, or what became of the one that is under way; `''` takes it back. */
  compose(text: string): Promise<void>;
  /** Ends the composition with a text, or inserts one where there is none. */
  commit(text: string): Promise<void>;
  /** Composes a text step by step and commits the last one. */
  composeSteps(...steps: readonly string[]): Promise<void>;
  /** A word of a keyboard on glass: every key is 229, and the word is composed until a space ends it. */
  swipe(word: string): Promise<void>;
  /** A key that says it is one of an input method. */
  processKey(): Promise<void>;
  /** Does one of the browser's own commands: what its menu does. */
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
