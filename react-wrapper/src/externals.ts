'use client';

/**
 * Where external components are drawn: in the React component of the element around them, so that context, boundaries and events
 * reach through; or, where React did not make what is around, in a root of their own.
 */
import type { ExternalProps } from 'feaas-kit';
import { Component, StrictMode, createElement, type ComponentType, type ReactNode, type ReactPortal } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';

/** One external component on the page. */
interface Drawing {
  readonly Component: ComponentType<ExternalProps>;
  readonly place: HTMLElement;
  props: ExternalProps;
  readonly fail: (error: unknown) => void;
}

/** An error that the component does not catch itself is the element's: it shows its fallback. */
class Boundary extends Component<{ fail(error: unknown): void; children?: ReactNode }, { failed: boolean }> {
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override state = { failed: false };
  override componentDidCatch(error: unknown): void {
    this.props.fail(error);
  }
  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

const draw = ({ Component: Drawn, props, fail }: Drawing): ReactNode =>
  createElement(Boundary, { fail }, createElement(Drawn, props));

const NONE: readonly ReactPortal[] = [];
/** What React made, by its element. */
const standing = new WeakMap<Node, Externals>();
/** Drawings with roots of their own, in the order they came. */
const alone = new Map<Drawing, Root>();
let keys = 0;

/** The external components in one element, as portals of its React component. */
export class Externals {
  readonly #drawings = new Map<Drawing, string>();
  readonly #listeners = new Set<() => void>();
  #portals = NONE;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly now = (): readonly ReactPortal[] => this.#portals;
  /** On a server nothing is mounted. */
  readonly none = (): readonly ReactPortal[] => NONE;

  /** From now on what is drawn in an element is drawn here, what is there already too; returns the way to stop. */
  stand(element: Element): () => void {
    standing.set(element, this);
    for (const [drawing, root] of [...alone]) {
      // What React takes over while it hydrates was there a moment before.
      if (around(drawing.place) !== this) continue;
      alone.delete(drawing);
      queueMicrotask(() => {
        root.unmount();
        this.put(drawing);
      });
    }
    return () => void standing.delete(element);
  }

  put(drawing: Drawing): void {
    if (!this.#drawings.has(drawing)) this.#drawings.set(drawing, String(keys++));
    this.#tell();
  }

  take(drawing: Drawing): void {
    this.#drawings.delete(drawing);
    this.#tell();
  }

  has(drawing: Drawing): boolean {
    return this.#drawings.has(drawing);
  }

  #tell(): void {
    this.#portals = [...this.#drawings].map(([drawing, key]) => createPortal(draw(drawing), drawing.place, key));
    this.#listeners.forEach((listener) => listener());
  }
}

/** The nearest element around a place that React made, through shadow roots. */
function around(place: Node): Externals | undefined {
  for (let at: Node | null = place; at; at = at.parentNode ?? (at as Partial<ShadowRoot>).host ?? null) {
    const found = standing.get(at);
    if (found) return found;
  }
  return undefined;
}

/** Draws a component in a place, at once: the fallback content is gone by now. */
export function show(
  Drawn: ComponentType<ExternalProps>,
  place: HTMLElement,
  props: ExternalProps,
  fail: (error: unknown) => void,
): { update(props: ExternalProps): void; unmount(): void } {
  const drawing: Drawing = { Component: Drawn, place, props, fail };
  let home = around(place);
  /** Draws it where it belongs now: React may have come to be around it. */
  const update = (): void => {
    home = alone.has(drawing) ? undefined : (home ?? around(place));
    if (home) return home.put(drawing);
    let root = alone.get(drawing);
    if (!root) alone.set(drawing, (root = createRoot(place, { onCaughtError: () => {} })));
    root.render(createElement(StrictMode, null, draw(drawing)));
  };
  flushSync(update);
  return {
    update(now) {
      drawing.props = now;
      update();
    },
    unmount() {
      const root = alone.get(drawing);
      alone.delete(drawing);
      root?.unmount();
      (home ?? around(place))?.take(drawing);
    },
  };
}
