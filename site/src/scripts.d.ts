/** The frontend host's scripts of these names, which this host serves. */
declare module '*/customizations.js' {
  export const mount: import('./script-mount').Mount;
}
declare module '*/libraries.js' {
  export const mount: import('./script-mount').Mount;
}
