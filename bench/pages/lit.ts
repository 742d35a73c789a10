/** lit-html renders the items. */
import { render } from 'lit-html';
import { serve, shape, type Input } from './harness';

const show = (host: HTMLElement, { items }: Input): void => void render(shape.lit(items), host);

serve({ mount: show, update: show });
