/** GraphiQL, a page for testing queries, served entirely by the host. It has a link to the preview page. */
import type { GraphiQLOptions } from 'graphql-yoga';

const ROOT = '<div id="root"></div>';
const BEFORE = `<style>
  body { display: flex; flex-direction: column; block-size: 100vh; color-scheme: light dark; }
  #root { flex: 1; min-block-size: 0; }
  /* It wants all of the window. */
  #root :is(.graphiql-container, :has(> .graphiql-container)) { block-size: 100% !important; }
  #way { margin: 0; padding: 6px 16px; background: Canvas; color: CanvasText; font: 14px/1.5 system-ui, sans-serif; }
  #way a { color: inherit; }
</style>
<nav id="way" aria-label="Pages of this host"><a href="/preview.html">Preview a component</a></nav>
`;

/** The page with local scripts, instead of those from another host. Nine megabytes, so imported on demand. */
export async function renderGraphiQL(page?: GraphiQLOptions): Promise<string> {
  const html = (await import('@graphql-yoga/render-graphiql')).renderGraphiQL(page);
  return html.replace(ROOT, (root) => BEFORE + root);
}
