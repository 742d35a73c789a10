/**
 * W4 by hand, as short as possible. It fetches each URL once per page, shows a cached copy first, and checks in the
 * background whether the host has a newer version.
 */
const store = caches.open('hand-written');

/** One URL: its current content, and the functions that show it. */
interface Source<Shape> {
  content: Promise<Shape>;
  readonly watchers: ((content: Shape) => void)[];
}

async function download(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  await (await store).put(url, response.clone());
  return response;
}

function open<Shape>(url: string, shape: (text: string) => Shape): Source<Shape> {
  const check = async (copy: Response): Promise<void> => {
    const { headers } = await fetch(`${url}?head`, { method: 'HEAD', cache: 'no-cache' });
    if (headers.get('last-modified') === copy.headers.get('last-modified')) return;
    const content = shape(await (await download(url, { cache: 'reload' })).text());
    source.content = Promise.resolve(content);
    for (const show of source.watchers) show(content);
  };
  const first = async (): Promise<Shape> => {
    const copy = await (await store).match(url);
    if (copy) requestIdleCallback(() => void check(copy), { timeout: 1000 });
    return shape(await (copy ?? (await download(url))).text());
  };
  const source: Source<Shape> = { content: first(), watchers: [] };
  return source;
}

const styles = new Map<string, Source<CSSStyleSheet>>();
const templates = new Map<string, Source<HTMLTemplateElement>>();

function style(url: string): Promise<CSSStyleSheet> {
  let found = styles.get(url);
  if (!found) {
    const sheet = new CSSStyleSheet();
    const fill = (text: string): CSSStyleSheet => (sheet.replaceSync(text), sheet);
    styles.set(url, (found = open(url, fill)));
    document.adoptedStyleSheets.push(sheet);
  }
  return found.content;
}

function template(url: string): Source<HTMLTemplateElement> {
  let found = templates.get(url);
  if (!found) {
    const parse = (html: string): HTMLTemplateElement =>
      Object.assign(document.createElement('template'), { innerHTML: html });
    templates.set(url, (found = open(url, parse)));
  }
  return found;
}

class HandWrittenDelivery extends HTMLElement {
  async connectedCallback(): Promise<void> {
    const [cdn, library, component] = ['cdn', 'library', 'component'].map((name) => this.getAttribute(name));
    const styled = style(`${cdn}/styles/${library}/published.css`);
    const source = template(`${cdn}/components/${library}/${component}/responsive/published.html`);
    const show = ({ content }: HTMLTemplateElement): void => this.replaceChildren(document.importNode(content, true));
    source.watchers.push(show);
    await styled;
    show(await source.content);
  }
}
customElements.define('hand-written-delivery', HandWrittenDelivery);
