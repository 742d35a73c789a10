/** The plugin has no types of its own. */
declare module '@babel/plugin-transform-unicode-sets-regex' {
  import type { PluginItem } from '@babel/core';
  const plugin: PluginItem;
  export default plugin;
}
