/**
 * Views are trusted by pages; this is why they may be. Nothing is repaired: an editor who wrote something that is
 * refused learns what and where, and what is saved is what was written.
 */
import { serialize, type DefaultTreeAdapterTypes } from 'parse5';
import { contentOf, firstDifference } from './compare-markup.js';
import { elementProblems, type Allowed } from './elements.js';
import { enterTemplate, pathOf, positionOf } from './node-path.js';
import { MAX_DEPTH, read, type ChildNode, type Element, type Reading, MarkupLimitError } from './markup-reader.js';
import { textProblems } from './text.js';

export type MarkupOptions = Allowed;

export interface MarkupProblem {
  /** Path of the offender, such as `section > div:nth-child(2) > a@href`; empty when it is the view as a whole. */
  readonly path: string;
  /** From 1, in the view's text; of its start tag or attribute. */
  readonly line: number;
  readonly column: number;
  /** A sentence that names the offender. */
  readonly problem: string;
}

/**
 * What keeps HTML from being a view, in the order of the text; empty when nothing does. It is read as a browser reads
 * `innerHTML` of a div, with scripts on and off; what the parser drops, or reads otherwise when it is written down
 * and read again, is refused too. At most 500 kB, 256 elements deep, and 100 problems.
 */
export function checkMarkup(html: string, options: MarkupOptions): readonly MarkupProblem[] {
  return problemsOf(html, options, 0)
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .slice(0, MAX_PROBLEMS);
}

const MAX_PROBLEMS = 100;
/** Views within attributes of views. */
const MAX_NESTED = 4;

/** Problems as they are found, each once; full at the most. */
class Findings {
  private readonly found = new Map<string, MarkupProblem>();
  get full(): boolean {
    return this.found.size >= MAX_PROBLEMS;
  }
  get all(): MarkupProblem[] {
    return [...this.found.values()];
  }
  add(problem: MarkupProblem): void {
    if (!this.full) this.found.set(`${problem.line}:${problem.column} ${problem.problem}`, problem);
  }
}

function problemsOf(html: string, options: MarkupOptions, nesting: number): MarkupProblem[] {
  const whole = textProblems(html, 'The view');
  if (whole.length > 0) return whole.map((each) => ({ path: '', ...each }));
  const findings = new Findings();
  try {
    for (const scripting of /<noscript/i.test(html) ? [true, false] : [true]) {
      const reading = read(html, { scripting });
      droppedProblems(reading, findings);
      walk(reading.nodes, options, nesting, 1, findings);
      if (findings.all.length === 0) changeProblems(reading, scripting).forEach((each) => findings.add(each));
    }
  } catch (error) {
    if (!(error instanceof MarkupLimitError)) throw error;
    return [...findings.all, { path: '', ...error.place, problem: `The view ${error.message}.` }];
  }
  return findings.all;
}

function walk(
  nodes: readonly ChildNode[],
  options: MarkupOptions,
  nesting: number,
  depth: number,
  findings: Findings,
): void {
  for (const node of nodes) {
    if (!('tagName' in node)) continue;
    // A path costs a look at every sibling.
    if (findings.full) return;
    if (depth > MAX_DEPTH)
      throw new MarkupLimitError(`has more than ${MAX_DEPTH} levels of elements`, positionOf(node));
    if ('content' in node) enterTemplate((node as DefaultTreeAdapterTypes.Template).content, node);
    for (const { attribute, problem } of elementProblems(node, options)) {
      findings.add(problemAt(node, attribute, problem));
      if (findings.full) return;
    }
    for (const problem of inAttribute(node, options, nesting)) findings.add(problem);
    walk(contentOf(node), options, nesting, depth + 1, findings);
  }
}

/** The template of a feaas-* element is a view within an attribute. */
function inAttribute(element: Element, options: MarkupOptions, nesting: number): MarkupProblem[] {
  if (!element.tagName.toLowerCase().startsWith('feaas-')) return [];
  const template = element.attrs.find(({ name }) => name === 'template')?.value;
  if (template === undefined) return [];
  if (nesting >= MAX_NESTED)
    return [problemAt(element, 'template', `holds templates within templates, more than ${MAX_NESTED} deep`)];
  const outer = pathOf(element);
  return problemsOf(template, options, nesting + 1).map(({ path, problem }) => ({
    path: `${outer}@template${path && ` > ${path}`}`,
    ...positionOf(element, 'template'),
    problem: `In the template of ${outer}: ${problem}`,
  }));
}

function problemAt(element: Element, attribute: string | undefined, problem: string): MarkupProblem {
  const path = pathOf(element) + (attribute === undefined ? '' : `@${attribute}`);
  return { path, ...positionOf(element, attribute), problem: `${path} ${problem}.` };
}

function droppedProblems({ dropped, unfinished }: Reading, findings: Findings): void {
  if (unfinished) {
    const { what, ...place } = unfinished;
    findings.add({ path: '', ...place, problem: `The view ends within ${what}.` });
  }
  for (const { tag, parent, line, column } of dropped) {
    if (findings.full) return;
    const outer = pathOf(parent);
    const path = outer === '' ? tag : `${outer} > ${tag}`;
    findings.add({ path, line, column, problem: `${path} can not stand there: browsers drop it.` });
  }
}

/** Markup that is read otherwise the second time can hide anything from a check of the first. */
function changeProblems({ nodes, root }: Reading, scripting: boolean): MarkupProblem[] {
  const text = serialize({ ...root, childNodes: [...nodes] } as Element, { scriptingEnabled: scripting });
  const changed = firstDifference(nodes, read(text, { scripting }).nodes, root);
  if (!changed) return [];
  const problem = 'changes when the host writes and parses it again';
  if (changed === root) return [{ path: '', line: 1, column: 1, problem: `The view ${problem}.` }];
  return [problemAt(changed, undefined, problem)];
}
