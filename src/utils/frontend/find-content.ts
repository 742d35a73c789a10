/** Finds the element of the page that an editor edits. */
import { DEFAULT_VERSION } from '../../global/defaults';
import { hasComponent, resolveSource, type SourceProps } from '../element/component-source';
import type { EditorContent, EditorTarget } from './types';
import { contextOf } from './find-context';

/** Returns what an element shows; undefined if that is no component of a library. */
export function contentOf(element: HTMLElement): EditorContent | undefined {
  try {
    const source = resolveSource(element, element as SourceProps);
    return hasComponent(source) ? { element, source } : undefined;
  } catch {
    return undefined; // the source does not parse
  }
}

const isShowing = ({ source }: EditorContent, { component, version, instance }: EditorTarget): boolean =>
  source.component === component &&
  (source.version || DEFAULT_VERSION) === version &&
  (source.instance || undefined) === (instance || undefined);

/**
 * Returns the component in an editor's context that shows a target: the requested one, or an editable one, or else the
 * first one.
 */
export function findContent(editor: Element, target: EditorTarget, requested?: HTMLElement): EditorContent | undefined {
  const root = editor.getRootNode() as Document | ShadowRoot;
  const components = [
    ...root.querySelectorAll<HTMLElement>('feaas-component'),
    ...document.querySelectorAll<HTMLElement>('feaas-component'),
  ];
  const matches = (requested?.isConnected ? [requested, ...components] : components)
    .filter((element) => contextOf(element) === contextOf(editor))
    .map(contentOf)
    .filter((content) => content !== undefined && isShowing(content, target));
  return (
    matches.find((content) => content!.element === requested || content!.element.matches('[editable]')) ?? matches[0]
  );
}
