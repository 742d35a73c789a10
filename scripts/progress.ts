/** What `npm test` says while a part of it runs. */

/** Milliseconds in words: `3 min 5 s`. */
export function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Tests that a runner has told of so far in TAP, by their names: what holds others is not counted. */
export function counts(printed: string): string {
  const told = [...printed.matchAll(/^ *(not )?ok \d+ - .*\n *---\n(?:.*\n)*? *type: '(\w+)'\n/gm)].filter(
    ([, , type]) => type === 'test',
  );
  if (!told.length) return '';
  const wrong = told.filter(([, not]) => not).length;
  return `: ${told.length - wrong} tests passed, ${wrong} failed`;
}
