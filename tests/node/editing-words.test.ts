/** The editor's words: every message in every language, with the same names to be filled in. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { MESSAGES, formatMessage, type MessageKey } from '../../src/utils/editing/messages/messages';
import { ARABIC } from '../../src/utils/editing/messages/ar';
import { GERMAN } from '../../src/utils/editing/messages/de';
import { JAPANESE } from '../../src/utils/editing/messages/ja';

const LANGUAGES = { German: GERMAN, Japanese: JAPANESE, Arabic: ARABIC } as const;
const ROOT = new URL('../../', import.meta.url).pathname;

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();

for (const [language, table] of Object.entries(LANGUAGES)) {
  test(`${language} has every message, with the same names`, () => {
    assert.deepEqual(Object.keys(table).sort(), Object.keys(MESSAGES).sort());
    for (const [key, text] of Object.entries(table)) {
      assert.ok(text.trim(), key);
      assert.deepEqual(namesIn(text), namesIn(MESSAGES[key as MessageKey]), key);
    }
  });
}

test('each language is said in its own script', () => {
  for (const key of ['ask.close', 'save.save', 'tool.bold'] as const) {
    assert.match(JAPANESE[key], /[\u3040-\u30ff\u4e00-\u9fff]/);
    assert.match(ARABIC[key], /[\u0600-\u06ff]/);
    assert.notEqual(GERMAN[key], MESSAGES[key]);
  }
});

test('the specification’s own words (§5, §2) are said exactly', () => {
  assert.equal(MESSAGES['ask.close'], 'Are you sure to close editor and discard changes?');
  assert.equal(
    MESSAGES['ask.unfork'],
    'Are you sure to reset component to its original state? All changes will be lost.',
  );
  assert.equal(MESSAGES['save.upToDate'], 'Up to date');
});

test('values are filled in, in any language', () => {
  const message = { key: 'restore.offer', values: { time: '12:30' } } as const;
  assert.equal(formatMessage(message), 'Restore unsaved changes from 12:30');
  assert.equal(formatMessage(message, GERMAN), 'Nicht gespeicherte Änderungen vom 12:30 wiederherstellen');
});

test('the chrome says nothing that is not in the table', () => {
  const folder = `${ROOT}frontend/src/editor/`;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  assert.ok(files.length > 5);
  for (const file of files) {
    const text = readFileSync(folder + file, 'utf8');
    // Words between tags, or as a name for those who hear them.
    assert.doesNotMatch(text, /<[a-zA-Z.]+(?:\s[^<>{}]*)?>\s*[A-Z][a-z]{2,}/, file);
    assert.doesNotMatch(text, /(?:aria-label|title|placeholder|alt)="[^"]+"/, file);
  }
});
