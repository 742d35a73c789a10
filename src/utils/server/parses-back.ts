/** Checks whether a page's parser reproduces printed HTML, and which template it reads from it (D18). */
import { VOID_TAGS } from '../template/content-model';
import { escapeAttribute, escapeText } from '../template/escape-html';
import { parseHTML } from '../template/parse-html';
import { attribute, isElement, type SourceElement, type SourceNode } from '../template/source-node';
import { DROPS_FIRST_BREAK, RAW_TEXT } from '../template/string-renderer';

const printAll = (nodes: readonly SourceNode[], isRaw?: boolean): string =>
  nodes.map((node) => print(node, isRaw)).join('');

/** Prints a node like the string renderer, without bindings. */
function print(node: SourceNode, isRaw?: boolean): string {
  if (!isElement(node)) return node.comment ? `<!--${node.text}-->` : isRaw ? node.text : escapeText(node.text);
  const { tag, attributes, children, inert = [], foreign } = node;
  const start = `<${tag}${attributes.map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('')}>`;
  if (VOID_TAGS.has(tag) && !foreign) return start;
  const [first] = children;
  const isBreakDropped = DROPS_FIRST_BREAK.test(tag) && first && !isElement(first) && first.text[0] === '\n';
  const content = printAll(children, RAW_TEXT.test(tag) && !foreign) + printAll(inert);
  return `${start}${isBreakDropped ? '\n' : ''}${content}</${tag}>`;
}

/**
 * Whether printed HTML parses to the same HTML. A renderer may put a blockquote into a paragraph, or a link into a
 * link. A parser closes the paragraph, or the outer link, there.
 */
export function parsesBack(html: string): boolean {
  try {
    return printAll(parseHTML(html)) === html;
  } catch {
    // It nests deeper than the parser allows.
    return false;
  }
}

/** Nodes without the items of each list after the first. */
function withFirstItems(nodes: readonly SourceNode[]): SourceNode[] {
  let scope: string | undefined;
  const result: SourceNode[] = [];
  for (const node of nodes) {
    if (isElement(node)) {
      const previousScope = scope;
      scope = attribute(node, 'data-path-scope');
      if (scope !== undefined && scope === previousScope) continue;
      result.push({ ...node, children: withFirstItems(node.children) });
    } else result.push(node);
  }
  return result;
}

/** Whether an element is hidden because the value that it would show is missing. */
function isHiddenWithoutValue(element: SourceElement): boolean {
  const path = attribute(element, 'data-path-hidden');
  return path !== undefined && path === attribute(element, 'data-path') && attribute(element, 'hidden') !== undefined;
}

const withoutHiddenContent = (nodes: readonly SourceNode[]): SourceNode[] =>
  nodes.map((node) =>
    isElement(node)
      ? { ...node, children: isHiddenWithoutValue(node) ? [] : withoutHiddenContent(node.children) }
      : node,
  );

/**
 * Whether two contents show the same, now and with other data. Texts of elements that are hidden without a value may
 * differ.
 */
export function showSame(one: string, other: string): boolean {
  const visibleHTML = (html: string): string => printAll(withoutHiddenContent(parseHTML(html)));
  return one === other || visibleHTML(one) === visibleHTML(other);
}

/** The template that a page reads from printed HTML: only the first item of each list (E6). */
export const templateOf = (html: string): string => printAll(withFirstItems(parseHTML(html)));
