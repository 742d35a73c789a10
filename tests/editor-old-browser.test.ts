/** The editor in a browser that shows content but is too old for editing (the real editor on the real host). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editableComponent, editorJourney, waitForEditorState } from './lib/editor-page';

const at = editorJourney();

test('in a browser without popovers, the page stays as it is, and an error names the browsers that can edit', async () => {
  const version = await at.publish('<section><h2>Title</h2><p>One</p></section>');
  await at.page.evaluateOnNewDocument(() => {
    const prototype = HTMLElement.prototype as unknown as Record<string, unknown>;
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover']) delete prototype[name];
    document.addEventListener('feaasError', ({ detail }: CustomEventInit<Error>) => (document.title = detail!.message));
  });
  await at.open(editableComponent(version, version));
  await at.page.waitForFunction(() => document.querySelector('feaas-component')?.matches('[editable].-feaas'));
  const before = await at.page.$eval('feaas-component', (element) => element.innerHTML);
  await at.page.click('feaas-component h2');
  await at.page.waitForFunction(() => document.title.includes('popovers'), { timeout: 30_000 });
  assert.equal(
    await at.page.title(),
    'the editor cannot open: this browser has no popovers. Use Chrome 114, Edge 114, Firefox 125, Safari 17 or a newer one.',
  );
  await waitForEditorState(at.page, 'idle');
  assert.equal(await at.page.$eval('feaas-component', (element) => element.innerHTML), before);
});
