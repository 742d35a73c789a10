/** The part `painting`: templates and data to DOM. Nothing shows without it, but what is to be shown is asked for before. */
export { warmUp } from './element/warm-up';
export { precompileTemplate, renderTemplate } from './template/render';
