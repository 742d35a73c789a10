import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Site, register } from './hydration';

/** Prints a site; with its components registered, if they are. */
export function print(name: string, registered: boolean): string {
  if (registered) register();
  return renderToString(createElement(Site, { name }));
}
