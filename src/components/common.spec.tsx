/** What every element passes, on Stencil's own document: a table with a row for each element. What one element does is beside it. */
import { newSpecPage } from '@stencil/core/testing';
import { FeaasComponent } from './feaas-component/feaas-component';
import { FeaasContext } from './feaas-context/feaas-context';
import { FeaasEditor } from './feaas-editor/feaas-editor';
import { FeaasExternal } from './feaas-external/feaas-external';
import { FeaasLoader } from './feaas-loader/feaas-loader';
import { FeaasPicker } from './feaas-picker/feaas-picker';
import { FeaasStylesheet } from './feaas-stylesheet/feaas-stylesheet';

interface Row {
  readonly tag: string;
  readonly component: unknown;
  /** Attributes, and the property each becomes. */
  readonly attributes: readonly (readonly [attribute: string, text: string, property: string, value: unknown])[];
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly methods: readonly string[];
}

const text = (...names: string[]): Row['attributes'] => names.map((name) => [name, 'x', name, 'x'] as const);

const TABLE: readonly Row[] = [
  {
    tag: 'feaas-component',
    component: FeaasComponent,
    attributes: [
      ...text('src', 'cdn', 'hostname', 'library', 'component', 'version', 'revision', 'instance', 'template', 'fetch'),
      ['data', '{"a":1}', 'data', '{"a":1}'],
      ['last-modified', 'x', 'lastModified', 'x'],
      ['editable', '', 'editable', true],
      ['suspended', '', 'suspended', true],
      ['isolate', '', 'isolate', true],
      ['preview', '', 'preview', true],
    ],
    defaults: { editable: false, suspended: false, isolate: false, preview: false, src: undefined, data: undefined },
    methods: ['whenLoaded', 'whenRendered'],
  },
  {
    tag: 'feaas-stylesheet',
    component: FeaasStylesheet,
    attributes: text('src', 'cdn', 'hostname', 'library', 'revision'),
    defaults: { src: undefined, library: undefined },
    methods: ['whenLoaded'],
  },
  {
    tag: 'feaas-external',
    component: FeaasExternal,
    attributes: [
      ['data-external-id', 'x', 'dataExternalId', 'x'],
      ['datasources', '{"a":1}', 'datasources', '{"a":1}'],
    ],
    defaults: { dataExternalId: undefined, datasources: undefined },
    methods: [],
  },
  {
    tag: 'feaas-loader',
    component: FeaasLoader,
    attributes: [['opacity', '0.6', 'opacity', 0.6]],
    defaults: { opacity: 1 },
    methods: [],
  },
  {
    tag: 'feaas-context',
    component: FeaasContext,
    attributes: [
      ...text('library', 'environment', 'frontend', 'backend', 'cdn', 'origins'),
      ['isolate', 'false', 'isolate', false],
      ['sign-in', '', 'signIn', ''],
    ],
    defaults: { isolate: true, auth: null, library: undefined, signIn: undefined },
    methods: ['connect', 'requestAuth'],
  },
  {
    tag: 'feaas-editor',
    component: FeaasEditor,
    attributes: [
      ...text('component', 'version', 'revision', 'instance'),
      ['forked', '', 'forked', true],
      ['changed', '', 'changed', true],
    ],
    defaults: { forked: false, changed: false, state: 'idle', component: undefined },
    methods: ['open', 'save', 'unfork', 'discard', 'close'],
  },
  {
    tag: 'feaas-picker',
    component: FeaasPicker,
    attributes: [
      ...text('mode', 'variant', 'placeholder', 'name', 'value', 'component', 'version', 'data', 'binding', 'scope'),
      ['dialog', '', 'dialog', true],
      ['required', '', 'required', true],
      ['disabled', '', 'disabled', true],
    ],
    defaults: {
      ...{ mode: 'theme', placeholder: 'No theme', dialog: false, variant: undefined },
      ...{ value: '', required: false, disabled: false },
    },
    methods: ['open', 'close'],
  },
];

/** What the runtime's document lacks: nothing is drawn or watched there, so empty ones will do. */
class CSSStyleSheet {
  replaceSync(): void {}
}
class MutationObserver {
  observe(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  Object.assign(globalThis, { CSSStyleSheet, MutationObserver });
  // What a form asks of its controls, the browser does.
  Object.assign(HTMLElement.prototype, { attachInternals: () => ({ setFormValue() {}, setValidity() {} }) });
});

for (const { tag, component, attributes, defaults, methods } of TABLE) {
  describe(tag, () => {
    const open = async (html: string): Promise<HTMLElement & Record<string, unknown>> => {
      const page = await newSpecPage({ components: [component], html });
      return page.body.firstElementChild as HTMLElement & Record<string, unknown>;
    };

    it('has a shadow root', async () => {
      expect((await open(`<${tag}></${tag}>`)).shadowRoot).toBeTruthy();
    });

    it('has its defaults', async () => {
      const element = await open(`<${tag}></${tag}>`);
      for (const [name, value] of Object.entries(defaults)) expect([name, element[name]]).toEqual([name, value]);
    });

    it.each(attributes.map((each) => [...each]))(
      'attribute %s="%s" is property %s',
      async (name, value, property, expected) => {
        const element = await open(`<${tag} suspended ${String(name)}='${String(value)}'></${tag}>`);
        expect(element[String(property)]).toEqual(expected);
      },
    );

    it('stays hidden when it is', async () => {
      expect((await open(`<${tag} hidden></${tag}>`)).hasAttribute('hidden')).toBe(true);
    });

    it('keeps its children in the light DOM', async () => {
      expect((await open(`<${tag} suspended><p>child</p></${tag}>`)).innerHTML).toContain('<p>');
    });

    it('has its methods', async () => {
      const element = await open(`<${tag} suspended></${tag}>`);
      for (const name of methods) expect(typeof element[name]).toBe('function');
    });
  });
}
