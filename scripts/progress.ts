/** Progress messages of `npm test` while a part runs. */

/** Formats milliseconds as text: `3 min 5 s`. */
export function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Matches the result of a test or suite in TAP. */
const RESULT = /^( *)(not )?ok \d+ - .*\n\1 {2}---\n([\s\S]*?)^\1 {2}\.\.\.$/gm;

/** Numbers of passed and failed tests so far, without suites; empty if there are none. */
export function counts(printed: string): string {
  const results = [...printed.matchAll(RESULT)].filter(([, , , block = '']) => !block.includes("type: 'suite'"));
  if (!results.length) return '';
  const failed = results.filter(([, , not]) => not).length;
  return `: ${results.length - failed} tests passed, ${failed} failed`;
}
