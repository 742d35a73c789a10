/** The list of customizations and the preview page, opened from the editor's menu (the real host, under its policy, D13). */
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findViolations } from './lib/axe';
import { waitForNetworkIdle } from './lib/network-idle';
import { recordRequestURLs } from './lib/page-observers';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  versionId,
  clickButton,
  waitForEditorState,
} from './lib/editor-page';

const at = editorJourney();

test('the list loads when it is opened, shows this page’s customization, and returns the focus', async () => {
  const version = await at.publish('<section><p>One</p></section>');
  const fork = `aurora/footer/here-${version}`;
  await at.versions.fork(versionId(version), `here-${version}`, {
    expectedRevision: 0,
    page: 'https://shop.example/here',
  });
  await at.versions.publish(fork, { expectedRevision: 1 });
  await at.open(editableComponent(version, `here-${version}`));
  const still = { name: 'prefers-reduced-motion', value: 'reduce' };
  await at.page.emulateMediaFeatures([still]);
  const asked = recordRequestURLs(at.page);
  await openEditor(at.page);
  await waitForNetworkIdle(at.page);
  const before = asked.filter((url) => url.includes('/assets/')).length;
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'Customizations');
  const row = await at.page.waitForFunction(
    (fork) =>
      document
        .querySelector('feaas-editor')!
        .shadowRoot!.querySelector('.dialog__whole')
        ?.shadowRoot?.querySelector<HTMLElement>(`[data-id="${fork}"]`)?.innerText,
    { timeout: 30_000 },
    fork,
  );
  assert.match((await row.jsonValue())!, /shop\.example\/here/);
  assert.ok(asked.filter((url) => url.includes('/assets/')).length > before, 'nothing of it was there before');
  for (const [width, scheme] of [
    [1440, 'light'],
    [360, 'dark'],
  ] as const) {
    await at.page.setViewport({ width, height: 800 });
    await at.page.emulateMediaFeatures([still, { name: 'prefers-color-scheme', value: scheme }]);
    assert.deepEqual(await findViolations(at.page), [], `${width} px, ${scheme}`);
    await at.page.screenshot({ path: join(tmpdir(), `feaas-customizations-${width}.png`) });
  }
  await at.page.keyboard.press('Escape');
  await at.page.waitForSelector(inEditorUI('.dialog--page'), { hidden: true });
  assert.equal(
    await at.page.evaluate(() => document.querySelector('feaas-editor')!.shadowRoot!.activeElement?.ariaLabel),
    'More actions',
  );
  const opened = new Promise<string>((resolve) =>
    at.page.browserContext().on('targetcreated', (target) => resolve(target.url())),
  );
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'Preview page');
  await opened;
  const pages = await at.page.browserContext().pages();
  const preview = pages.find((page) => page !== at.page)!;
  await preview.waitForFunction(() => document.getElementById('status')?.textContent?.startsWith('Showing '));
  assert.match(preview.url(), new RegExp(`feaasSrc=aurora%2Ffooter%2Fhere-${version}&lang=en$`));
  await preview.close();
  await at.page.bringToFront();
  await clickButton(at.page, 'Close');
  await waitForEditorState(at.page, 'idle');
  assert.deepEqual(at.consoleMessages, []);
});
