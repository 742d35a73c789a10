import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Site, register } from './hydration';

/** Renders a site to a string, with its components registered or not. */
export function print(name: string, registered: boolean): string {
  if (registered) register();
  return renderToString(createElement(Site, { name }));
}
