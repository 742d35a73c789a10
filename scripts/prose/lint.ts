/** Checks the English of a text: sentence length, passive voice, repeated words, banned words. */
import MarkdownIt, { type Token } from 'markdown-it';
import writeGood from 'write-good';
import { BANNED, EXCEPTIONS, MAX_WORDS } from './rules';

export interface Finding {
  readonly line: number;
  /** The problem, and what to write instead. */
  readonly problem: string;
  readonly sentence: string;
}

const markdown = new MarkdownIt();
const sentenceSegmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** A word that replaces code: it may start a sentence, and differs each time. */
const codeWord = (index: number): string => `Code${index}`;

const CHECKS = Object.fromEntries(
  ['weasel', 'so', 'thereIs', 'adverb', 'tooWordy', 'cliches', 'eprime'].map((name) => [name, false]),
);

/** Matches a list of code, which counts as one word. */
const CODE_LIST = /\bCode\d+(?:(?:[\s,/·()-]|\band\b|\bor\b)+Code\d+)+\b/g;

const countWords = (text: string): number =>
  [...wordSegmenter.segment(text.replace(CODE_LIST, codeWord(0)).replace(/(\w)['’.:/-](?=\w)/g, '$1'))].filter(
    ({ isWordLike }) => isWordLike,
  ).length;

function problemsOf(sentence: string): string[] {
  const found: string[] = [];
  const count = countWords(sentence);
  if (count > MAX_WORDS) found.push(`${count} words, ${MAX_WORDS} at most: write two sentences`);
  for (const { reason } of writeGood(sentence, CHECKS))
    found.push(reason.replace('may be passive voice', 'is passive voice: name who does it'));
  for (const { words: pattern, instead } of BANNED)
    for (const [word] of sentence.matchAll(pattern)) found.push(`"${word}": write ${instead}`);
  return found;
}

/** The text of a paragraph, heading or cell without markup; keeps line breaks. */
function textOf(token: Token): string {
  return (token.children ?? [])
    .map(({ type, content }, index) => {
      if (type === 'code_inline') return codeWord(index);
      if (type === 'softbreak' || type === 'hardbreak') return '\n';
      return type === 'text' ? content : '';
    })
    .join('');
}

/** Checks a Markdown text. Code blocks are skipped. */
export function lintProse(text: string): Finding[] {
  // Title and description are checked, too. Each becomes a paragraph on its own line.
  const body = text.replace(/^---\ntitle: (.*)\ndescription: (.*)\n---\n/, (_, title: string, description: string) =>
    ['', `# ${title}`, description, '', ''].join('\n'),
  );
  // Table cells have no line number of their own.
  let start = 0;
  return markdown.parse(body, {}).flatMap((token) => {
    start = token.map?.[0] ?? start;
    if (token.type !== 'inline') return [];
    const paragraph = textOf(token);
    // A line break would end a sentence.
    return [...sentenceSegmenter.segment(paragraph.replaceAll('\n', ' '))].flatMap(({ segment, index }) => {
      const sentence = segment.trim();
      if (EXCEPTIONS.some((exception) => sentence.includes(exception.text))) return [];
      const line = start + paragraph.slice(0, index).split('\n').length;
      return problemsOf(sentence).map((problem) => ({ line, problem, sentence }));
    });
  });
}
