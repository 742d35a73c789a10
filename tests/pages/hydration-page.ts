import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Site, controls, register } from './hydration';

/** Errors that React recovered from. */
const recovered: string[] = [];

Object.assign(window, {
  controls,
  recovered,
  register,
  hydrate(name: string): void {
    hydrateRoot(document.querySelector('#root')!, createElement(Site, { name }), {
      onRecoverableError: (error) => recovered.push(String(error)),
    });
  },
});
