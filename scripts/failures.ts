/** Characters of a line that are worth reading in a list, lines of a failure, and failures. */
const LONGEST = 240;
const LINES = 16;
const MOST = 10;
/** Lines at the end of what something else than the test runner printed. */
const LAST = 12;

/** A test that failed and what is said of it, in the runner's TAP; what holds it is told of after it. */
const FAILED = /^( *)not ok \d+ - (.*)\n\1 {2}---\n([\s\S]*?)^\1 {2}\.\.\.$/gm;

/** A field's value; of several lines the first ones that say something. */
function field(block: string, name: string): string {
  const lines = new RegExp(`^( *)${name}: \\|-\\n((?:\\1 +.*\\n|\\s*\\n)*)`, 'm').exec(block)?.[2];
  const value = lines ?? new RegExp(`^ *${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
  const said = value.split('\n').filter((line) => line.trim());
  const indented = said[0]?.search(/\S/) ?? 0;
  const [first = '', ...more] = said.slice(0, LINES).map((line) => line.slice(indented, indented + LONGEST));
  return [first.trim().replace(/^(['"])(.*)\1$/, '$2'), ...more].join('\n  ');
}

/**
 * For each test that failed `file:line:column name: why`, with the lines that compare values below; of what is no report of
 * tests its last lines.
 * @param printed what a part of the suite printed.
 */
export function failures(printed: string): string[] {
  const failed = [...printed.matchAll(FAILED)]
    .filter(([, , , block = '']) => field(block, 'failureType') !== 'subtestsFailed')
    .map(([, , name, block = '']) => `${field(block, 'location')} ${name}: ${field(block, 'error')}`);
  const more = failed.length - MOST;
  if (more > 0) failed.splice(MOST, more, `… and ${more} more`);
  return failed.length ? failed : printed.trimEnd().split('\n').slice(-LAST);
}
