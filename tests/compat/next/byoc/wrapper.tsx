import * as FEAAS from '@sitecore-feaas/clientside/react';
import Counter from './counter';

const read = (text: string): Promise<number> => new Promise((resolve) => setTimeout(() => resolve(text.length), 20));

/** A component of the server around one of pages. */
async function Wrapper(props: { name?: string; seats?: number }) {
  return (
    <div className="wrapper">
      <h3>{props.name} is wrapped</h3>
      <Counter {...props}>{await read(props.name ?? '')} letters</Counter>
    </div>
  );
}

FEAAS.registerComponent(Wrapper, {
  name: 'wrapper',
  properties: { name: { type: 'string' }, seats: { type: 'number' } },
});
