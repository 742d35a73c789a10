/** The status of a component, and how events change it. Pure: the controller handles the effects. */

/**
 * - `detached`: not in the page, or given up after an error. A change attaches it again.
 * - `deferred`: in the page, but it does not load before it is visible (hidden, `loading="lazy"`).
 * - `loading`: there is no template yet.
 * - `ready`: the next render shows the content.
 * - `rendered`: the content is visible.
 * - `failed`: nothing can be rendered.
 */
export type ComponentStatus = 'detached' | 'deferred' | 'loading' | 'ready' | 'rendered' | 'failed';

/**
 * - `attach`: the element is in the page and starts its work.
 * - `detach`: it left the page, or gave up.
 * - `defer`: it has to wait until it is visible.
 * - `load`: the template of its source is requested, and there is no response yet.
 * - `change`: there is new content to render.
 * - `render`: it was rendered.
 * - `fail`: nothing can be rendered.
 */
export type ComponentEvent = 'attach' | 'detach' | 'defer' | 'load' | 'change' | 'render' | 'fail';

/** The status after each event. */
const AFTER: Readonly<Record<ComponentEvent, ComponentStatus>> = {
  attach: 'loading',
  detach: 'detached',
  defer: 'deferred',
  load: 'loading',
  change: 'ready',
  render: 'rendered',
  fail: 'failed',
};

/** The statuses in which an event applies; by default all but `detached`. */
const APPLIES_TO: Readonly<Partial<Record<ComponentEvent, readonly ComponentStatus[]>>> = {
  attach: ['detached'],
  defer: ['loading', 'ready', 'failed'],
  render: ['ready'],
};

/** The status after an event. Events that do not apply leave it unchanged. */
export const transition = (status: ComponentStatus, event: ComponentEvent): ComponentStatus =>
  (APPLIES_TO[event]?.includes(status) ?? isAttached(status)) ? AFTER[event] : status;

/** Whether a component is active: between `feaasMount` and `feaasUnmount`. */
export const isAttached = (status: ComponentStatus): boolean => status !== 'detached';
