/** Registrations of a site: a React component, a Vue component, one without a framework, and a data source. */
import { registerReactComponent } from 'feaas-kit-react';
import { registerComponent, registerDatasource } from 'feaas-kit';
import { createElement, useState, type ReactNode } from 'react';
import { createApp, h, ref, shallowReactive } from 'vue';

interface CounterProps {
  readonly label?: string;
  readonly step?: number;
}

function Counter({ label = '', step = 1 }: CounterProps): ReactNode {
  const [count, setCount] = useState(0);
  if (label === 'boom') throw new Error('The counter broke');
  return createElement('button', { type: 'button', onClick: () => setCount(count + step) }, `React ${label} ${count}`);
}

const COUNTER = { label: { type: 'string' }, step: { type: 'integer', default: 1 } };

registerReactComponent<CounterProps>(Counter, {
  name: 'react-counter',
  title: 'Counter',
  group: 'React',
  properties: COUNTER,
});

registerComponent({
  name: 'vue-counter',
  title: 'Counter',
  group: 'Vue',
  properties: COUNTER,
  mount(element, props) {
    const state = shallowReactive({ ...props }) as CounterProps;
    const Clock = {
      setup() {
        const count = ref(0);
        return () =>
          h(
            'button',
            { type: 'button', onClick: () => (count.value += state.step ?? 1) },
            `Vue ${state.label ?? ''} ${count.value}`,
          );
      },
    };
    const app = createApp(Clock);
    app.mount(element);
    return { update: (next) => void Object.assign(state, next), unmount: () => app.unmount() };
  },
});

/** Properties of all types that editors support. */
registerComponent({
  name: 'note',
  title: 'Note',
  group: 'Plain',
  description: 'Shows what it is given.',
  properties: {
    heading: { type: 'string', title: 'Heading', minLength: 2, maxLength: 12 },
    code: { type: 'string', title: 'Code', pattern: '^[A-Z]{2}\\d$' },
    width: { type: 'number', title: 'Width', minimum: 1, maximum: 9.5 },
    rows: { type: 'integer', title: 'Rows', exclusiveMinimum: 0, multipleOf: 2 },
    open: { type: 'boolean', title: 'Open' },
    tone: { type: 'string', title: 'Tone', enum: ['calm', 'loud'] },
    size: {
      title: 'Size',
      oneOf: [
        { const: 10, title: 'Small' },
        { const: 20, title: 'Large' },
      ],
    },
    tags: {
      type: 'array',
      title: 'Tags',
      items: { type: 'string', title: 'Tag', minLength: 1 },
      maxItems: 3,
      uniqueItems: true,
    },
    place: {
      type: 'object',
      title: 'Place',
      properties: { city: { type: 'string', title: 'City' }, zip: { type: 'integer', title: 'Zip' } },
      required: ['city'],
    },
    source: {
      title: 'Source',
      oneOf: [
        {
          type: 'object',
          title: 'Person',
          properties: { name: { type: 'string', title: 'Name' } },
          required: ['name'],
        },
        {
          type: 'object',
          title: 'Year',
          properties: { year: { type: 'integer', title: 'Published', minimum: 1900 } },
          required: ['year'],
        },
      ],
    },
    link: { type: 'string', title: 'Link', format: 'uri' },
    mail: { type: 'string', title: 'Mail', format: 'email' },
    day: { type: 'string', title: 'Day', format: 'date' },
    ink: { type: 'string', title: 'Ink', format: 'color' },
  },
  required: ['heading'],
  ui: { code: { 'ui:help': 'Two letters and a digit.' } },
  mount(element, props) {
    const show = (now: object): void => void (element.textContent = `Note ${JSON.stringify(now)}`);
    show(props);
    return { update: show };
  },
});

registerDatasource({
  name: 'weather',
  sample: { sky: 'clear' },
  fetch: async ({ city }) => ({ sky: `clear in ${String(city)}` }),
});
