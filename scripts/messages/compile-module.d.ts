/** The package has types of its main module alone. */
declare module '@messageformat/core/compile-module.js' {
  import type MessageFormat from '@messageformat/core';
  export default function compileModule(format: MessageFormat, messages: Record<string, string>): string;
}
