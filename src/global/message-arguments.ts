/** Arguments of a message: none, or an object with all its values. */

/** The intersection of the members of a union. */
type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
  ? All
  : never;

/** The arguments after a key; `undefined` represents a message without values. Several keys need the values of all. */
export type MessageArguments<Values> = [Exclude<Values, undefined>] extends [never]
  ? []
  : [values: Intersection<Exclude<Values, undefined>>];

/** The keys of a table whose messages have no values. */
export type KeyWithoutValues<Table> = {
  [Key in keyof Table & string]: Table[Key] extends undefined ? Key : never;
}[keyof Table & string];
