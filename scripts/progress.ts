/** What `npm test` says while a part of it runs. */

/** Milliseconds in words: `3 min 5 s`. */
export function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** What a runner tells of a test or of what holds tests, in TAP. */
const TOLD = /^( *)(not )?ok \d+ - .*\n\1 {2}---\n([\s\S]*?)^\1 {2}\.\.\.$/gm;

/** Number of tests that a runner has told of so far, without what holds them; nothing where it told of none. */
export function counts(printed: string): string {
  const told = [...printed.matchAll(TOLD)].filter(([, , , block = '']) => !block.includes("type: 'suite'"));
  if (!told.length) return '';
  const wrong = told.filter(([, , not]) => not).length;
  return `: ${told.length - wrong} tests passed, ${wrong} failed`;
}
