import { cssProblems } from './css.js';
import { textProblems } from './text.js';

export interface StylesheetProblem {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly problem: string;
}

/**
 * The problems of CSS as a library's stylesheet; empty for valid CSS. Pages insert it into a `style` element, so it
 * must not contain the end tag. At most 500 kB.
 */
export function checkStylesheet(css: string): readonly StylesheetProblem[] {
  const generalProblems = textProblems(css, 'The stylesheet');
  if (generalProblems.length > 0) return generalProblems;
  const endTagProblems = [...css.matchAll(/<\/style/gi)].map(({ index }) => ({
    offset: index,
    problem: 'holds </style, which would end the element that it stands in',
  }));
  return [...cssProblems(css), ...endTagProblems]
    .sort((a, b) => a.offset - b.offset)
    .slice(0, MAX_PROBLEMS)
    .map(({ offset, problem }) => ({ ...positionOf(css, offset), problem: `The stylesheet ${problem}.` }));
}

const MAX_PROBLEMS = 100;

function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
