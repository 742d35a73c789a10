import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Site, type Shown } from './hydrate';

/** Hydrates HTML of the server. React reports what it had to repair. */
Object.assign(window, {
  hydrate(container: Element, shown: Shown, mended: (error: unknown) => void): void {
    hydrateRoot(container, createElement(Site, { shown }), { onRecoverableError: mended });
  },
});
