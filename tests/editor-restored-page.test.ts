/** An open editor in a page that returns from the back-forward cache (the real editor). A headless shell does not keep this page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch } from './lib/browser';
import {
  editableComponent,
  editorJourney,
  openEditor,
  typeAtEnd,
  versionId,
  waitForEditorState,
  waitForNotice,
  waitForSaveButton,
} from './lib/editor-page';

const at = editorJourney(() => launch([], true));

test('a page with an open editor returns from the back-forward cache with its unsaved text, and reports what others saved meanwhile', async () => {
  const version = await at.publish('<section><h2>Title</h2><p>Text</p></section>');
  const id = versionId(version);
  await at.host.writePage('other.html', '<p>Other</p>');
  await at.open(editableComponent(version, ''));
  await openEditor(at.page);
  await typeAtEnd(at.page, '!', 'feaas-component h2');
  await waitForSaveButton(at.page, 'Save', true);
  await at.page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { isRestored: persisted })),
  );
  // A browser that is short of time or memory does not keep pages; then the editor is closed.
  await at.page.goto(`${at.host.origin}/other.html`);
  const [before] = await at.versions.find([id]);
  await at.versions.save(id, '<section><h2>Title</h2><p>Theirs</p></section>', {
    expectedRevision: before!.revision,
  });
  await at.page.goBack();
  const reasons = await at.page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as (PerformanceEntry & {
      notRestoredReasons?: unknown;
    })[];
    return 'isRestored' in window ? null : JSON.stringify(navigation!.notRestoredReasons);
  });
  assert.equal(reasons, null);
  await waitForEditorState(at.page, 'ready');
  await waitForNotice(at.page, /^development saved this component at /);
  await typeAtEnd(at.page, '?', 'feaas-component h2');
  assert.equal(await at.page.$eval('feaas-component h2', (heading) => heading.textContent), 'Title!?');
  assert.deepEqual(at.consoleMessages, []);
});
