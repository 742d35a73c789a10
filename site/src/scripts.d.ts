/** The frontend host's script of that name, which this host serves. */
declare module '*/customizations.js' {
  /** Draws the list into a place; the function that it resolves with takes it away. */
  export function mount(
    place: HTMLElement,
    options: { readonly gateway: object; readonly library: string; readonly language: string },
  ): Promise<() => void>;
}

/** The same for the catalog of a library. */
declare module '*/libraries.js' {
  /** Draws the components into a place; the function that it resolves with removes them. */
  export function mount(
    place: HTMLElement,
    options: { readonly gateway: object; readonly library: string; readonly language: string },
  ): Promise<() => void>;
}
