/** Characters of a failure's line that are worth reading in a list, and failures of one. */
const LONGEST = 240;
const MOST = 10;
/** Lines at the end of what something else than the test runner printed. */
const LAST = 12;

/** A test that failed and what is said of it, in the runner's TAP; what holds it is told of after it. */
const FAILED = /^( *)not ok \d+ - (.*)\n\1 {2}---\n([\s\S]*?)^\1 {2}\.\.\.$/gm;

/** A field's value, or the first line of it. */
const field = (block: string, name: string): string =>
  (new RegExp(`^ *${name}: (?:\\|-\\n *)?(.*)$`, 'm').exec(block)?.[1] ?? '').trim().replace(/^(['"])(.*)\1$/, '$2');

/**
 * One line for each test that failed, `file:line:column name: why`; of what is no report of tests its last lines.
 * @param printed what a part of the suite printed.
 */
export function failures(printed: string): string[] {
  const failed = [...printed.matchAll(FAILED)]
    .filter(([, , , block = '']) => field(block, 'failureType') !== 'subtestsFailed')
    .map(([, , name, block = '']) => `${field(block, 'location')} ${name}: ${field(block, 'error')}`.slice(0, LONGEST));
  const more = failed.length - MOST;
  if (more > 0) failed.splice(MOST, more, `… and ${more} more`);
  return failed.length ? failed : printed.trimEnd().split('\n').slice(-LAST);
}
