/**
 * Members of nodes that the names of form controls hide (DOM clobbering): with a control named `parentNode`,
 * `form.parentNode` is that control. Code that can meet a form reads the form's members here.
 */

const HANDLER: ProxyHandler<object> = {
  get(form, name) {
    const value: unknown = Reflect.get(HTMLFormElement.prototype, name, form);
    return typeof value === 'function' ? (value.bind(form) as unknown) : value;
  },
};

/** The node, or for a form a proxy to read the form's own members. The proxy itself is no node. */
export const ownMembers = <N extends object>(node: N): N =>
  // No name hides a symbol. Forms of other windows are no instances of this one's class.
  (node as { [Symbol.toStringTag]?: string })[Symbol.toStringTag] === 'HTMLFormElement'
    ? (new Proxy(node, HANDLER) as N)
    : node;
