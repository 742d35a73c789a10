'use client';

/**
 * Content that the kit writes into an element of React. The element has a constant `dangerouslySetInnerHTML`, so React
 * neither hydrates nor updates its content. A portal places `children` there until the kit writes. Then the kit calls
 * the element's `Symbol.for('feaas.content')`, and React removes them.
 */
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { findReactComponent } from './external-components.js';
import { SERVER_RENDERED } from './external-content.js';

type Values = Readonly<Record<string, unknown>>;

/** Options for the content of an element. */
export interface OpaqueContent {
  /**
   * Returns props that print the content instead of `children`, on a server; undefined if `children` are the content.
   */
  readonly renderOnServer?: ((props: Values) => Values | undefined) | undefined;
  /** Whether the kit replaces `children` when it renders; otherwise they stay. */
  readonly replacesChildren: boolean;
  /** Whether other content is displayed instead of `children` from the start. */
  readonly hidesChildren?: (props: Values) => boolean;
  /** Whether `children` are the template (E6), so that their changes change the template. */
  readonly isTemplate?: (props: Values) => boolean;
}

/**
 * Shared with the kit: a function that removes React's children from the element; null once the kit has written the
 * content.
 */
const CONTENT = Symbol.for('feaas.content');

/** Slot of a mounted external component, which is not content of the page. */
const MOUNTED = 'feaas-mounted';

type HostElement = HTMLElement & { [CONTENT]?: (() => void) | null; template?: string | undefined };

/** Empty HTML, also for pages that enforce Trusted Types. */
const emptyHTML = (): unknown =>
  (globalThis as { trustedTypes?: { readonly emptyHTML?: unknown } }).trustedTypes?.emptyHTML ?? '';

/** Must be one object for all renders; otherwise React writes the content again. */
const NO_CONTENT = { __html: emptyHTML() };

const useLayout = typeof document === 'undefined' ? useEffect : useLayoutEffect;

const isPresent = (children: unknown): boolean => children != null && typeof children !== 'boolean';

/** Removes the server's output for `children`, because React renders them again. */
function removeServerContent(element: Element): void {
  for (const node of [...element.childNodes]) if ((node as Partial<Element>).slot !== MOUNTED) node.remove();
}

/**
 * Passes changes of the detached children on as the element's template while they are its template.
 * @param last the element's current template
 */
function watchTemplate(container: Element, element: HostElement, last: string | undefined): () => void {
  const update = (): void => {
    const html = container.innerHTML;
    if (html !== last) element.template = last = html;
  };
  update();
  const observer = new MutationObserver(update);
  observer.observe(container, { subtree: true, childList: true, characterData: true, attributes: true });
  return () => {
    observer.disconnect();
    // If there is a `template` attribute by now, it does not come from the children.
    if (!element.hasAttribute('template')) element.template = undefined;
  };
}

/**
 * Lets React remove children from an element that the kit has already emptied. React calls the parent's `removeChild`
 * for each, and an error there would unmount the whole tree.
 */
function allowLateRemoval(element: HTMLElement): void {
  const removeChild = <Child extends Node>(child: Child): Child =>
    child.parentNode === element ? Node.prototype.removeChild.call(element, child) && child : child;
  Object.defineProperty(element, 'removeChild', { value: removeChild, configurable: true });
}

/** The content to display as `children`: the server's, unless the page has registered the component itself. */
function displayedChildren(props: Values): { children: ReactNode; isServerContent: boolean } {
  const { children, serverContent, dataExternalId } = props as {
    children?: ReactNode;
    serverContent?: ReactNode;
    dataExternalId?: string;
  };
  const isServerContent = serverContent !== undefined && !findReactComponent(dataExternalId ?? '');
  return { children: isServerContent ? serverContent : children, isServerContent };
}

/**
 * Finds the elements for nodes of server components in the server's content, except components that the page registers
 * itself.
 */
function findServerRendered(element: Element, count: number): ReadonlyMap<number, Element> {
  const found = new Map<number, Element>();
  for (const external of element.querySelectorAll(`feaas-external[${SERVER_RENDERED}]`)) {
    const index = Number(external.getAttribute(SERVER_RENDERED));
    if (!(index < count) || findReactComponent(external.getAttribute('data-external-id') ?? '')) continue;
    removeServerContent(external);
    external.setAttribute(SERVER_RENDERED, 'live');
    found.set(index, external);
  }
  return found;
}

const NONE: ReadonlyMap<number, Element> = new Map();

