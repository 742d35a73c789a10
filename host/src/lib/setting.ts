/** Parses a setting's text. Errors are a HostError that begins with `source`, the name of the setting. */
export type Read<Value> = (text: string, source: string) => Value;

export interface Setting<Value> {
  /** Name in the environment and in `.env`. */
  readonly variable: string;
  /** Command line name without dashes. Undefined for secrets: other users can see the arguments of a process. */
  readonly flag?: string;
  /** Placeholder of the value in the usage text. Undefined for a switch: its flag has no value and is read as `1`. */
  readonly value?: string;
  readonly read: Read<Value>;
  readonly about: string;
  /** The default value, unless it depends on other settings. */
  readonly usual?: string;
  /** For a secret: returns the part that may be shown. */
  readonly redact?: (text: string) => string;
}

/** For secrets of which nothing may be shown. */
export const hidden = (): string => '***';

export const setting = <Value>(definition: Setting<Value>): Setting<Value> => Object.freeze(definition);
