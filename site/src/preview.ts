/** `/preview.html`: previews one component by its source, at any width, in a frame. */
import { dataOf, fetchPreviewStyles, PreviewError, sourcesOf, viewOf, type PreviewStyles } from './preview/host';
import { clampWidth, parseSource, readState, searchOf, withRevision, type State } from './preview/state';
import { createSignedInPage, findElement as find } from './signed-in-page';

const source = find<HTMLInputElement>('source');
const revision = find<HTMLSelectElement>('revision');
const breakpoint = find<HTMLSelectElement>('breakpoint');
const width = find<HTMLInputElement>('width');
const range = find<HTMLInputElement>('range');
const theme = find<HTMLSelectElement>('theme');
const scheme = find<HTMLSelectElement>('scheme');
const rtl = find<HTMLInputElement>('rtl');
const data = find<HTMLSelectElement>('data');
const linkSources = find<HTMLSelectElement>('link-sources');
const status = find('status');
const frame = find<HTMLIFrameElement>('frame');

let state: State = readState(location.search);
/** Path of the preview link that opened the page. It needs no token and gives access to nothing else. */
const link = parseSource(state.source, location.origin)?.link ?? '';
let previewStyles: PreviewStyles = { themes: [], breakpoints: [] };
let turn = 0;
const page = await createSignedInPage({
  ...{ title: 'preview.title', language: state.lang, load: show },
  changeLanguage: (lang) => change({ lang }),
  show() {
    fillLook();
    return show();
  },
});

/** Changes the state and the address. */
function change(some: Partial<State>): void {
  state = { ...state, ...some };
  history.replaceState(null, '', location.pathname + searchOf(state));
  dress();
}

/** Updates everything that does not need the host. */
function dress(): void {
  source.value = state.source;
  const parsed = parseSource(state.source, location.origin);
  const word = parsed?.revision ?? 'published';
  revision.value = /^\d/.test(word) ? 'number' : word;
  width.value = range.value = String(state.width);
  breakpoint.value = previewStyles.breakpoints.some(({ minWidth }) => minWidth === state.width) ? width.value : '';
  theme.value = state.theme;
  scheme.value = state.scheme;
  rtl.checked = state.rtl;
  data.value = state.data;
  for (const field of [source, revision]) field.parentElement!.hidden = link !== '';
  find('link-source').hidden = linkSources.options.length < 2;
  frame.style.inlineSize = `${state.width}px`;
  // A frame wider than the page shows its start side.
  frame.parentElement!.dir = state.rtl ? 'rtl' : 'ltr';
  const framed = frame.contentDocument;
  if (!framed?.body) return;
  framed.documentElement.dir = state.rtl ? 'rtl' : 'ltr';
  if (state.scheme === 'auto') delete framed.documentElement.dataset['scheme'];
  else framed.documentElement.dataset['scheme'] = state.scheme;
  framed.body.className = previewStyles.themes.some(({ className }) => className === state.theme) ? state.theme : '';
}

/** Lists the versions of the link. A link to a page has several. */
async function fillLinkSources(): Promise<void> {
  const sources = await sourcesOf(link).catch(() => []);
  const options = sources.map((each) => {
    const { library, component, version } = parseSource(each, location.origin)!;
    return new Option([library, component, version].join('/'), each);
  });
  linkSources.replaceChildren(...options);
  linkSources.value = sources.find((each) => state.source.endsWith(each)) ?? '';
  dress();
}

function fillLook(): void {
  breakpoint.replaceChildren(
    new Option(page.messages.t('preview.free'), ''),
    ...previewStyles.breakpoints.map(({ id, minWidth }) => new Option(`${id}, ${minWidth} px`, String(minWidth))),
  );
  theme.replaceChildren(
    new Option(page.messages.t('preview.none'), ''),
    ...previewStyles.themes.map(({ name, className }) => new Option(name, className)),
  );
}

const reasonOf = (error: Error): string =>
  error instanceof PreviewError
    ? error.text(page.messages)
    : page.messages.t('preview.failed', { reason: error.message });

/** Loads and renders the component. Results of earlier calls are ignored. */
async function show(): Promise<void> {
  const mine = ++turn;
  const place = frame.contentDocument!.getElementById('place')!;
  const showStatus = (text: string): void => {
    if (mine === turn) status.textContent = text;
  };
  const parsed = parseSource(state.source, location.origin);
  if (!parsed) {
    place.replaceChildren();
    return showStatus(page.messages.t(state.source ? 'preview.notSource' : 'preview.name'));
  }
  if (link) find('token-field').hidden = true;
  showStatus(page.messages.t('preview.loading'));
  try {
    const [view, styles, bound] = await Promise.all([
      viewOf(parsed, page.token),
      fetchPreviewStyles(parsed.library, page.token),
      dataOf(parsed.library, state.data, page.token),
    ]);
    if (mine !== turn) return;
    previewStyles = styles;
    fillLook();
    const element = frame.contentDocument!.createElement('feaas-component');
    const attributes = {
      ...{ cdn: location.origin + parsed.link, library: parsed.library, template: view, data: JSON.stringify(bound) },
      fetch: 'data stylesheet',
    };
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.addEventListener('feaasRender', () =>
      showStatus(page.messages.t('preview.shown', { source: withRevision(parsed, parsed.revision) })),
    );
    element.addEventListener('feaasError', (event) => showStatus(reasonOf((event as CustomEvent<Error>).detail)));
    place.replaceChildren(element);
  } catch (error) {
    if (mine === turn) place.replaceChildren();
    showStatus(reasonOf(error as Error));
  }
  dress();
}

linkSources.addEventListener('change', () => (change({ source: linkSources.value }), void show()));
source.addEventListener('change', () => (change({ source: source.value.trim() }), void show()));
revision.addEventListener('change', () => {
  const parsed = parseSource(state.source, location.origin);
  if (!parsed) return dress();
  change({ source: withRevision(parsed, revision.value === 'number' ? '1' : revision.value) });
  void show();
});
data.addEventListener('change', () => (change({ data: data.value as State['data'] }), void show()));
breakpoint.addEventListener('change', () => breakpoint.value && change({ width: Number(breakpoint.value) }));
width.addEventListener('change', () => change({ width: clampWidth(Number(width.value)) }));
range.addEventListener('input', () => change({ width: clampWidth(Number(range.value)) }));
theme.addEventListener('change', () => change({ theme: theme.value }));
scheme.addEventListener('change', () => change({ scheme: scheme.value as State['scheme'] }));
rtl.addEventListener('change', () => change({ rtl: rtl.checked }));

fillLook();
dress();
if (link) void fillLinkSources();
frame.addEventListener('load', () => void page.start());
frame.src = '/preview-frame.html';
