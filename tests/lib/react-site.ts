/** Journeys of the React package: a page with React 18 or 19, in a development build and in strict mode. */
import { before, beforeEach } from 'node:test';
import { journey, type Journey } from './journey';
import { browserBundle, type ReactVersion } from './react-bundle';
import { send, type Route } from './server';

export interface ReactJourney extends Journey {
  /** Opens an empty page of a site with this version of React. */
  openSite(version: ReactVersion): Promise<void>;
}

export const REACT_VERSIONS = [18, 19] as const;

export function reactJourney(...routes: Route[]): ReactJourney {
  const scripts: Record<string, string> = {};
  let body = '';
  const at = journey(
    {},
    (_request, response, url) => {
      if (!url.pathname.startsWith('/site')) return undefined;
      const script = scripts[url.pathname];
      if (script !== undefined) send(response, script, 'text/javascript');
      else send(response, body, 'text/html; charset=utf-8');
      return true;
    },
    ...routes,
  );
  before(async () => {
    for (const version of REACT_VERSIONS)
      scripts[`/site-${version}.js`] = await browserBundle('tests/pages/react-site.ts', version);
  });
  beforeEach(() => void (at.consoleMessages.length = 0));
  return Object.assign(at, {
    openSite: async (version: ReactVersion): Promise<void> => {
      body =
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Site</title><link rel="icon" href="data:,">' +
        `<body><div id="root"></div><script type="module" src="/site-${version}.js"></script></body></html>`;
      await at.page.goto(`${at.server.origin}/site.html`);
      await at.page.waitForFunction(() => 'site' in window);
      at.consoleMessages.length = at.server.log.length = 0;
    },
  });
}
