/** Describes errors in JSON text, with their position. */

export type Parsed = { data: unknown; problem?: undefined } | { data?: undefined; problem: string };

/** JavaScript engines report an offset, a line and column, or nothing. */
function placeIn(text: string, message: string): string {
  const lineAndColumn = /line (\d+) column (\d+)/.exec(message);
  if (lineAndColumn) return `line ${lineAndColumn[1]}, column ${lineAndColumn[2]}`;
  const offset = /position (\d+)/.exec(message)?.[1];
  const before = text.slice(0, offset === undefined ? text.length : Number(offset)).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

export function parseJSON(text: string): Parsed {
  if (!text.trim()) return { data: {} };
  try {
    return { data: JSON.parse(text) as unknown };
  } catch (error) {
    const { message } = error as Error;
    const what = message
      .replace(/^JSON\.parse: /, '')
      .replace(/,? ?\.\.\..*$/s, '')
      .replace(/ (?:in JSON )?at (?:position|line).*$/s, '')
      .replace(/, ".*$/s, '');
    return {
      problem: `The data is not JSON, ${placeIn(text, message)}: ${what}. Correct it. The page shows the last good data.`,
    };
  }
}
