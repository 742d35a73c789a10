/**
 * Validates markup, so that pages can trust it. Nothing is repaired: editors learn what is forbidden and where, and the
 * saved markup is exactly what they wrote.
 */
import { serialize, type DefaultTreeAdapterTypes } from 'parse5';
import { contentOf, firstDifference } from './compare-markup.js';
import { elementProblems, type Allowed } from './elements.js';
import { enterTemplate, pathOf, positionOf } from './node-path.js';
import { MAX_DEPTH, read, type ChildNode, type Element, type Reading, MarkupLimitError } from './markup-reader.js';
import { textProblems } from './text.js';

export type MarkupOptions = Allowed;

export interface MarkupProblem {
  /** Path of the invalid node, such as `section > div:nth-child(2) > a@href`; empty for the markup as a whole. */
  readonly path: string;
  /** Position of its start tag or attribute in the text, from 1. */
  readonly line: number;
  readonly column: number;
  /** A sentence that names the node. */
  readonly problem: string;
}

/**
 * The problems of HTML as markup of a version, in the order of the text; empty for valid markup. It is parsed like
 * `innerHTML` of a div, with scripting enabled and disabled. Content that the parser drops, or that changes when it is
 * serialized and parsed again, is rejected, too. At most 500 kB, 256 levels of elements, and 100 problems.
 */
export function checkMarkup(html: string, options: MarkupOptions): readonly MarkupProblem[] {
  return problemsOf(html, options, 0)
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .slice(0, MAX_PROBLEMS);
}

const MAX_PROBLEMS = 100;
/** Maximum nesting of templates in attributes. */
const MAX_NESTED = 4;

/** Collects distinct problems up to the maximum. */
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
  const generalProblems = textProblems(html, 'The view');
  if (generalProblems.length > 0) return generalProblems.map((each) => ({ path: '', ...each }));
  const findings = new Findings();
  try {
    for (const scripting of /<noscript/i.test(html) ? [true, false] : [true]) {
      const reading = read(html, { scripting });
      addDroppedProblems(reading, findings);
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
    // Creating a path visits all siblings.
    if (findings.full) return;
    if (depth > MAX_DEPTH)
      throw new MarkupLimitError(`has more than ${MAX_DEPTH} levels of elements`, positionOf(node));
    if ('content' in node) enterTemplate((node as DefaultTreeAdapterTypes.Template).content, node);
    for (const { attribute, problem } of elementProblems(node, options)) {
      findings.add(problemAt(node, attribute, problem));
      if (findings.full) return;
    }
    for (const problem of templateProblems(node, options, nesting)) findings.add(problem);
    walk(contentOf(node), options, nesting, depth + 1, findings);
  }
}

/** Validates the `template` attribute of a feaas-* element, which contains markup. */
function templateProblems(element: Element, options: MarkupOptions, nesting: number): MarkupProblem[] {
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

function addDroppedProblems({ dropped, unfinished }: Reading, findings: Findings): void {
  if (unfinished) {
    const { what, ...position } = unfinished;
    findings.add({ path: '', ...position, problem: `The view ends within ${what}.` });
  }
  for (const { tag, parent, line, column } of dropped) {
    if (findings.full) return;
    const outer = pathOf(parent);
    const path = outer === '' ? tag : `${outer} > ${tag}`;
    findings.add({ path, line, column, problem: `${path} can not stand there: browsers drop it.` });
  }
}

/** Rejects markup that changes when it is parsed again, because that could bypass validation. */
function changeProblems({ nodes, root }: Reading, scripting: boolean): MarkupProblem[] {
  const text = serialize({ ...root, childNodes: [...nodes] } as Element, { scriptingEnabled: scripting });
  const changedElement = firstDifference(nodes, read(text, { scripting }).nodes, root);
  if (!changedElement) return [];
  const problem = 'changes when the host writes and parses it again';
  if (changedElement === root) return [{ path: '', line: 1, column: 1, problem: `The view ${problem}.` }];
  return [problemAt(changedElement, undefined, problem)];
}
