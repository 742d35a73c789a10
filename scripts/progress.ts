/** Progress messages of `npm test` while a part runs. */

/** Formats milliseconds as text: `3 min 5 s`. */
export function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Matches the result of a test or suite in TAP. */
const TOLD = /^( *)(not )?ok \d+ - .*\n\1 {2}---\n([\s\S]*?)^\1 {2}\.\.\.$/gm;

/** Numbers of passed and failed tests so far, without suites; empty if there are none. */
export function counts(printed: string): string {
  const told = [...printed.matchAll(TOLD)].filter(([, , , block = '']) => !block.includes("type: 'suite'"));
  if (!told.length) return '';
  const wrong = told.filter(([, , not]) => not).length;
  return `: ${told.length - wrong} tests passed, ${wrong} failed`;
}
