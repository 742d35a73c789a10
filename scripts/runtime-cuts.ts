/**
 * The elements' runtime explains at length what can not happen here, a foreign runtime or none, and knows properties
 * with accessors and styles before hydration, which these elements have not; it renders, which they do themselves. Visitors
 * do not pay for that.
 */
import type { Plugin } from 'rollup';
import { IMPORTED } from './chunks';
import { LAZY_CUTS, LAZY_ENTRY } from './lazy-cuts';

/** What is found of the runtime, and what stands in its place. */
export type Cut = readonly [found: RegExp, instead: string];

const CUTS: readonly Cut[] = [
  [/`Can't render component <(?:\\.|[^`\\])*`/g, "'runtime mismatch'"],
  [/if \(BUILD\d*\.lazyLoad && !hostRef\) \{\s*throw new Error\(\s*`Couldn't find host element [^]*?\n {2}\}/g, ''],
  [/(if \(!(?:self|this)\.shadowRoot\) \{[^}]*\}) else \{\s*if \([^{]*mode !== "open"[^]*?\);\s*\}\s*\}/g, '$1'],
  [/if \(!win\.document\) \{\s*console\.warn\("Stencil: No document found[^}]*\}/g, ''],
  // All elements are defined.
  [/const exclude = options\.exclude \|\| \[\];/g, ''],
  [/!exclude\.includes\(tagName\) && /g, ''],
  // Properties of the elements are plain fields, set by their constructors.
  [
    /const \{ get: origGetter, set: origSetter \} = getPropertyDescriptor[^]*?if \(origSetter\)[^;]*;/g,
    'const origGetter = 0;',
  ],
  [/cmpMeta\.\$members\$\[memberName\]\[0\] & (?:2048|4096) \/\* [GS]etter \*\//g, '0'],
  [/propMemberFlags & 4096 \/\* Setter \*\//g, '0'],
  [/if \(origSetter\) \{/g, 'if (false) {'],
  [/(?:hostRef\.\$cmpMeta\$|cmpMeta)\.\$flags\$ & 512 \/\* hasModernPropertyDecls \*\//g, 'false'],
  // Nobody waits for the event that each element would send when it is ready.
  [/appDidLoad\(tagName\);/g, ''],
  [/setTimeout\(appDidLoad, 30(?:, "timeout")?\)/g, 'null'],
  // Nothing of it is timed.
  [/const end\w+ = (?:create|unique)Time\([^;]*;/g, ''],
  [/\n\s*end[A-Z]\w+\(\);/g, ''],
  // There is no hydrated flag, so nothing is hidden before it.
  [/if \(dataStyles\.innerHTML\.length\) \{/g, 'if (false) {'],
  // What belongs to an element is found without a closure; nothing of it is serialised.
  [/return ref\.__stencil__getHostRef\(\);/g, 'return ref.__stencil__getHostRef;'],
  [/hostElement\.__stencil__getHostRef = \(\) => ref;/g, 'hostElement.__stencil__getHostRef = ref;'],
  [/lazyInstance\.__stencil__getHostRef = \(\) => hostRef;/g, 'lazyInstance.__stencil__getHostRef = hostRef;'],
  [/,\s*\$serializerValues\$: \/\* @__PURE__ \*\/ new Map\(\)/g, ''],
  [/hostRef\.\$fetchedCbList\$ = \[\];/g, ''],
  [/if \(flags & 1 \/\* isElementConstructor \*\/ && !ref\.\$lazyInstance\$\) \{/g, 'if (false) {'],
  // An element is ready when its instance is: it renders nothing through the runtime, and waits for none inside of it.
  [/hostRef\.\$onInstancePromise\$ = new Promise\(\(r\) => hostRef\.\$onInstanceResolve\$ = r\);/g, ''],
  [
    /hostRef\.\$onReadyPromise\$ = new Promise/g,
    'hostRef.$onReadyPromise$ = hostRef.$onInstancePromise$ = new Promise',
  ],
  [/hostElement\["s-p"\] = \[\];\s*hostElement\["s-rc"\] = \[\];/g, ''],
  [/hostRef\.\$onInstanceResolve\$\(elm\);/g, ''],
  [/let ancestorComponent = elm;\s*while \([^{]*\{[^}]*\}[^}]*\}/g, ''],
  [/attachToAncestor\(hostRef, hostRef\.\$ancestorComponent\$\);/g, ''],
  [/scheduleUpdate\(hostRef, false\)/g, 'void 0'],
  [
    /const schedule = \(\) => scheduleUpdate\(hostRef, true\);\s*if \([^)]*\) \{[^}]*\} else \{\s*schedule\(\);\s*\}/g,
    'hostRef.$flags$ |= 2; postUpdateComponent(hostRef);',
  ],
  // Of the many properties that could have been set before the upgrade, few ever were.
  [
    /Object\.entries\(cmpMeta\.\$members\$\)\.map\(\(\[memberName, \[memberFlags\]\]\) => \{/g,
    'Object.keys(elm).forEach((memberName) => { const memberFlags = (cmpMeta.$members$[memberName] ?? "")[0];',
  ],
  // No element has anything to do after it was rendered, watches attributes that are no properties, or has a virtual node.
  [/safeCall\(instance, "componentDid(?:Render|Load|Update)", void 0, elm\);/g, ''],
  [/\} else if \(propName == null\) \{[^]*?return;\s*\}\s*(?=const propFlags)/g, '}'],
  // What an attribute is for is found by its name; each has a property that may be set, which tells by itself what is new.
  [
    /const propFlags = members\.find\([^;]*;\s*const propMemberFlags = [^;]*;/g,
    'const propMemberFlags = cmpMeta.$members$[propName][0];',
  ],
  [/ else if \(prototype\.hasOwnProperty\(propName\)[^{]*\{\s*return;\s*\}/g, ''],
  [/const propDesc = Object\.getOwnPropertyDescriptor\(prototype, propName\);/g, ''],
  [/ && \(!propDesc\.get \|\| !!propDesc\.set\)/g, ''],
  [/if \(\(\(_a3 = hostRef == null \? void 0 : hostRef\.\$vnode\$\)[^{]*\{[^}]*\}/g, ''],
  [/if \(!this\.hasRegisteredEventListeners\) \{[^}]*\}/g, ''],
  [/hasRegisteredEventListeners = false;/g, ''],
  // Styles are the elements' own business: there is none for all of them, and none that the runtime would know of.
  [/const shadowRoot = (this\.attachShadow\(opts\);)\n {2}if \(globalStyleSheet[^]*?\n\}/g, '$1 }'],
  [/if \(rootAppliedStyles\.has\(elm\)\) \{[^}]*\}\s*if \(elm\.shadowRoot && rootAppliedStyles[^}]*\}/g, ''],
  // What a form calls are methods of the element, which wait for its instance as all methods do.
  [/if \(BUILD\d*\.formAssociated && cmpMeta\.[^{]*isElementConstructor \*\/\) \{[^]*?\n {4}\}\);\n {2}\}/g, ''],
  [/if \(BUILD\d*\.formAssociated && isFormAssociated && [^{]*\{[^}]*\} else \{([^}]*)\}/g, '$1'],
  [/,\s*BUILD\d*\.formAssociated && !!\(cmpMeta\.\$flags\$ & 64 \/\* formAssociated \*\/\)/g, ''],
  [/if \([^()]*\) \{\s*HostElement\.formAssociated = true;/g, '{ HostElement.formAssociated = cmpMeta.$flags$ & 64;'],
  [/opts\.delegatesFocus = !!\((cmpMeta\.\$flags\$ & 16)[^)]*\)/g, 'opts.delegatesFocus = $1'],
  // A file is asked for anew by one number, and nothing else is said of it.
  [
    /const cacheBustParams = \[[^]*?\.join\("&"\);/g,
    'const cacheBustParams = retryCount ? "?s-retry=" + retryCount : "";',
  ],
  [/\$\{cacheBustParams \? "\?" \+ cacheBustParams : ""\}/g, '$${cacheBustParams}'],
  [/\/\*!__STENCIL_STATIC_IMPORT_SWITCH__\*\//g, ''],
  // All elements of a page wait for one import.
  [/return import\(/g, 'return (loadModule[exportName] ??= import('],
  [/(failedLoadAttempts\.set\(bundleId, retryCount \+ 1\);[^}]*\}\s*\));/g, 'delete loadModule[exportName]; $1);'],
];

/**
 * What only the runtime of the modules has: their elements have their classes, are what they are as soon as they are connected,
 * wait for none, and listen to none.
 */
const MODULE_CUTS: readonly Cut[] = [
  [/if \(!this\.__hasHostListenerAttached\) \{[^]*?\n {8}\}/g, ''],
  [/__hasHostListenerAttached: false,/g, ''],
  [/if \(this\.hasOwnProperty\(propName\) && BUILD\d*\.lazyLoad\) \{/g, 'if (false) {'],
  [/hostRef\.\$onReadyPromise\$ = hostRef\.\$onInstancePromise\$ = new Promise\([^;]*;/g, ''],
  [/\} else \{\s*initializeComponent\(elm, hostRef, cmpMeta\);/g, '} else { hostRef.$flags$ |= 2;'],
  [
    /addHostEventListeners\(elm, hostRef, cmpMeta\.\$listeners\$, false\);\s*if \(hostRef == null[^]*?(?=\n {4}\})/g,
    '',
  ],
  [/\n\s*disconnectedCallback\(this\);/g, ''],
  [/plt\.jmp\(\(\) => \{\s*var _a2;\s*const propName([^]*?)\n {8}\}\);\s*\};/g, '{ const propName$1 } };'],
  // In the place of its only call it would be a closure for each value that is set.
  [/var setValue =/g, 'plt.$setValue$ ='],
  [/ setValue\(this/g, ' plt.$setValue$(this'],
];

/**
 * The element that pages are made of stands with its runtime: it begins when the runtime runs, as in the build of one file,
 * and a page has one file less to ask for. Imported, it would wait for a module to be linked, and for a frame before that.
 */
const AT_HAND = {
  tag: 'feaas_component',
  name: 'FeaasComponent',
  module: '/src/components/feaas-component/feaas-component.tsx',
};
const LOADS = /const exportName = cmpMeta[^;]*;/;

const withElement = (runtime: string): string =>
  `import { ${AT_HAND.name} } from ${JSON.stringify(process.cwd() + AT_HAND.module)};\n` +
  runtime.replace(LOADS, `$& if (exportName === '${AT_HAND.tag}') return ${AT_HAND.name};`);

/** The elements send their events themselves, without an emitter per event and element. */
const EMITTERS = /\n\s*this\.\w+ = __stencil_createEvent\([^)]*\);/g;

/** Rollup plugin that cuts them; a runtime that is written otherwise fails the build. */
export function runtimeCuts(): Plugin {
  return {
    name: 'feaas-runtime-cuts',
    transform(code, id) {
      if (/[/\\]src[/\\]components[/\\]/.test(id)) {
        if (/\b(?:render|componentDid\w+)\(\) \{/.test(code))
          this.error('an element renders through the runtime, which is cut out: draw into the shadow root instead');
        return { code: code.replace(EMITTERS, ''), map: null };
      }
      if (id.startsWith('@lazy-')) return { code: LAZY_ENTRY, map: null };
      if (!/stencil.*internal[/\\]client[/\\]index/.test(id)) return null;
      const lazy = !this.getModuleInfo(IMPORTED);
      let text = code;
      for (const [found, instead] of [...CUTS, ...(lazy ? LAZY_CUTS : MODULE_CUTS)]) {
        if (!text.match(found)) this.error(`the runtime has nothing that looks like ${String(found)}`);
        text = text.replace(found, instead);
      }
      if (!text.match(LOADS)) this.error(`the runtime has nothing that looks like ${String(LOADS)}`);
      return { code: lazy ? withElement(text) : text, map: null };
    },
  };
}
