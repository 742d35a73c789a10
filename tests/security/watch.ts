/** Tells what ran in a page: `window.__canary` set, a dialog called. */
import type { Page } from 'puppeteer';

/** Watches from before a page's own scripts; frames too. */
export async function watchExecution(page: Page): Promise<void> {
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  await page.evaluateOnNewDocument(() => {
    const top = window.top as any;
    top.__ran ??= [];
    const note = (how: string): void => void top.__ran.push(`${how} at ${top.__now}`);
    Object.defineProperty(window, '__canary', {
      set: () => note('__canary'),
      get: () => undefined,
      configurable: true,
    });
    for (const name of ['alert', 'confirm', 'prompt'] as const) (window as any)[name] = () => note(name);
  });
}

/** Runs something and lists what executed meanwhile, each with the payload that was being shown. */
export async function executions<T>(
  page: Page,
  payloads: readonly string[],
  run: () => Promise<T>,
): Promise<{ value: T; ran: string[] }> {
  const value = await run();
  const ran = await page.evaluate(() => (window as any).__ran as string[]);
  return { value, ran: ran.map((each) => `${each}: ${payloads[Number(/at (\d+)/.exec(each)?.[1])] ?? ''}`) };
}
