/** What a message takes: nothing, or an object with all its values. */

/** What is assignable to each member of a union. */
type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
  ? All
  : never;

/** The arguments after a key; `undefined` stands for a message without values. Of several keys, the values of all. */
export type MessageArguments<Values> = [Exclude<Values, undefined>] extends [never]
  ? []
  : [values: Intersection<Exclude<Values, undefined>>];

/** The keys of a table whose messages take no values. */
export type KeyWithoutValues<Table> = {
  [Key in keyof Table & string]: Table[Key] extends undefined ? Key : never;
}[keyof Table & string];
