/** Whether a page's parser makes of printed HTML what was printed, and which template is read out of it (D18). */
import { VOID_TAGS } from '../template/content-model';
import { escapeAttribute, escapeText } from '../template/escape-html';
import { parseHTML } from '../template/parse-html';
import { attribute, isElement, type SourceElement, type SourceNode } from '../template/source-node';
import { DROPS_FIRST_BREAK, RAW_TEXT } from '../template/string-renderer';

const printAll = (nodes: readonly SourceNode[], isRaw?: boolean): string =>
  nodes.map((node) => print(node, isRaw)).join('');

/** A node as the printer writes it, without its bindings. */
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
 * Whether printed HTML parses back to itself. A painter puts a quote into a paragraph, or a link into a link; a parser ends the paragraph,
 * or the first link, where the second begins.
 */
export function parsesBack(html: string): boolean {
  try {
    return printAll(parseHTML(html)) === html;
  } catch {
    // It nests deeper than parsers go.
    return false;
  }
}

/** Nodes without the items of a list behind the first. */
function withFirstItems(nodes: readonly SourceNode[]): SourceNode[] {
  let scope: string | undefined;
  const kept: SourceNode[] = [];
  for (const node of nodes) {
    if (isElement(node)) {
      const before = scope;
      scope = attribute(node, 'data-path-scope');
      if (scope !== undefined && scope === before) continue;
      kept.push({ ...node, children: withFirstItems(node.children) });
    } else kept.push(node);
  }
  return kept;
}

/** Whether an element is hidden because there is nothing of the very value that it shows. */
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

/** Whether two contents show the same, now and with other data: texts differ only where they are hidden until there is a value. */
export function showSame(one: string, other: string): boolean {
  const seen = (html: string): string => printAll(withoutHiddenContent(parseHTML(html)));
  return one === other || seen(one) === seen(other);
}

/** The template that a page reads out of printed HTML: of each list, the first item (E6). */
export const templateOf = (html: string): string => printAll(withFirstItems(parseHTML(html)));
