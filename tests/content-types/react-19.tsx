import type {} from 'feaas-kit/react-jsx';
import { FeaasExternal, ServerComponent, registerReactComponent } from 'feaas-kit-react';

declare const name: string;
async function Weather({ city = 'Oslo' }: { city?: string }) {
  return <p>{await Promise.resolve(city)}</p>;
}
registerReactComponent(Weather, { name: 'weather', properties: { city: { type: 'string' } } });

export const Right = () => (
  <>
    <ServerComponent
      library="aurora"
      component="product-cards"
      data={{ products: { items: [{ name: 'Fjord', tags: [{ label: 'Step-free' }] }] } }}
      options={{ base: 'https://site.example', language: 'en' }}
    >
      The trips are on their way
    </ServerComponent>
    <ServerComponent library="aurora" component="hero" data={{ site: { url: 'https://content.example/site.json' } }} />
    <ServerComponent src="aurora/hero" data={{ anything: 1 }} />
    <feaas-component
      library="aurora"
      component="hero"
      data={{ site: { hero: { title: 'Hello' } } }}
      className="a"
      onfeaasRender={({ detail }) => void detail.milliseconds}
    />
    <feaas-component component="hero" data={{ site: { url: '/api/site.json' } }} />
    <feaas-component library="aurora" component={name} data={JSON.stringify({ site: {} })} />
    <feaas-component library="other" component={name} editable />
    <feaas-component src="aurora/hero" data={{ anything: 1 }} />
    <feaas-component component="hero" template="<p data-path='a'></p>" data={{ a: 1 }} />
    <FeaasExternal data-external-id="chart" bars={[1, 2]} />
  </>
);

export const Wrong = () => (
  <>
    {/* wrong: 'nme' */}
    <ServerComponent library="aurora" component="product-cards" data={{ products: { items: [{ nme: 'Fjord' }] } }} />
    {/* wrong: libary */}
    <ServerComponent libary="aurora" component="hero" />
    {/* wrong: titel */}
    <feaas-component library="aurora" component="hero" data={{ site: { hero: { titel: 'Hello' } } }} />
    {/* wrong: ste */}
    <feaas-component component="hero" data={{ ste: { hero: { title: 'Hello' } } }} />
    {/* wrong: libary */}
    <feaas-component libary="aurora" component="hero" />
    {/* wrong: 'duration' */}
    <feaas-component component="hero" onfeaasRender={({ detail }) => void detail.duration} />
  </>
);
// wrong: 'cty'
registerReactComponent(Weather, { name: 'weather', properties: { cty: { type: 'string' } } });
