/**
 * Restores rendered content (E13). If a script or a morph of the page removes content or the content class, it is
 * restored before the next frame. Nodes of other code are not touched.
 */
import { onModuleLoaded } from '../scheduling/lazy-modules';
import { ownMembers } from '../template/own-members';
import { isContentIntact } from '../template/rendered-roots';
import { addContentClass } from './content-class';

/** Maximum number of consecutive restores; a script that removes content so often does it on purpose. */
const MAX_RESTORES = 20;
/** Milliseconds after which restores do not count as consecutive. */
const RESTORES_PERIOD = 1000;

/** By observed element: a host for its class, a root for its content. */
const observed = new WeakMap<Node, ContentObserver>();
/** One observer for the page, because most components are never changed. */
let mutations: MutationObserver | undefined;

const onMutations = (records: readonly MutationRecord[]): void =>
  new Set(records.map(({ target }) => observed.get(target))).forEach((each) => each?.onMutation());

export class ContentObserver {
  #root?: Element;
  /** Child nodes of the root after the last render. */
  #nodes: readonly ChildNode[] = [];
  /** Time of the server's request for the content, as the server printed it. */
  #servedAt: string | null = null;
  #restores = 0;
  #restoredAt = 0;

  /**
   * @param isActive whether the host shows content
   * @param isOfPage whether that content is the page's own, which a morph may replace
   */
  constructor(
    private readonly host: Element,
    private readonly isActive: () => boolean,
    private readonly isOfPage: () => boolean,
  ) {}

  /** Root of the content; undefined before the first render, and while other code manages the content. */
  get root(): Element | undefined {
    return this.#root;
  }

  /** Stores the current child nodes of a root as rendered content. */
  remember(root: Element): void {
    mutations ??= new MutationObserver(onMutations);
    // Mutations of this render do not count as changes by other code.
    const records = mutations.takeRecords();
    const isOwn = ({ target }: MutationRecord): boolean => target === root;
    if (root !== this.#root) this.#observe(root);
    else if (records.some(isOwn)) this.#nodes = [...root.childNodes];
    const others = records.filter((record) => !isOwn(record));
    if (others.length) onMutations(others);
  }

  /** Stops restoring until the next render, because other code such as an editor manages the content. */
  release(): void {
    if (this.#root) observed.delete(this.#root);
    this.#root = undefined;
    this.#nodes = [];
  }

  onMutation(): void {
    const root = this.#root;
    if (!root || !this.isActive()) return;
    addContentClass(this.host);
    if (this.isOfPage()) return;
    const servedAt = this.host.getAttribute('data-checked-at');
    // A morph of the page has replaced the content by what the server renders now.
    const isReplaced = servedAt !== this.#servedAt;
    this.#servedAt = servedAt;
    if (isReplaced || isContentIntact(root)) this.#nodes = [...root.childNodes];
    else this.#restore(root);
  }

  #observe(root: Element): void {
    this.release();
    this.#root = root;
    this.#nodes = [...root.childNodes];
    this.#servedAt = this.host.getAttribute('data-checked-at');
    observed.set(this.host, this);
    observed.set(root, this);
    mutations!.observe(root, { childList: true });
    // For one element that is both, this call replaces the options of the first.
    mutations!.observe(this.host, { childList: root === this.host, attributeFilter: ['class'] });
  }

  #restore(root: Element): void {
    // Nodes that the page has moved elsewhere are not restored.
    const isIn = (node: Node): boolean => ownMembers(node).parentNode === root;
    const nodes = this.#nodes.filter((node) => isIn(node) || !ownMembers(node).isConnected);
    if (nodes.every(isIn)) return;
    if (performance.now() - this.#restoredAt > RESTORES_PERIOD) this.#restores = 0;
    this.#restoredAt = performance.now();
    if (++this.#restores > MAX_RESTORES) {
      onModuleLoaded('deferred', ({ warnOfRemovals }) => warnOfRemovals(this.host));
      return this.release();
    }
    let next: ChildNode | null = null;
    for (const node of nodes.toReversed()) {
      if (!isIn(node)) root.insertBefore(node, next);
      next = node;
    }
  }
}
