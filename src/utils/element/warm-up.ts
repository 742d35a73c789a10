import { renderTemplate } from '../template/render';

let warm = false;

/** Runs the engine once while a page waits for its first answer, so that it is compiled when there is something to show. */
export function warmUp(): void {
  if (warm) return;
  warm = true;
  setTimeout(() => {
    const link = '<a data-path-scope=a.* data-path-href=a.*.b data-path=a.*.b>-';
    renderTemplate(document.createElement('p'), link, { a: [{ b: 'a' }, {}] });
  });
}
