/**
 * What only the runtime of the lazy build has, where each element's class comes later, and what of it can not happen here.
 */
import type { Cut } from './runtime-cuts';

export const LAZY_CUTS: readonly Cut[] = [
  // Elements look at nothing before the script that defines them is through: none has to wait for another's definition.
  [/if \(appLoadFallback\) \{[^}]*\}\s*if \(isBootstrapping\) \{[^}]*\} else \{\s*(plt\.jmp\([^]*?\);)\s*\}/g, '$1'],
  [/(plt\.jmp\(\(\) => disconnectedCallback\(this\)\);)\s*nextTick\([^]*?\n {10}\}\);/g, '$1'],
  [/isBootstrapping = false;\s*if \(deferred[^}]*\} else \{[^]*?\n {2}\}\n/g, ''],
  // Nothing is found by where the script came from.
  [/Object\.assign\(plt, options\);\s*plt\.\$resourcesUrl\$ = [^;]*;/g, ''],
  [/bootstrapLazy = \(lazyBundles, options = \{\}\)/g, 'bootstrapLazy = (lazyBundles)'],
  // Elements without a part of their own to load would be those that sites import.
  [/if \(BUILD\d*\.lazyLoad && bundleId\) \{/g, 'if (true) {'],
  [/\} else if \(!bundleId\) \{\s*return void 0;\s*\}/g, '}'],
  [/if \(ref\.__stencil__getHostRef\) \{([^}]*)\}\s*return void 0;/g, '$1'],
  [/\["s-p"\];\s*\["s-rc"\];/g, ''],
  [
    /if \(BUILD\d*\.member\) \{\s*cmpMeta\.\$members\$ = compactMeta\[2\];\s*\}\s*if \(BUILD\d*\.hostListener\) \{/g,
    'if (false) {',
  ],
  [/,\s*\$listeners\$: compactMeta\[3\]\s*(?=\};\s*if \(cmpMeta\.\$flags\$ & 4)/g, ''],
  [/const tagName = BUILD\d*\.transformTagName && options[^;]*;/g, 'const tagName = cmpMeta.$tagName$;'],
  [
    /configurable: true,\s*enumerable: true\s*\}\);\s*\}\s*Object\.defineProperty\(prototype, memberName, \{/g,
    'configurable: true, enumerable: true,',
  ],
  [/if \(flags & 1 \/\* isElementConstructor \*\/ \|\| !origGetter\) \{/g, ''],
  // Nobody waits for a rendering of the runtime, or asks for another.
  [
    /if \(hostRef\.\$onRenderResolve\$\) \{[^}]*\}\s*if \(hostRef\.\$flags\$ & 512[^}]*\}\s*hostRef\.\$flags\$ &= ~[^;]*;/g,
    '',
  ],
  [/if \(BUILD\d*\.asyncLoading && hostRef\.\$onRenderResolve\$\) \{[^}]*\}/g, ''],
  // Nothing takes an element out of the document behind its back; no attribute is watched; no helpers are replaced.
  [/if \(\(plt\.\$flags\$ & 1 \/\* isTmpDisconnected \*\/\) === 0\) \{/g, '{'],
  [/\.\.\.Object\.keys\(\(_b = cmpMeta\.\$watchers\$\) != null \? _b : \{\}\),/g, ''],
  [/plt\.jmp\(\(\) => (\w+Callback\(this\))\)/g, '$1'],
  [/ {2}(?:jmp|raf|ael|rel|ce): \([^\n]*\n/g, ''],
  [/plt\.jmp\(\(\) => \{\s*var _a2;\s*const propName([^]*?)\n {8}\}\);\s*\};/g, '{ const propName$1 } };'],
];

/** Entries of the lazy build: the elements are defined in the task that runs the script. */
export const LAZY_ENTRY = `import { bootstrapLazy } from '@stencil/core';
bootstrapLazy([/*!__STENCIL_LAZY_DATA__*/]);
`;
