/** Maximum characters of a line, lines of a failure, and number of failures in a list. */
const MAX_LINE_LENGTH = 240;
const MAX_LINES = 16;
const MAX_FAILURES = 10;
/** Number of last lines that are shown for output of other programs than the test runner. */
const LAST_LINES = 12;

/** Matches a failed test and its details in the test runner's TAP. Parents follow their children. */
const FAILED = /^( *)not ok \d+ - (.*)\n\1 {2}---\n([\s\S]*?)^\1 {2}\.\.\.$/gm;

/** The value of a field; of several lines, the first ones with content. */
function field(block: string, name: string): string {
  const lines = new RegExp(`^( *)${name}: \\|-\\n((?:\\1 +.*\\n|\\s*\\n)*)`, 'm').exec(block)?.[2];
  const value = lines ?? new RegExp(`^ *${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
  const nonEmpty = value.split('\n').filter((line) => line.trim());
  const indent = nonEmpty[0]?.search(/\S/) ?? 0;
  const [first = '', ...rest] = nonEmpty
    .slice(0, MAX_LINES)
    .map((line) => line.slice(indent, indent + MAX_LINE_LENGTH));
  return [first.trim().replace(/^(['"])(.*)\1$/, '$2'), ...rest].join('\n  ');
}

/**
 * Returns `file:line:column name: why` for each failed test, with the lines that compare values. For output without a
 * test report, returns its last lines.
 * @param printed output of a part of the test suite
 */
export function failures(printed: string): string[] {
  const failed = [...printed.matchAll(FAILED)]
    .filter(([, , , block = '']) => field(block, 'failureType') !== 'subtestsFailed')
    .map(([, , name, block = '']) => `${field(block, 'location')} ${name}: ${field(block, 'error')}`);
  const omitted = failed.length - MAX_FAILURES;
  if (omitted > 0) failed.splice(MAX_FAILURES, omitted, `… and ${omitted} more`);
  return failed.length ? failed : printed.trimEnd().split('\n').slice(-LAST_LINES);
}
