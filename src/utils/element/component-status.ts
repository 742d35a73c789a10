/** The status of a component and how events change it. Pure: what follows from a change is the controller's business. */

/**
 * - `detached`: not in the page, or given up after an error. A change takes it up again.
 * - `deferred`: in the page, but it does not load before it is shown (hidden, `loading="lazy"`).
 * - `loading`: there is no template to show yet.
 * - `ready`: there is something to show; the next render shows it.
 * - `rendered`: the page shows it.
 * - `failed`: nothing can be shown.
 */
export type ComponentStatus = 'detached' | 'deferred' | 'loading' | 'ready' | 'rendered' | 'failed';

/**
 * - `attach`: the element is in the page and begins its work.
 * - `detach`: it left the page, or gave up.
 * - `defer`: it has to wait until it is shown.
 * - `load`: the template of its source is requested, and nothing of that source is there yet.
 * - `change`: there is something new to show.
 * - `render`: it was rendered.
 * - `fail`: nothing can be shown.
 */
export type ComponentEvent = 'attach' | 'detach' | 'defer' | 'load' | 'change' | 'render' | 'fail';

const TRANSITIONS: Readonly<Record<ComponentStatus, Partial<Record<ComponentEvent, ComponentStatus>>>> = {
  detached: { attach: 'loading' },
  deferred: { detach: 'detached', load: 'loading', change: 'ready', fail: 'failed' },
  loading: { detach: 'detached', defer: 'deferred', change: 'ready', fail: 'failed' },
  ready: { detach: 'detached', defer: 'deferred', load: 'loading', render: 'rendered', fail: 'failed' },
  rendered: { detach: 'detached', load: 'loading', change: 'ready', fail: 'failed' },
  failed: { detach: 'detached', defer: 'deferred', load: 'loading', change: 'ready' },
};

/** The status after an event; events that mean nothing in a status leave it as it is. */
export const transition = (status: ComponentStatus, event: ComponentEvent): ComponentStatus =>
  TRANSITIONS[status][event] ?? status;

/** Whether a component does its work: between `feaasMount` and `feaasUnmount`. */
export const isAttached = (status: ComponentStatus): boolean => status !== 'detached';
