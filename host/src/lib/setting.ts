/** Turns a setting's text into its value; the HostError of a wrong one begins with `source`, the name it was given by. */
export type Read<Value> = (text: string, source: string) => Value;

export interface Setting<Value> {
  /** Name in the environment and in `.env`. */
  readonly variable: string;
  /** Name on the command line, without dashes. None for secrets: other users see the arguments of a process. */
  readonly flag?: string;
  /** Stands for the value in the usage text. None for a switch: its flag takes no value, and is read as `1`. */
  readonly value?: string;
  readonly read: Read<Value>;
  readonly about: string;
  /** What the value is where none is given and it depends on nothing else. */
  readonly usual?: string;
  /** Of a secret, what may be shown of it. */
  readonly redact?: (text: string) => string;
}

/** For secrets of which nothing may be shown. */
export const hidden = (): string => '***';

export const setting = <Value>(definition: Setting<Value>): Setting<Value> => Object.freeze(definition);
