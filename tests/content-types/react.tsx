import {
  FeaasComponent,
  FeaasExternal,
  registerReactComponent,
  type FeaasComponentProps,
  type ReactComponentDefinition,
} from 'feaas-kit-react';
import { createElement, memo, useRef, type ComponentProps, type ComponentType, type ReactNode } from 'react';

interface BookButtonProps {
  label?: string;
  size: 'small' | 'large';
  count?: number;
  tags?: string[];
  icon?: ReactNode;
  day?: { month: number };
  onBook?: () => void;
}
function BookButton({ label = 'Book', size }: BookButtonProps) {
  return <b className={size}>{label}</b>;
}
function Weather({ city = 'Oslo' }: { city?: string }) {
  return <p>{city}</p>;
}
declare global {
  interface FeaasExternals {
    'book-button': ComponentProps<typeof BookButton>;
  }
}

declare const name: string;
declare const parsed: ReturnType<typeof JSON.parse>;
declare const site: { hero: { title: string; other: number } };
const typo = { herro: { title: 'x' } };

export function Right() {
  const ref = useRef<HTMLFeaasComponentElement>(null);
  return (
    <>
      <FeaasComponent library="aurora" component="hero" data={{ site: { hero: { title: 'Hello' } } }} />
      <FeaasComponent library="aurora" component="hero" data={{ site: { hero: { title: undefined, lead: null } } }} />
      <FeaasComponent library="aurora" component="hero" data={{ site: { url: '/api/site.json', params: { a: 1 } } }} />
      <FeaasComponent library="aurora" component="hero" data={{ url: '/api/site.json' }} />
      <FeaasComponent library="aurora" component="hero" data={{ hero: { title: 'without the id' } }} />
      <FeaasComponent library="aurora" component="hero" data={{ _: { hero: { title: 'by the general id' } } }} />
      <FeaasComponent library="aurora" component="hero" data='{"site": {}}' />
      <FeaasComponent library="aurora" component="hero" data={null} />
      <FeaasComponent library="aurora" component="hero" data={{ site }} />
      <FeaasComponent library="aurora" component="hero" data={parsed} ref={ref} className="a" id="b" />
      <FeaasComponent
        component="hero"
        data={{ site: {} }}
        onFeaasRender={({ detail }) => detail.milliseconds.toFixed()}
      >
        An inherited library: the name of the component decides.
      </FeaasComponent>
      <FeaasComponent library="other" component="hero" data={{ anything: 1 }} />
      <FeaasComponent library="aurora" component="new" data={{ anything: 1 }} />
      <FeaasComponent library={name} component="hero" data={{ anything: 1 }} />
      <FeaasComponent library="aurora" component={name} data={{ anything: 1 }} />
      <FeaasComponent library="aurora" component="hero" template="<p data-path='a.b'></p>" data={{ a: { b: 1 } }} />
      <FeaasComponent src="aurora/hero" data={{ anything: 1 }} />
      <FeaasComponent fetch={false} data={{ anything: 1 }} />
      <FeaasComponent data={[1, 2]} />
      <FeaasExternal data-external-id="book-button" label="Book" size="small" data-test="1" className="a" />
      <FeaasExternal data-external-id="book-button?size=small" onBook={() => {}} data-path-label="shop.name">
        Book
      </FeaasExternal>
      <FeaasExternal data-external-id="book-button" componentProps={{ label: 'x' }} />
      <FeaasExternal data-external-id="chart" bars={[1, 2]} />
      <FeaasExternal data-external-id={name} bars={[1, 2]} />
    </>
  );
}
const Memo = memo(FeaasComponent);
const AsType: ComponentType<FeaasComponentProps> = FeaasComponent;
const props: ComponentProps<typeof FeaasComponent> = { library: 'aurora', component: 'hero', data: { any: 1 } };
export const others = [
  <FeaasComponent key="a" {...props} />,
  <Memo key="b" library="aurora" />,
  <AsType key="c" library="aurora" />,
  createElement(FeaasComponent, { library: 'a', onFeaasRender: ({ detail }) => void detail.milliseconds }),
];

registerReactComponent(BookButton, {
  name: 'book-button',
  properties: {
    label: { type: 'string', title: 'Label', default: 'Book' },
    size: { enum: ['small'] },
    count: { type: 'integer', minimum: 1 },
    tags: { type: 'array', items: { type: 'string' } },
    day: { type: 'object' },
    icon: { type: ['string', 'number'] },
  },
  required: ['size'],
});
registerReactComponent(() => null, { name: 'nothing' });
registerReactComponent((all: Readonly<Record<string, unknown>>) => <b>{String(all)}</b>, {
  name: 'anything',
  properties: { any: { type: 'string' } },
});
const shared = { label: { type: 'string' }, size: { type: 'string', default: 'small' } };
registerReactComponent(BookButton, { name: 'shared', properties: shared });
const annotated: ReactComponentDefinition = { name: 'annotated', properties: { label: { type: 'string' } } };
registerReactComponent(BookButton, annotated);
const precise: ReactComponentDefinition<BookButtonProps> = {
  name: 'precise',
  properties: { label: { type: 'string' } },
};
registerReactComponent(BookButton, precise);

export const Wrong = () => (
  <>
    {/* wrong: 'titel' */}
    <FeaasComponent library="aurora" component="hero" data={{ site: { hero: { titel: 'Hello' } } }} />
    <FeaasComponent
      library="aurora"
      component="hero"
      data={{
        site: {
          // wrong: 'titel'
          hero: { titel: 'Hello' },
        },
      }}
    />
    {/* wrong: 'ste' */}
    <FeaasComponent library="aurora" component="hero" data={{ ste: { hero: { title: 'Hello' } } }} />
    {/* wrong: herro */}
    <FeaasComponent library="aurora" component="hero" data={{ site: typo }} />
    {/* wrong: 'number' */}
    <FeaasComponent library="aurora" component="hero" data={{ site: { hero: { title: 3 } } }} />
    {/* wrong: 'nme' */}
    <FeaasComponent library="aurora" component="product-cards" data={{ products: { items: [{ nme: 'Fjord' }] } }} />
    {/* wrong: 'name' */}
    <FeaasComponent library="aurora" component="product-cards" data={{ products: { items: { name: 'Fjord' } } }} />
    {/* wrong: 'ste' */}
    <FeaasComponent component="hero" data={{ ste: {} }} />
    {/* wrong: libary */}
    <FeaasComponent libary="aurora" component="hero" />
    {/* wrong: 'duration' */}
    <FeaasComponent library="aurora" component="hero" onFeaasRender={({ detail }) => void detail.duration} />
    {/* wrong: "lazzy" */}
    <FeaasComponent library="aurora" component="hero" loading="lazzy" />
    {/* wrong: labl */}
    <FeaasExternal data-external-id="book-button" labl="Book" />
    {/* wrong: 'number' */}
    <FeaasExternal data-external-id="book-button" label={3} />
    {/* wrong: "medium" */}
    <FeaasExternal data-external-id="book-button?label=x" size="medium" />
  </>
);

// wrong: 'labl'
registerReactComponent(BookButton, { name: 'a', properties: { labl: { type: 'string' } } });
// wrong: "number"
registerReactComponent(BookButton, { name: 'b', properties: { label: { type: 'number' } } });
// wrong: "medium"
registerReactComponent(BookButton, { name: 'c', properties: { size: { enum: ['small', 'medium'] } } });
// wrong: "siz"
registerReactComponent(BookButton, { name: 'd', properties: {}, required: ['siz'] });
// wrong: "town"
registerReactComponent(Weather, { name: 'e', required: ['town'] });
