'use client';

/**
 * Renders external components as portals of the React component around their element, so that context, error boundaries
 * and events work. Outside of React content, each has its own root.
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
  /** Called when the component has rendered, possibly more than once. */
  readonly onReady: () => void;
}

interface BoundaryProps {
  /** Properties of the component; after an error, other properties cause another attempt. */
  readonly values: ExternalProps;
  fail(error: unknown): void;
  readonly children?: ReactNode;
}

interface BoundaryState {
  readonly failed: boolean;
  /** The properties that were rendered or failed. */
  readonly values?: ExternalProps;
}

/** Passes an uncaught error of the component to its element, which displays the fallback content. */
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

/** Rendered next to a component; its effect runs once the component does not suspend. */
function Ready({ onReady }: { readonly onReady: () => void }): null {
  useLayoutEffect(onReady);
  return null;
}

/** In React 18, a component that suspends in a synchronous update without a boundary fails. */
const render = ({ Component: External, props, fail, onReady }: MountedComponent): ReactNode =>
  createElement(
    ErrorBoundary,
    { fail, values: props },
    createElement(Suspense, { fallback: null }, createExternal(External, props), createElement(Ready, { onReady })),
  );

const NO_PORTALS: readonly ReactPortal[] = [];
/** Portal hosts by the element that they are attached to. */
const portalHosts = new WeakMap<Node, PortalHost>();
/** Components with their own roots, in mount order. */
const detachedRoots = new Map<MountedComponent, Root>();
let lastKey = 0;

/** The external components in one element, rendered as portals of its React component. */
export class PortalHost {
  readonly #keys = new Map<MountedComponent, string>();
  readonly #listeners = new Set<() => void>();
  #portals = NO_PORTALS;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getPortals = (): readonly ReactPortal[] => this.#portals;
  /** A server mounts nothing. */
  readonly getServerPortals = (): readonly ReactPortal[] => NO_PORTALS;

  /** Renders components that are, or will be, mounted in an element. The returned function stops that. */
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

  /** Adds or updates a component. */
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

/** The portal host of the nearest ancestor of a node, across shadow roots. */
function findPortalHost(node: Node): PortalHost | undefined {
  for (
    let current: Node | null = node;
    current;
    current = current.parentNode ?? (current as Partial<ShadowRoot>).host ?? null
  ) {
    const found = portalHosts.get(current);
    if (found) return found;
  }
  return undefined;
}

/** Updates and removes a mounted component. */
interface Instance {
  update(props: ExternalProps): void;
  unmount(): void;
}

/**
 * Mounts a component in a container, synchronously, because the fallback content is hidden already. Returns a promise
 * if the component suspends; the fallback content is displayed until it resolves.
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
    // React may have hydrated an element around it meanwhile.
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
