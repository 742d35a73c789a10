/** Printing includes components that have not been visible yet (E8). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CARD, requestsWith, at, type ComponentElement } from './lib/elements';

/** Adds lazy components below the viewport: with a loaded template, with its own, with children, and with one to fetch. */
const addLazy = (): Promise<void> =>
  at.page.evaluate(async (card) => {
    const seen = createComponent(card);
    await waitForRender(seen);
    const space = document.createElement('div');
    space.style.height = '9000px';
    document.body.append(space);
    createComponent({ ...card, id: 'here', loading: 'lazy' });
    createComponent({ fetch: '', template: '<p data-path="x">-</p>', data: '{"x":"own"}', id: 'own', loading: 'lazy' });
    const children = createComponent({ fetch: '', data: '{"x":"child"}', id: 'children', loading: 'lazy' }, null);
    children.innerHTML = '<p data-path="x">-</p>';
    document.body.append(children);
    createComponent({ ...card, version: 'other', id: 'fetched', loading: 'lazy' });
    createComponent({ ...card, id: 'hidden', hidden: '', loading: 'lazy' });
    await modulesLoaded();
    await Promise.all(
      Array.from(document.querySelectorAll<ComponentElement>('feaas-component'), (each) => each.componentOnReady()),
    );
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }, CARD);

const texts = (): Promise<Record<string, string>> =>
  at.page.evaluate(() =>
    Object.fromEntries(
      Array.from(document.querySelectorAll('feaas-component[id]'), ({ id, textContent }) => [id, textContent!.trim()]),
    ),
  );

const UNSEEN = { here: '', own: '', children: '-', fetched: '', hidden: '' };
const AT_ONCE = { here: 'X', own: 'own', children: 'child', fetched: '', hidden: '' };

test('E8: a script that prints includes lazy components with available content; others load for the next print', async () => {
  await addLazy();
  assert.deepEqual(await texts(), UNSEEN);
  const printed = await at.page.evaluate(() => {
    let printed = {};
    addEventListener('afterprint', () => {
      printed = Object.fromEntries(
        Array.from(document.querySelectorAll('feaas-component[id]'), ({ id, textContent }) => [
          id,
          textContent!.trim(),
        ]),
      );
    });
    // `print()` fires this event before anything else runs.
    dispatchEvent(new Event('beforeprint'));
    dispatchEvent(new Event('afterprint'));
    return printed;
  });
  assert.deepEqual(printed, AT_ONCE);
  await at.page.waitForFunction(() => document.getElementById('fetched')!.textContent);
  assert.deepEqual(await texts(), { ...AT_ONCE, fetched: 'X' });
});

test('E8: a print of the browser contains lazy components', async () => {
  await addLazy();
  await at.page.pdf();
  await at.page.waitForFunction(() => document.getElementById('fetched')!.textContent);
  assert.deepEqual(await texts(), { ...AT_ONCE, fetched: 'X' });
});

test('E8: lazy components load when print styles apply, as before a service creates a PDF', async () => {
  await addLazy();
  assert.deepEqual(requestsWith('/other/'), []);
  await at.page.emulateMediaType('print');
  try {
    await at.page.waitForFunction(() => document.getElementById('fetched')!.textContent);
  } finally {
    await at.page.emulateMediaType();
  }
  assert.deepEqual(await texts(), { ...AT_ONCE, fetched: 'X' });
});
