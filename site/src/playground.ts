import { setUpToolbar } from './toolbar/toolbar';
import { EXAMPLES } from './playground/examples';
import { parseJSON } from './playground/json';
import { readState, writeState, type State } from './playground/state';

/** All data of the demo, so that any component of the library finds its own. */
const DEMO_DATA = {
  site: { url: '/api/site.json' },
  products: { url: '/api/products.json' },
  news: { url: '/api/news.json' },
};

const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

/** Shows the render time and errors beside the result. */
function report(stage: HTMLElement): void {
  const time = find('time');
  stage.addEventListener('feaasRender', (event) => {
    const { milliseconds } = (event as CustomEvent<{ milliseconds: number }>).detail;
    time.textContent = `Rendered in ${milliseconds.toFixed(1)} ms`;
  });
  stage.addEventListener('feaasError', (event) => {
    // Keeps the last rendered content. The next input tries again.
    event.preventDefault();
    time.textContent = (event as CustomEvent<Error>).detail.message;
  });
}

/** Previews a single component of a library, for `?feaasSrc=aurora/hero`. */
function preview(stage: HTMLElement, source: string): void {
  document.body.classList.add('playground--preview');
  // The page's heading is among the editors, which are hidden.
  const heading = find('title');
  heading.textContent = source;
  find('result-title').replaceWith(heading);
  stage.parentElement?.setAttribute('aria-labelledby', heading.id);
  const element = document.createElement('feaas-component');
  element.toggleAttribute('preview', true);
  element.setAttribute('data', JSON.stringify(DEMO_DATA));
  stage.append(element);
}

function edit(stage: HTMLElement): void {
  const template = find<HTMLTextAreaElement>('template');
  const data = find<HTMLTextAreaElement>('data');
  const problem = find('problem');
  const example = find<HTMLSelectElement>('example');
  const element = document.createElement('feaas-component');
  element.setAttribute('fetch', 'data stylesheet');
  element.setAttribute('library', 'aurora');

  const show = (): void => {
    const parsed = parseJSON(data.value);
    problem.textContent = parsed.problem ?? '';
    data.setAttribute('aria-invalid', String(parsed.problem !== undefined));
    if (parsed.problem === undefined) element.setAttribute('data', JSON.stringify(parsed.data));
    element.setAttribute('template', template.value);
  };
  const load = (state: State): void => {
    template.value = state.template;
    data.value = state.data;
    show();
  };
  const read = (): State => ({ template: template.value, data: data.value });
  /** Selects the example in the menu that matches the editors, else `Your own`. */
  const name = (): void => {
    const { template, data } = read();
    const at = EXAMPLES.findIndex((each) => each.template === template && each.data === data);
    example.value = at < 0 ? 'own' : String(at);
  };

  EXAMPLES.forEach(({ name }, at) => example.append(new Option(name, String(at))));
  example.append(new Option('Your own', 'own'));
  let own: State | undefined;
  example.addEventListener('change', () => {
    const chosen = EXAMPLES[Number(example.value)] ?? own;
    if (!chosen) return;
    load(chosen);
    writeState(read());
  });
  for (const editor of [template, data]) {
    editor.addEventListener('input', () => {
      own = read();
      name();
      show();
      writeState(own);
    });
  }
  const restore = (): void => {
    const state = readState(location.hash);
    load(state ?? EXAMPLES[0]!);
    name();
    if (example.value === 'own') own = state;
  };
  addEventListener('hashchange', () => {
    // A fragment link within the result is not a state.
    if (readState(location.hash)) restore();
  });
  restore();
  stage.append(element);
}

setUpToolbar();
const stage = find('result');
report(stage);
const source = new URLSearchParams(location.search).get('feaasSrc');
if (source) preview(stage, source);
else edit(stage);
