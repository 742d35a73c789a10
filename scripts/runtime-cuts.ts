/**
 * The elements' runtime explains at length what can not happen here, a foreign runtime or none, and knows properties
 * with accessors and styles before hydration, which these elements have not. Visitors do not pay for that.
 */
import type { Plugin } from 'rollup';

const CUTS: readonly [found: RegExp, instead: string][] = [
  [/`Can't render component <(?:\\.|[^`\\])*`/g, "'runtime mismatch'"],
  [/`Couldn't find host element for (?:\\.|[^`\\])*`/g, "'runtime mismatch'"],
  [/`Unable to re-use existing shadow root(?:\\.|[^`\\])*`/g, "'runtime mismatch'"],
  [/"Stencil: No document found[^"]*"/g, "'runtime mismatch'"],
  // Properties of the elements are plain fields, set by their constructors.
  [/cmpMeta\.\$members\$\[memberName\]\[0\] & (?:2048|4096) \/\* [GS]etter \*\//g, '0'],
  [/propMemberFlags & 4096 \/\* Setter \*\//g, '0'],
  [/if \(origSetter\) \{/g, 'if (false) {'],
  [/(?:hostRef\.\$cmpMeta\$|cmpMeta)\.\$flags\$ & 512 \/\* hasModernPropertyDecls \*\//g, 'false'],
  // Nobody waits for the event that each element would send when it is ready.
  [/appDidLoad\(tagName\);/g, ''],
  [/setTimeout\(appDidLoad, 30(?:, "timeout")?\)/g, 'null'],
  // There is no hydrated flag, so nothing is hidden before it.
  [/if \(dataStyles\.innerHTML\.length\) \{/g, 'if (false) {'],
];

/** Rollup plugin that cuts them; a runtime that is written otherwise fails the build. */
export function runtimeCuts(): Plugin {
  return {
    name: 'feaas-runtime-cuts',
    transform(code, id) {
      if (!/stencil.*internal[/\\]client[/\\]index/.test(id)) return null;
      let text = code;
      for (const [found, instead] of CUTS) {
        if (!text.match(found)) this.error(`the runtime has nothing that looks like ${String(found)}`);
        text = text.replace(found, instead);
      }
      return { code: text, map: null };
    },
  };
}
