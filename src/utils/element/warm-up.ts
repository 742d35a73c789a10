import { renderTemplate } from '../template/render';

let isWarm = false;

/**
 * Runs the engine once while the page waits for its first response, so that engine code is compiled before the first
 * render.
 */
export function warmUp(): void {
  if (isWarm) return;
  isWarm = true;
  setTimeout(() => {
    const link = '<a data-path-scope=a.* data-path-href=a.*.b data-path=a.*.b>-';
    renderTemplate(document.createElement('p'), link, { a: [{ b: 'a' }, {}] });
  });
}
