declare module '*.css' {
  /** A stylesheet's text, or what returns it. */
  const css: string | (() => string);
  export default css;
}
