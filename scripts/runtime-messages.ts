/**
 * The elements' runtime explains at length what can not happen here: a foreign runtime, or none. Visitors do not pay
 * for those words.
 */
import type { Plugin } from 'rollup';

const MESSAGES = [/`Can't render component <(?:\\.|[^`\\])*`/g, /`Couldn't find host element for (?:\\.|[^`\\])*`/g];

/** Rollup plugin that shortens the messages. */
export function runtimeMessages(): Plugin {
  return {
    name: 'feaas-runtime-messages',
    transform(code, id) {
      if (!/stencil.*internal[/\\]client/.test(id)) return null;
      return { code: MESSAGES.reduce((text, message) => text.replace(message, "'runtime mismatch'"), code), map: null };
    },
  };
}
