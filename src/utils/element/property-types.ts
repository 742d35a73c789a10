/** Types of properties that several elements share, for completion and type checks in editors. */

/** A value that JSON can express, or its JSON text. */
export type JsonData = string | number | boolean | object | null;

/** `published`, `staged`, `saved`, or the number of a revision. */
export type RevisionName = 'published' | 'staged' | 'saved' | number | `${number}`;

/** A part that a component can fetch. */
export type FetchPart = 'data' | 'template' | 'stylesheet';

type Separator = ' ' | '-';
type FetchParts =
  FetchPart | `${FetchPart}${Separator}${FetchPart}` | `${FetchPart}${Separator}${FetchPart}${Separator}${FetchPart}`;

/** All, none, or a list of parts: as text separated by spaces or dashes, or as an array. */
export type FetchList = boolean | 'true' | 'false' | '' | FetchParts | readonly FetchPart[] | null;

/** When a component starts to load. */
export type Loading = 'eager' | 'lazy';
