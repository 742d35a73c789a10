/**
 * What was rendered into a component stays there (E13): content that a script or a morph of the page removes is put back before the
 * next frame, and so is the content class. Nodes of others are left alone.
 */
import { warnOnce } from '../../global/logger';
import { isContentIntact } from '../template/rendered-roots';
import { addContentClass } from './content-class';

/** Times in a row that content is put back: whoever removes it as often wants it gone. */
const MAX_RESTORES = 20;
/** Milliseconds after which they no longer count as in a row. */
const RESTORES_PERIOD = 1000;

/** By the element that is observed: a host for its class, a root for its content. */
const observed = new WeakMap<Node, ContentObserver>();
/** One for the page: most components are never touched. */
let mutations: MutationObserver | undefined;

const onMutations = (records: readonly MutationRecord[]): void =>
  new Set(records.map(({ target }) => observed.get(target))).forEach((each) => each?.onMutation());

export class ContentObserver {
  #root?: Element;
  /** What the root contains since the last render. */
  #nodes: readonly ChildNode[] = [];
  #restores = 0;
  #restoredAt = 0;

  /** @param isRestorable whether the content is the kit's business at the moment. */
  constructor(
    private readonly host: Element,
    private readonly isRestorable: () => boolean,
  ) {}

  /** Where content is shown; undefined before the first render, and while it is in the hands of somebody else. */
  get root(): Element | undefined {
    return this.#root;
  }

  /** Takes what a root contains now for what was rendered. */
  remember(root: Element): void {
    mutations ??= new MutationObserver(onMutations);
    // Changes of this render are not those of others.
    const records = mutations.takeRecords();
    const isOwn = ({ target }: MutationRecord): boolean => target === root;
    if (root !== this.#root) this.#observe(root);
    else if (records.some(isOwn)) this.#nodes = [...root.childNodes];
    const others = records.filter((record) => !isOwn(record));
    if (others.length) onMutations(others);
  }

  /** Content is in the hands of somebody else, such as an editor, until it is rendered again. */
  release(): void {
    if (this.#root) observed.delete(this.#root);
    this.#root = undefined;
    this.#nodes = [];
  }

  onMutation(): void {
    const root = this.#root;
    if (!root || !this.isRestorable()) return;
    addContentClass(this.host);
    if (isContentIntact(root)) this.#nodes = [...root.childNodes];
    else this.#restore(root);
  }

  #observe(root: Element): void {
    this.release();
    this.#root = root;
    this.#nodes = [...root.childNodes];
    observed.set(this.host, this);
    observed.set(root, this);
    // On an element that is both, the second call would replace the first.
    if (root === this.host) mutations!.observe(root, { childList: true, attributeFilter: ['class'] });
    else {
      mutations!.observe(this.host, { attributeFilter: ['class'] });
      mutations!.observe(root, { childList: true });
    }
  }

  #restore(root: Element): void {
    // What the page shows elsewhere by now is the page's.
    const nodes = this.#nodes.filter((node) => node.parentNode === root || !node.isConnected);
    if (nodes.every((node) => node.parentNode === root)) return;
    if (performance.now() - this.#restoredAt > RESTORES_PERIOD) this.#restores = 0;
    this.#restoredAt = performance.now();
    if (++this.#restores > MAX_RESTORES) {
      warnOnce(
        '<feaas-component>: a script of the page removes its content again and again, so it is no longer restored. ' +
          'Remove the element, or hide it, instead.',
        this.host,
      );
      this.release();
      return;
    }
    let next: ChildNode | null = null;
    for (const node of nodes.toReversed()) {
      if (node.parentNode !== root) root.insertBefore(node, next);
      next = node;
    }
  }
}
