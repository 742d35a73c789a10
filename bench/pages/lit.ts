/** lit-html. */
import { render } from 'lit-html';
import { litCards } from '../lit-cards';
import type { Data } from '../workload';
import { serve, type Input } from './harness';

const show = (host: HTMLElement, input: Input): void =>
  void render(litCards(typeof input === 'string' ? (JSON.parse(input) as Data) : input), host);

serve({ mount: show, update: show });
