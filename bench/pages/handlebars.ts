/** Handlebars: the template compiled before, the content parsed anew at every update. */
import Handlebars from 'handlebars/runtime';
import type { Data } from '../workload';
import { serve, type Input } from './harness';

/** What the bundler puts in front: the compiled template. */
declare const HANDLEBARS_SPEC: TemplateSpecification;

const print = Handlebars.template<Data>(HANDLEBARS_SPEC);

const show = (host: HTMLElement, input: Input): void => {
  host.innerHTML = print(typeof input === 'string' ? (JSON.parse(input) as Data) : input);
};

serve({ mount: show, update: show });
