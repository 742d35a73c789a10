/** Helpers for tests of the editor's model: templates, editors with a selection, and serializers. */
import { readFileSync, readdirSync } from 'node:fs';
import { blocksOf, type TextBlock } from '../../src/utils/editing/model/blocks';
import { Editor } from '../../src/utils/editing/model/editor';
import { toRuns } from '../../src/utils/editing/model/inline';
import { elementsOf, resolveRoot, type SyntaxTree, type SyntaxNode } from '../../src/utils/editing/model/syntax-tree';
import { plainText } from '../../src/utils/editing/model/runs';
import { cases } from '../cases';

const LIBRARY = new URL('../../host/library/aurora/components/', import.meta.url);

/** Every template of the demo library. */
export const demoTemplates: readonly string[] = readdirSync(LIBRARY).map((name) =>
  readFileSync(new URL(`${name}/responsive.html`, LIBRARY), 'utf8'),
);

/** Every template of the project's own cases and of the conformance data. */
export const caseTemplates: readonly string[] = [
  ...new Set(
    cases.flatMap(({ template, steps }) => [template, ...(steps ?? []).map((step) => (step as any).template)]),
  ),
].filter((template): template is string => typeof template === 'string' && template !== '');

/** Removes from a tree what differs between a parsed and an edited one (ids and `emptied`), so that trees can be compared. */
export const stripIds = (node: SyntaxNode): unknown => {
  if (node.kind !== 'element') return { ...node, id: 0 };
  const bare = { ...node, id: 0, children: node.children.map(stripIds) };
  delete bare.emptied;
  return bare;
};

/** Concatenates the source text of all leaves and tags of a document. */
export function serializeTree(document: SyntaxTree, text: string): string {
  const say = (place: ReturnType<typeof resolveRoot> | { node: SyntaxNode; from: number; to: number }): string => {
    const { node, from, to } = place;
    if (node.kind !== 'element') return text.slice(from, to);
    let at = from + node.open;
    let inner = '';
    for (const child of node.children) {
      inner += say({ node: child, from: at, to: at + child.length });
      at += child.length;
    }
    return text.slice(from, from + node.open) + inner + text.slice(to - node.close, to);
  };
  return say(resolveRoot(document));
}

/** The id of the `nth` element with a tag (from 0). */
export function elementId(document: SyntaxTree, tag: string, nth = 0): number {
  const found = [...elementsOf(document)].filter(({ node }) => node.tag === tag)[nth];
  if (!found) throw new Error(`no ${tag} ${nth}`);
  return found.node.id;
}

/** Creates an editor with a selection: `[` and `]` in the text, or `|` for a caret. The markup itself must not contain these characters. */
export function editorAt(marked: string, ports: ConstructorParameters<typeof Editor>[1] = {}): Editor {
  const start = marked.search(/[[|]/);
  let text = marked.replace(/[[|]/, '');
  const close = text.indexOf(']');
  const end = close < 0 ? start : close;
  text = text.replace(']', '');
  const editor = new Editor(text, { now: () => 0, ...ports });
  if (start >= 0) editor.select(start, end);
  return editor;
}

/** The text of an editor with its selection marked as `[…]`, or its caret as `|`. */
export function textWithSelection({ state }: Editor): string {
  const { anchor, head } = state.selection;
  const [from, to] = anchor < head ? [anchor, head] : [head, anchor];
  return from === to
    ? `${state.text.slice(0, from)}|${state.text.slice(from)}`
    : `${state.text.slice(0, from)}[${state.text.slice(from, to)}]${state.text.slice(to)}`;
}

export const textOfBlock = (text: string, block: TextBlock): string => plainText(toRuns(text, block));

export { blocksOf };
