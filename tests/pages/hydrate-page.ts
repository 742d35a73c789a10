import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Site, type Shown } from './hydrate';

/** Hydrates what the server printed; React tells what it had to mend. */
Object.assign(window, {
  hydrate(container: Element, shown: Shown, mended: (error: unknown) => void): void {
    hydrateRoot(container, createElement(Site, { shown }), { onRecoverableError: mended });
  },
});
