/** The table of docs/troubleshooting.md contains exactly the messages of the code. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckMessageValues } from '../../src/utils/editing/messages/checks.generated';
import type { ScheduleMessageValues } from '../../frontend/src/messages/schedule.json';
import { firstCells, pagesIn } from '../../scripts/docs/pages';
import { EDITOR_TEXTS, textsOf } from '../lib/catalogs';
import { messagesIn, messagesOf } from '../lib/messages';
import { hasRemedy, WITHOUT_REMEDY } from '../lib/remedies';

const ROOT = new URL('../../', import.meta.url).pathname;
const page = pagesIn(`${ROOT}docs`).find(({ name }) => name === 'troubleshooting')!;

/** A message as one line, as in a table. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const listed = new Set(firstCells(page).map(oneLine));
const sourceMessages = messagesIn(ROOT, ['src', 'frontend/src', 'host/src', 'react-wrapper/src']);

for (const { file, text } of sourceMessages) {
  test(`troubleshooting.md explains what ${file} says: ${oneLine(text)}`, () => {
    assert.ok(listed.has(oneLine(text)), `no row of the table has \`${oneLine(text)}\``);
  });
}

test('troubleshooting.md contains only existing messages', () => {
  const all = new Set(sourceMessages.map(({ text }) => oneLine(text)));
  assert.deepEqual(
    [...listed].filter((each) => !all.has(each)),
    [],
  );
});

/** Messages of commands have no rows: each is printed next to the help of the command. */
const all = [...sourceMessages, ...messagesIn(ROOT, ['cli', 'compat/src', 'create-feaas/src'])];
const exceptions = new Set(Object.values(WITHOUT_REMEDY).flat());

test('every message tells its reader what to do', () => {
  assert.deepEqual(
    all
      .filter(({ text }) => !hasRemedy(text) && !exceptions.has(oneLine(text)))
      .map(({ file, text }) => `${file}: ${oneLine(text)}`),
    [],
  );
});

test('exactly the listed messages have no remedy', () => {
  const without = new Set(all.filter(({ text }) => !hasRemedy(text)).map(({ text }) => oneLine(text)));
  assert.deepEqual(
    [...exceptions].filter((each) => !without.has(each)),
    [],
  );
});

test('every row of troubleshooting.md has a meaning and a remedy', () => {
  const rows = [...page.text.matchAll(/^\|(.+)\|$/gm)]
    .map(([, cells]) => cells!.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .filter(([first]) => first !== 'message' && !/^-+$/.test(first!));
  assert.ok(rows.length > 100);
  assert.deepEqual(
    rows.filter((cells) => cells.length < 2 || cells.some((cell) => !cell)),
    [],
  );
});

for (const text of [
  'There is no library.',
  'name "" is empty.',
  'The disk is full; it opens later.',
  'Could not read it (404).',
])
  test(`a message without a remedy: ${text}`, () => assert.equal(hasRemedy(text), false));

for (const text of [
  'There is no library. Check the id.',
  'port must be 1 to 65535, but is 0.',
  'The disk is full: free some space.',
  'The host is stopping: try again in a few seconds.',
])
  test(`a message with a remedy: ${text}`, () => assert.equal(hasRemedy(text), true));

test('texts of the editor are quoted exactly', () => {
  const texts = new Set([
    ...Object.values(EDITOR_TEXTS),
    ...Object.values(textsOf<CheckMessageValues>('checks', 'en')),
    ...Object.values(textsOf<ScheduleMessageValues>('schedule', 'en')),
  ]);
  const told = page.text.slice(page.text.indexOf('## What editors read'));
  const rows = [...told.matchAll(/^\| ([A-Z][^|]+) \|/gm)].map(([, cell]) => cell!.trim());
  assert.ok(rows.length >= 7);
  assert.deepEqual(
    rows.filter((each) => !texts.has(each)),
    [],
  );
});

test('messages are extracted from all kinds of expressions', () => {
  const source = `
    warnOnce('one is ' + 'said');
    throw new TypeError(isLong ? \`two \${name} is said\` : 'three is said');
    class OwnError extends Error { constructor() { super('OwnError', 'four is said'); } }
    this.ports.log(\`five \${a}\${b} is said\`, error);
    call('six is not said');
  `;
  assert.deepEqual(
    messagesOf('x.ts', source).map(({ text }) => text),
    ['one is said', 'two … is said', 'three is said', 'four is said', 'five … is said'],
  );
});
