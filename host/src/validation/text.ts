/** Maximum bytes of markup or a stylesheet, in UTF-8. */
const MAX_BYTES = 500_000;

/** Problems of a text as a whole: too long, or not storable unchanged. */
export function textProblems(text: string, subject: string): { line: number; column: number; problem: string }[] {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES)
    return [{ line: 1, column: 1, problem: `${subject} has ${bytes} bytes; the most is ${MAX_BYTES}.` }];
  const invalid = /[\0\p{Surrogate}]/u.exec(text);
  if (!invalid) return [];
  const before = text.slice(0, invalid.index);
  const name = invalid[0] === '\0' ? 'a NUL character' : 'half a surrogate pair';
  return [
    {
      line: before.split('\n').length,
      column: invalid.index - before.lastIndexOf('\n'),
      problem: `${subject} holds ${name}, which no database keeps.`,
    },
  ];
}
