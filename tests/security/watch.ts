/** Detects code that runs in a page: it sets `window.__canary` or opens a dialog. */
import type { Page } from 'puppeteer';

/** Starts before the page's own scripts, also in frames. */
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

/** Runs a function and lists the code that was executed meanwhile, each with the rendered payload. */
export async function executions<T>(
  page: Page,
  payloads: readonly string[],
  run: () => Promise<T>,
): Promise<{ value: T; ran: string[] }> {
  const value = await run();
  const ran = await page.evaluate(() => (window as any).__ran as string[]);
  return { value, ran: ran.map((each) => `${each}: ${payloads[Number(/at (\d+)/.exec(each)?.[1])] ?? ''}`) };
}
