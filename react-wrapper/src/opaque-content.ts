'use client';

/**
 * Content that the kit writes into an element of React's. React gets the element with a constant `dangerouslySetInnerHTML`, so that it
 * neither hydrates nor updates what is inside. `children` are placed there by a portal until the kit is about to write: it calls
 * the element's `Symbol.for('feaas.content')` first, and React takes them out again.
 */
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { findReactComponent } from './external-components.js';
import { SERVER_RENDERED } from './external-content.js';

type Values = Readonly<Record<string, unknown>>;

/** How the content of an element comes about. */
export interface OpaqueContent {
  /** On a server: props that print the content in place of `children`; undefined when `children` are the content. */
  readonly renderOnServer?: ((props: Values) => Values | undefined) | undefined;
  /** The kit replaces `children` when it renders; else it leaves them where they are. */
  readonly replacesChildren: boolean;
  /** Something is displayed in place of `children` from the beginning. */
  readonly hidesChildren?: (props: Values) => boolean;
  /** `children` are the template (E6), so that a change of them is a change of the template. */
  readonly isTemplate?: (props: Values) => boolean;
}

/** Shared with the kit: a function that takes React's children out of the element; null once the kit has written its content. */
const CONTENT = Symbol.for('feaas.content');

/** The slot of a mounted external component, which is no content of the page's. */
const MOUNTED = 'feaas-mounted';

type HostElement = HTMLElement & { [CONTENT]?: (() => void) | null; template?: string | undefined };

/** No content, also where a page enforces Trusted Types. */
const emptyHTML = (): unknown =>
  (globalThis as { trustedTypes?: { readonly emptyHTML?: unknown } }).trustedTypes?.emptyHTML ?? '';

/** React must find the same object in every render, or it writes the content again. */
const NO_CONTENT = { __html: emptyHTML() };

const useLayout = typeof document === 'undefined' ? useEffect : useLayoutEffect;

const isPresent = (children: unknown): boolean => children != null && typeof children !== 'boolean';

/** Removes what the server printed for `children`: the same comes back alive. */
function removeServerContent(element: Element): void {
  for (const node of [...element.childNodes]) if ((node as Partial<Element>).slot !== MOUNTED) node.remove();
}

/**
 * Passes changes of children that are rendered outside of the document on as the element's template, until they are its template no more.
 * @param last what the element has as its template.
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
    // By now a `template` of the props is an attribute, which is no business of the children's.
    if (!element.hasAttribute('template')) element.template = undefined;
  };
}

/**
 * Lets React take children out of an element that the kit has emptied already. React removes each of them by its parent's `removeChild`,
 * and an error there ends the page.
 */
function allowLateRemoval(element: HTMLElement): void {
  const removeChild = <Child extends Node>(child: Child): Child =>
    child.parentNode === element ? Node.prototype.removeChild.call(element, child) && child : child;
  Object.defineProperty(element, 'removeChild', { value: removeChild, configurable: true });
}

/** What is displayed in an element as `children`, unless a component that pages have takes the place of the server's. */
function displayedChildren(props: Values): { children: ReactNode; isServerContent: boolean } {
  const { children, serverContent, dataExternalId } = props as {
    children?: ReactNode;
    serverContent?: ReactNode;
    dataExternalId?: string;
  };
  const isServerContent = serverContent !== undefined && !findReactComponent(dataExternalId ?? '');
  return { children: isServerContent ? serverContent : children, isServerContent };
}

/** Where nodes of server components belong in the content that the server printed; those that a page's own replace are left out. */
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
 * What a component gives to React for the content of its element.
 * @returns props of the element, and portals beside it.
 */
export function useOpaqueContent(
  content: OpaqueContent | undefined,
  own: { readonly current: HTMLElement | null },
  props: Values,
): { contentProps: Values; contentPortals: ReactNode } {
  /** `initial` while React hydrates; `placed` while children are in the element; `released` once the kit has its content. */
  const [stage, setStage] = useState<'initial' | 'placed' | 'released'>('initial');
  const [serverRendered, setServerRendered] = useState(NONE);
  const isStarted = useRef(false);
  /** React has taken the children out. */
  const isReleased = useRef(false);
  /** The children are the template, or were it before they became null. */
  const hasTemplate = useRef(false);
  /** What the element has read out of the children itself; null for the children that it was rendered with before React. */
  const readTemplate = useRef<string | null | undefined>(undefined);
  /** Where children are rendered that are not in the element itself. */
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const isPlaced = useRef(false);
  const { dangerouslySetInnerHTML: html, externals = [] } = props as {
    dangerouslySetInnerHTML?: unknown;
    externals?: readonly ReactNode[];
  };
  const { children, isServerContent } = displayedChildren(props);
  const hasChildren = !!content && isPresent(children) && !html && !content.hidesChildren?.(props);
  // A portal into an element excludes `dangerouslySetInnerHTML` there. React empties the element when it goes, and never looks in again.
  const placesChildren = hasChildren && stage === 'placed';
  isPlaced.current ||= placesChildren && !!content?.replacesChildren;
  hasTemplate.current = !!content?.isTemplate?.(props) && !html && (hasChildren || hasTemplate.current);
  const isOwnTemplate = hasTemplate.current;
  const isTemplate = stage === 'released' && isOwnTemplate;

  useLayout(() => {
    const element = own.current as HostElement | null;
    if (!content || !element) return;
    const isRendered = content.replacesChildren && element[CONTENT] === null;
    if (content.replacesChildren && !isRendered)
      element[CONTENT] = () => {
        flushSync(() => setStage('released'));
        // React delays updates of what it hides, as a Suspense boundary does that suspends again.
        if (isReleased.current) return;
        allowLateRemoval(element);
        // The element may have read a template out of children that React hides by their style.
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
    Reflect.deleteProperty(own.current!, 'removeChild');
  }, [stage]);

  // Beside the mounted component, children have an element of their own.
  const needsContainer = hasChildren && !content.replacesChildren;
  useLayout(() => {
    if (needsContainer && !container) {
      const made = own.current!.appendChild(document.createElement('div'));
      made.style.display = 'contents';
      setContainer(made);
    } else if (isTemplate && !container) setContainer(document.createElement('div'));
  }, [needsContainer, isTemplate]);

  const isRead = placesChildren && isOwnTemplate;
  useLayout(() => {
    if (isRead) readTemplate.current ??= own.current!.innerHTML;
  }, [isRead]);

  useLayout(() => {
    if (!isTemplate || !container) return undefined;
    const last = readTemplate.current === null ? container.innerHTML : readTemplate.current;
    // The next time, something else was the template before.
    readTemplate.current = undefined;
    return watchTemplate(container, own.current!, last);
  }, [isTemplate, container]);

  if (!content) return { contentProps: {}, contentPortals: null };
  const portals: ReactNode[] = [...serverRendered].map(([index, element]) =>
    createPortal(externals[index], element, `external-${index}`),
  );
  const target = content.replacesChildren && placesChildren ? own.current : container;
  if (target && (placesChildren || isTemplate)) portals.push(createPortal(children, target, 'children'));
  return {
    contentProps: { children: undefined, dangerouslySetInnerHTML: isPlaced.current ? undefined : (html ?? NO_CONTENT) },
    contentPortals: portals,
  };
}
