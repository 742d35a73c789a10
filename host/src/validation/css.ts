/** Forbidden parts of stylesheets and style attributes: scripts, and imports from other origins. */
import { isElsewhere, readAddress } from './urls.js';

export interface CssProblem {
  /** Index in the given text. */
  readonly offset: number;
  readonly problem: string;
}

interface Rule {
  readonly pattern: RegExp;
  problem(match: RegExpMatchArray): string | undefined;
}

const SCRIPT = '(?:javascript|vbscript|livescript|mocha|jscript)\\s*:';

/** Patterns for the output of `readCss`: lower case, escapes decoded, no comments. */
const RULES: readonly Rule[] = [
  { pattern: /expression\s*\(/g, problem: () => 'holds expression(), which runs code in old browsers' },
  { pattern: /(?:^|[{;\s])(?:-ms-)?behaviou?r\s*:/g, problem: () => 'holds behavior, which runs code in old browsers' },
  { pattern: /-moz-binding\s*:/g, problem: () => 'holds -moz-binding, which runs code in old browsers' },
  { pattern: new RegExp(`(?:url\\(\\s*["']?|["'])\\s*${SCRIPT}`, 'g'), problem: () => 'holds a script address' },
  {
    pattern: /@import\s*(?:url\(\s*)?(?:"([^"]*)|'([^']*)|(?<=\()([^)]*))/g,
    problem: ([, double, single, bare]) => {
      const address = double ?? single ?? bare ?? '';
      // URLs ignore tabs and line breaks.
      return isElsewhere(readAddress(address.replaceAll(' ', '')))
        ? `imports '${address.slice(0, 200)}' from another origin`
        : undefined;
    },
  },
];

/** The problems of CSS text, in order. */
export function cssProblems(css: string): CssProblem[] {
  const { text, offsets } = readCss(css);
  const problems: CssProblem[] = [];
  for (const { pattern, problem } of RULES) {
    for (const match of text.matchAll(pattern)) {
      const message = problem(match);
      if (message !== undefined) problems.push({ offset: offsets[match.index] ?? 0, problem: message });
    }
  }
  return problems.sort((a, b) => a.offset - b.offset);
}

/** Characters that decoded escapes must not become, because they would change the structure. */
const STRUCTURE = /["'();{}@]/;
const SPACE = /[ \t\n\r\f]/;
const LINE_BREAK = /^(?:\r\n|[\n\r\f])/;
const ESCAPE = /^([0-9a-f]{1,6})(?:\r\n|[ \t\n\r\f])?/i;
/** A bare `url(`. Excludes `#url(` and `@url(`, which are not functions. */
const BARE_URL = /(?:^|[^\w\u0080-\uffff#@-])url\($/;

/**
 * Normalizes CSS as a tokenizer would: removes comments, decodes escapes, converts to lower case, collapses white
 * space. `/*` in strings and bare `url(…)` does not start a comment. `offsets[i]` is the original position of character
 * i.
 */
function readCss(css: string): { text: string; offsets: number[] } {
  const characters: string[] = [];
  const offsets: number[] = [];
  /** The last five characters since the last comment. */
  let tail = '';
  let index = 0;
  const emit = (text: string, offset: number): void => {
    for (const character of text) {
      // Surrogate pairs, and the few letters that become longer in lower case, would shift the offsets.
      const normalized = SPACE.test(character) ? ' ' : character.length === 1 ? character : '\ufffd';
      if (normalized === ' ' && tail.endsWith(' ')) continue;
      characters.push(normalized);
      offsets.push(offset);
      tail = (tail + normalized).slice(-5);
    }
  };
  const readCharacter = (inString = false): void => {
    if (css[index] !== '\\') {
      emit(css[index]!.toLowerCase(), index++);
      return;
    }
    const lineBreak = LINE_BREAK.exec(css.slice(index + 1, index + 3));
    if (lineBreak) {
      // A line continuation in a string; elsewhere it is no escape.
      if (!inString) emit('\ufffd', index);
      index += 1 + lineBreak[0].length;
      return;
    }
    const hex = ESCAPE.exec(css.slice(index + 1, index + 9));
    const decoded = hex ? characterOf(Number.parseInt(hex[1]!, 16)) : (css[index + 1] ?? '\ufffd');
    emit(STRUCTURE.test(decoded) ? '\ufffd' : decoded.toLowerCase(), index);
    // An escaped character is part of a name, whatever it is.
    if (!/[\w-]/.test(decoded)) tail = '\ufffd';
    index += 1 + (hex ? hex[0].length : 1);
  };
  const copyUntil = (end: RegExp, inString = false): void => {
    while (index < css.length && !end.test(css[index]!)) readCharacter(inString);
  };
  while (index < css.length) {
    if (css.startsWith('/*', index)) {
      const end = css.indexOf('*/', index + 2);
      index = end < 0 ? css.length : end + 2;
      tail = '';
    } else if (css.startsWith('<!--', index)) {
      // Ignored like a comment, but the text after it is not.
      index += 4;
      tail = '';
    } else if (css[index] === '"' || css[index] === "'") {
      const quote = css[index]!;
      emit(quote, index++);
      copyUntil(quote === '"' ? /["\n\r\f]/ : /['\n\r\f]/, true);
      // A line break ends a string, too.
      emit(quote, index);
      if (css[index] === quote) index++;
    } else {
      readCharacter();
      if (tail.endsWith('url(') && BARE_URL.test(tail) && !isQuoteNext(css, index)) copyUntil(/\)/);
    }
  }
  return { text: characters.join(''), offsets };
}

const characterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');

function isQuoteNext(css: string, index: number): boolean {
  while (SPACE.test(css[index] ?? '')) index++;
  return css[index] === '"' || css[index] === "'";
}
