/** Properties that may be null or undefined become optional; others stay required. */
type OmitNil<Value> = {
  [Key in keyof Value as Value[Key] extends NonNullable<Value[Key]> ? Key : never]: Value[Key];
} & { [Key in keyof Value]?: NonNullable<Value[Key]> };

/** Removes properties that are null or undefined. */
export const omitNil = <Value extends object>(value: Value): OmitNil<Value> =>
  Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== null && member !== undefined),
  ) as OmitNil<Value>;
