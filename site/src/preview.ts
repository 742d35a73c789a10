/** `/preview.html`: one component by its source, at any width, in a frame of its own. */
import { developmentToken } from './editing/development-session';
import { dataOf, fetchPreviewStyles, PreviewError, viewOf, type PreviewStyles } from './preview/host';
import { clampWidth, parseSource, readState, searchOf, withRevision, type State } from './preview/state';
import { keepLanguage, loadPageMessages, offerLanguages, translatePage } from './page-messages';

const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const source = find<HTMLInputElement>('source');
const revision = find<HTMLSelectElement>('revision');
const breakpoint = find<HTMLSelectElement>('breakpoint');
const width = find<HTMLInputElement>('width');
const range = find<HTMLInputElement>('range');
const theme = find<HTMLSelectElement>('theme');
const scheme = find<HTMLSelectElement>('scheme');
const rtl = find<HTMLInputElement>('rtl');
const data = find<HTMLSelectElement>('data');
const token = find<HTMLInputElement>('token');
const language = find<HTMLSelectElement>('language');
const status = find('status');
const frame = find<HTMLIFrameElement>('frame');

let state: State = readState(location.search);
let messages = await loadPageMessages(state.lang, ...navigator.languages);
let previewStyles: PreviewStyles = { themes: [], breakpoints: [] };
let signedIn: string | undefined;
let turn = 0;

/** Changes what is shown, and its address. */
function change(some: Partial<State>): void {
  state = { ...state, ...some };
  history.replaceState(null, '', location.pathname + searchOf(state));
  dress();
}

/** What needs nothing from the host. */
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
  frame.style.inlineSize = `${state.width}px`;
  // Where it is wider than the room for it, one sees its beginning.
  frame.parentElement!.dir = state.rtl ? 'rtl' : 'ltr';
  const page = frame.contentDocument;
  if (!page?.body) return;
  page.documentElement.dir = state.rtl ? 'rtl' : 'ltr';
  if (state.scheme === 'auto') delete page.documentElement.dataset['scheme'];
  else page.documentElement.dataset['scheme'] = state.scheme;
  page.body.className = previewStyles.themes.some(({ className }) => className === state.theme) ? state.theme : '';
}

function fillLook(): void {
  breakpoint.replaceChildren(
    new Option(messages.t('preview.free'), ''),
    ...previewStyles.breakpoints.map(({ id, minWidth }) => new Option(`${id}, ${minWidth} px`, String(minWidth))),
  );
  theme.replaceChildren(
    new Option(messages.t('preview.none'), ''),
    ...previewStyles.themes.map(({ name, className }) => new Option(name, className)),
  );
}

const reasonOf = (error: Error): string =>
  error instanceof PreviewError ? error.text(messages) : messages.t('preview.failed', { reason: error.message });

/** Translates the page around it. */
function translate(): void {
  translatePage(messages, 'preview.title');
  keepLanguage(messages.language);
  language.value = messages.language;
  fillLook();
}

/** Asks the host for what is shown, and shows it; what was asked for before no longer counts. */
async function show(): Promise<void> {
  const mine = ++turn;
  const place = frame.contentDocument!.getElementById('place')!;
  const showStatus = (text: string): void => {
    if (mine === turn) status.textContent = text;
  };
  const parsed = parseSource(state.source, location.origin);
  if (!parsed) {
    place.replaceChildren();
    return showStatus(messages.t(state.source ? 'preview.notSource' : 'preview.name'));
  }
  showStatus(messages.t('preview.loading'));
  try {
    const [view, styles, bound] = await Promise.all([
      viewOf(parsed, signedIn),
      fetchPreviewStyles(parsed.library, signedIn),
      dataOf(parsed.library, state.data, signedIn),
    ]);
    if (mine !== turn) return;
    previewStyles = styles;
    fillLook();
    const element = frame.contentDocument!.createElement('feaas-component');
    const attributes = {
      ...{ cdn: location.origin, library: parsed.library, template: view, data: JSON.stringify(bound) },
      fetch: 'data stylesheet',
    };
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.addEventListener('feaasRender', () =>
      showStatus(messages.t('preview.shown', { source: withRevision(parsed, parsed.revision) })),
    );
    element.addEventListener('feaasError', (event) => showStatus(reasonOf((event as CustomEvent<Error>).detail)));
    place.replaceChildren(element);
  } catch (error) {
    if (mine === turn) place.replaceChildren();
    showStatus(reasonOf(error as Error));
  }
  dress();
}

source.addEventListener('change', () => (change({ source: source.value.trim() }), void show()));
revision.addEventListener('change', () => {
  const parsed = parseSource(state.source, location.origin);
  if (!parsed) return dress();
  change({ source: withRevision(parsed, revision.value === 'number' ? '1' : revision.value) });
  void show();
});
data.addEventListener('change', () => (change({ data: data.value as State['data'] }), void show()));
token.addEventListener('change', () => ((signedIn = token.value.trim() || undefined), void show()));
breakpoint.addEventListener('change', () => breakpoint.value && change({ width: Number(breakpoint.value) }));
width.addEventListener('change', () => change({ width: clampWidth(Number(width.value)) }));
range.addEventListener('input', () => change({ width: clampWidth(Number(range.value)) }));
theme.addEventListener('change', () => change({ theme: theme.value }));
scheme.addEventListener('change', () => change({ scheme: scheme.value as State['scheme'] }));
language.addEventListener('change', async () => {
  messages = await loadPageMessages(language.value);
  translate();
  change({ lang: messages.language });
  void show();
});
rtl.addEventListener('change', () => change({ rtl: rtl.checked }));

async function start(): Promise<void> {
  signedIn = await developmentToken().catch(() => undefined);
  // Who is signed in already has nothing to type.
  find('token-field').hidden = signedIn !== undefined;
  await show();
}
offerLanguages(language);
translate();
dress();
frame.addEventListener('load', () => void start());
frame.src = '/preview-frame.html';