/**
 * Returns React content for an element whose content the kit writes.
 * @returns props of the element, and portals next to it
 */
export function useOpaqueContent(
  content: OpaqueContent | undefined,
  elementRef: { readonly current: HTMLElement | null },
  props: Values,
): { contentProps: Values; contentPortals: ReactNode } {
  /**
   * `initial` during hydration; `placed` while children are in the element; `released` once the kit writes the content.
   */
  const [stage, setStage] = useState<'initial' | 'placed' | 'released'>('initial');
  const [serverRendered, setServerRendered] = useState(NONE);
  const isStarted = useRef(false);
  /** Whether React has removed the children. */
  const isReleased = useRef(false);
  /** Whether the children are the template, or were until they became null. */
  const hasTemplate = useRef(false);
  /** The template that the element has read from the children; null if it was rendered with them before React. */
  const readTemplate = useRef<string | null | undefined>(undefined);
  /** Container for children that are not in the element itself. */
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const isPlaced = useRef(false);
  const { dangerouslySetInnerHTML: html, externals = [] } = props as {
    dangerouslySetInnerHTML?: unknown;
    externals?: readonly ReactNode[];
  };
  const { children, isServerContent } = displayedChildren(props);
  const hasChildren = !!content && isPresent(children) && !html && !content.hidesChildren?.(props);
  // A portal into an element excludes `dangerouslySetInnerHTML`. When that is removed, React empties the element and
  // ignores its content afterwards.
  const placesChildren = hasChildren && stage === 'placed';
  isPlaced.current ||= placesChildren && !!content?.replacesChildren;
  hasTemplate.current = !!content?.isTemplate?.(props) && !html && (hasChildren || hasTemplate.current);
  const isOwnTemplate = hasTemplate.current;
  const isTemplate = stage === 'released' && isOwnTemplate;

  useLayout(() => {
    const element = elementRef.current as HostElement | null;
    if (!content || !element) return;
    const isRendered = content.replacesChildren && element[CONTENT] === null;
    if (content.replacesChildren && !isRendered)
      element[CONTENT] = () => {
        flushSync(() => setStage('released'));
        // React delays updates of hidden content, such as in a Suspense boundary that suspends again.
        if (isReleased.current) return;
        allowLateRemoval(element);
        // The element may have read a template from children that React hides with a style.
        readTemplate.current = undefined;
      };
    if (isStarted.current) return;
    isStarted.current = true;
    if (isRendered && isOwnTemplate) readTemplate.current = null;
    if (!content.replacesChildren && hasChildren) removeServerContent(element);
    if (isServerContent) element.setAttribute(SERVER_RENDERED, 'live');
    if (externals.length) setServerRendered(findServerRendered(element, externals.length));
    setStage(isRendered ? 'released' : 'placed');
  }, []);

  useLayout(() => {
    if (stage !== 'released') return;
    isReleased.current = true;
    Reflect.deleteProperty(elementRef.current!, 'removeChild');
  }, [stage]);

  // Next to the mounted component, children need their own container.
  const needsContainer = hasChildren && !content.replacesChildren;
  useLayout(() => {
    if (needsContainer && !container) {
      const newContainer = elementRef.current!.appendChild(document.createElement('div'));
      newContainer.style.display = 'contents';
      setContainer(newContainer);
    } else if (isTemplate && !container) setContainer(document.createElement('div'));
  }, [needsContainer, isTemplate]);

  const isRead = placesChildren && isOwnTemplate;
  useLayout(() => {
    if (isRead) readTemplate.current ??= elementRef.current!.innerHTML;
  }, [isRead]);

  useLayout(() => {
    if (!isTemplate || !container) return undefined;
    const last = readTemplate.current === null ? container.innerHTML : readTemplate.current;
    // The next time, the previous template is a different one.
    readTemplate.current = undefined;
    return watchTemplate(container, elementRef.current!, last);
  }, [isTemplate, container]);

  if (!content) return { contentProps: {}, contentPortals: null };
  const portals: ReactNode[] = [...serverRendered].map(([index, element]) =>
    createPortal(externals[index], element, `external-${index}`),
  );
  const target = content.replacesChildren && placesChildren ? elementRef.current : container;
  if (target && (placesChildren || isTemplate)) portals.push(createPortal(children, target, 'children'));
  return {
    contentProps: { children: undefined, dangerouslySetInnerHTML: isPlaced.current ? undefined : (html ?? NO_CONTENT) },
    contentPortals: portals,
  };
}
