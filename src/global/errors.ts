/**
 * The specification's error catalogue (§5, §8). Messages are its exact words; `name` tells the kind.
 */
export interface ErrorDetails {
  /** What failed underneath. */
  cause?: unknown;
  /** HTTP status, where there was a response. */
  status?: number;
  /** The address that was asked for. */
  url?: string;
}

export class FeaasError extends Error {
  readonly status?: number;
  readonly url?: string;
  constructor(name: string, message: string, { cause, ...rest }: ErrorDetails = {}) {
    super(message, { cause });
    Object.assign(this, { name }, rest);
  }
}

/** Makes the class of one message. */
export const kind = (name: string, message: string) =>
  class extends FeaasError {
    constructor(details?: ErrorDetails) {
      super(name, message, details);
    }
  };

/** A source string that does not parse (§5); `cause` is the source. */
export class SourceParseError extends kind('SourceParseError', 'Could not parse FEAAS Component source') {
  constructor(source: unknown) {
    super({ cause: source });
  }
}
/** A response that is not OK, or none at all (§8). */
export class FetchFailedError extends kind('FetchFailedError', 'Fetch failed') {}
/** A response for a deleted thing, or of the wrong kind (§8, S5). */
export class InvalidResponseError extends kind('InvalidResponseError', 'Response is not valid') {}
