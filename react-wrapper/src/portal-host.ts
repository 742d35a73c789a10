'use client';

/**
 * Where external components are rendered: as portals of the React component of the element around them, so that context, error
 * boundaries and events work; or, where React did not make what is around, in a root of their own.
 */
import type { ExternalProps } from 'feaas-kit';
import {
  Component,
  StrictMode,
  Suspense,
  createElement,
  useLayoutEffect,
  type ComponentType,
  type ReactNode,
  type ReactPortal,
} from 'react';
import { createPortal, flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { createExternal } from './external-components.js';

/** One mounted external component. */
interface MountedComponent {
  readonly Component: ComponentType<ExternalProps>;
  readonly container: HTMLElement;
  props: ExternalProps;
  readonly fail: (error: unknown) => void;
  /** Called when the component shows, which may be again. */
  readonly onReady: () => void;
}

interface BoundaryProps {
  /** Properties of the component: it is tried again with others. */
  readonly values: ExternalProps;
  fail(error: unknown): void;
  readonly children?: ReactNode;
}

interface BoundaryState {
  readonly failed: boolean;
  /** What it failed with, or shows. */
  readonly values?: ExternalProps;
}

/** Passes an error that the component does not catch itself to its element, which displays the fallback content. */
class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  static getDerivedStateFromError(): BoundaryState {
    return { failed: true };
  }
  static getDerivedStateFromProps({ values }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return values === state.values ? null : { failed: false, values };
  }
  override state: BoundaryState = { failed: false };
  override componentDidCatch(error: unknown): void {
    this.props.fail(error);
  }
  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

/** Beside a component: its effect runs once the component does not suspend. */
function Ready({ onReady }: { readonly onReady: () => void }): null {
  useLayoutEffect(onReady);
  return null;
}

/** React 18 takes a component for failed that suspends in a synchronous update, unless a boundary is around it. */
const render = ({ Component: External, props, fail, onReady }: MountedComponent): ReactNode =>
  createElement(
    ErrorBoundary,
    { fail, values: props },
    createElement(Suspense, { fallback: null }, createExternal(External, props), createElement(Ready, { onReady })),
  );

const NO_PORTALS: readonly ReactPortal[] = [];
/** Portal hosts by the element that they are attached to. */
const portalHosts = new WeakMap<Node, PortalHost>();
/** Components with roots of their own, in the order in which they were mounted. */
const detachedRoots = new Map<MountedComponent, Root>();
let lastKey = 0;

/** The external components in one element, as portals of its React component. */
export class PortalHost {
  readonly #keys = new Map<MountedComponent, string>();
  readonly #listeners = new Set<() => void>();
  #portals = NO_PORTALS;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getPortals = (): readonly ReactPortal[] => this.#portals;
  /** Nothing is mounted on a server. */
  readonly getServerPortals = (): readonly ReactPortal[] => NO_PORTALS;

  /** Renders what is mounted in an element from now on, and what is mounted there already; returns how to stop. */
  attach(element: Element): () => void {
    portalHosts.set(element, this);
    for (const [mounted, root] of [...detachedRoots]) {
      // Mounted before React hydrated the element around it.
      if (findPortalHost(mounted.container) !== this) continue;
      detachedRoots.delete(mounted);
      queueMicrotask(() => {
        root.unmount();
        this.add(mounted);
      });
    }
    return () => void portalHosts.delete(element);
  }

  /** Adds a component, or updates it. */
  add(mounted: MountedComponent): void {
    if (!this.#keys.has(mounted)) this.#keys.set(mounted, String(lastKey++));
    this.#notify();
  }

  remove(mounted: MountedComponent): void {
    this.#keys.delete(mounted);
    this.#notify();
  }

  #notify(): void {
    this.#portals = [...this.#keys].map(([mounted, key]) => createPortal(render(mounted), mounted.container, key));
    this.#listeners.forEach((listener) => listener());
  }
}

/** The portal host of the nearest element around a node, through shadow roots. */
function findPortalHost(node: Node): PortalHost | undefined {
  for (let at: Node | null = node; at; at = at.parentNode ?? (at as Partial<ShadowRoot>).host ?? null) {
    const found = portalHosts.get(at);
    if (found) return found;
  }
  return undefined;
}

/** What updates and removes a mounted component. */
interface Instance {
  update(props: ExternalProps): void;
  unmount(): void;
}

/**
 * Mounts a component in a container, synchronously: the fallback content is hidden by now. Of a component that suspends, a promise is
 * returned, until which the fallback content is displayed.
 */
export function mountComponent(
  External: ComponentType<ExternalProps>,
  container: HTMLElement,
  props: ExternalProps,
  fail: (error: unknown) => void,
): Instance | Promise<Instance> {
  let isSettled = false;
  let onSettled = (): void => {};
  const settle = (): void => {
    isSettled = true;
    onSettled();
  };
  const mounted: MountedComponent = {
    Component: External,
    container,
    props,
    fail(error) {
      settle();
      fail(error);
    },
    onReady: settle,
  };
  let portalHost = findPortalHost(container);
  const update = (): void => {
    // React may have hydrated an element around it since.
    portalHost = detachedRoots.has(mounted) ? undefined : (portalHost ?? findPortalHost(container));
    if (portalHost) return portalHost.add(mounted);
    let root = detachedRoots.get(mounted);
    if (!root) detachedRoots.set(mounted, (root = createRoot(container, { onCaughtError: () => {} })));
    root.render(createElement(StrictMode, null, render(mounted)));
  };
  flushSync(update);
  const instance: Instance = {
    update(next) {
      mounted.props = next;
      update();
    },
    unmount() {
      const root = detachedRoots.get(mounted);
      detachedRoots.delete(mounted);
      root?.unmount();
      (portalHost ?? findPortalHost(container))?.remove(mounted);
    },
  };
  return isSettled ? instance : new Promise((resolve) => (onSettled = () => resolve(instance)));
}
