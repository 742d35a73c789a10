/**
 * Components that nobody has seen yet are printed, too: lazy ones load and render before the page is printed (E8). A browser that prints
 * waits for nothing, not even for microtasks where a script calls `print()`: what is here renders at once. The rest loads, and is in the next
 * print; or in this one, where print styles apply before, as in services that make PDFs.
 */
import { resourceStore } from '../delivery/resource-store';

/** What is rendered before the page is printed. */
export interface PrintTarget {
  update(): void;
  render(isPrinted: boolean): void;
}

/** What a component waits by until it is near the viewport. */
interface Waiting {
  /** Ends the wait. Returns what is to be rendered. */
  reveal(): PrintTarget;
}

/** Those that wait until they are near the viewport. */
const waiting = new Set<Waiting>();

function print(): void {
  const targets = [...waiting].map((each) => each.reveal());
  for (const target of targets) target.update();
  resourceStore.notify();
  for (const target of targets) target.render(true);
}

let isListening = false;

/** Renders a component that waits when the page is printed. */
export function renderForPrint(component: Waiting): void {
  waiting.add(component);
  if (isListening) return;
  isListening = true;
  addEventListener('beforeprint', print);
  matchMedia('print').addEventListener('change', ({ matches }) => matches && print());
}

export const cancelPrint = (component: Waiting): unknown => waiting.delete(component);
