/**
 * Prints lazy components that were never near the viewport (E8). Browsers do not wait before they print, and not even run microtasks if a
 * script calls `print()`, so content that is already loaded renders synchronously. Other content loads for the next print, or for this
 * one if print styles apply earlier, as in services that create PDFs.
 */
import { resourceStore } from '../delivery/resource-store';

/** A component to render before the page is printed. */
export interface PrintTarget {
  update(): void;
  render(isPrinted: boolean): void;
}

/** A component that waits until it is near the viewport. */
interface WaitingComponent {
  /** Ends the wait. Returns the component to render. */
  reveal(): PrintTarget;
}

/** All components that wait. */
const waitingComponents = new Set<WaitingComponent>();

function print(): void {
  const targets = [...waitingComponents].map((each) => each.reveal());
  for (const target of targets) target.update();
  resourceStore.notify();
  for (const target of targets) target.render(true);
}

let isListening = false;

/** Renders a waiting component when the page is printed. */
export function renderForPrint(component: WaitingComponent): void {
  waitingComponents.add(component);
  if (isListening) return;
  isListening = true;
  addEventListener('beforeprint', print);
  matchMedia('print').addEventListener('change', ({ matches }) => matches && print());
}

export const cancelPrint = (component: WaitingComponent): unknown => waitingComponents.delete(component);
